// What a table shows of its rows: filters and order as the analyst set them, applied to all rows.
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import type { Column, Filters, Sort } from './columns.ts';
import { cleanFilters, filterRows, nextSort, sortRows } from './view-rows.ts';

export interface TableView<Row> {
  readonly shown: readonly Row[];
  readonly filters: Filters;
  readonly sort: Sort | null;
  readonly isFiltered: boolean;
  /** Changes when other rows are shown, or in another order. */
  readonly key: string;
  readonly setFilter: (column: string, text: string) => void;
  readonly clearFilters: () => void;
  readonly toggleSort: (column: string) => void;
}

interface ViewInput<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  /** Filters kept elsewhere, as in the address; a change of them is taken over. */
  readonly filters: Filters | undefined;
  readonly onFilters: ((filters: Filters) => void) | undefined;
}

/** What is typed is kept here, so that a field never waits for the address; the rows follow when there is time. */
export function useView<Row>({ rows, columns, filters: given, onFilters }: ViewInput<Row>): TableView<Row> {
  const [filters, setFilters] = useState<Filters>(() => cleanFilters(columns, given ?? {}));
  const [sort, setSort] = useState<Sort | null>(null);
  const [folded] = useState(() => new WeakMap<object, Map<string, string>>());
  const [told, setTold] = useState(() => write(filters));
  const outside = write(cleanFilters(columns, given ?? {}));
  const [lastOutside, setLastOutside] = useState(outside);
  if (given !== undefined && outside !== lastOutside) {
    setLastOutside(outside);
    if (outside !== told) {
      setTold(outside);
      setFilters(cleanFilters(columns, given));
    }
  }
  const change = useCallback(
    (next: Filters) => {
      const clean = cleanFilters(columns, next);
      setFilters(next);
      setTold(write(clean));
      onFilters?.(clean);
    },
    [columns, onFilters],
  );
  const deferred = useDeferredValue(filters);
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort]);
  const shown = useMemo(
    () => filterRows(sorted, columns, deferred, folded),
    [sorted, columns, deferred, folded],
  );
  return {
    shown,
    filters,
    sort,
    isFiltered: write(cleanFilters(columns, deferred)) !== '{}',
    key: `${write(cleanFilters(columns, deferred))} ${JSON.stringify(sort)}`,
    setFilter: (column, text) => change({ ...filters, [column]: text }),
    clearFilters: () => change({}),
    toggleSort: (column) => setSort(nextSort(sort, column)),
  };
}

function write(filters: Filters): string {
  return JSON.stringify(filters);
}
