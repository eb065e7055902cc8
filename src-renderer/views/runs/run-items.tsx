// The questions of a run as rows; while it goes on they are added at the end, and the open one stays where it is.
import { useDeferredValue, useMemo, useState } from 'react';
import type { ItemRow } from '#contract/views';
import { useWholeList } from '../../data/procedures.ts';
import { useFinishedItems } from '../../data/run-items.ts';
import { goTo, type Route } from '../../routes.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { foldText } from '../../ui/table/view-rows.ts';
import { useWidth } from '../../ui/use-width.ts';
import { words } from '../../words.ts';
import { groupOf, narrowItemColumns, wideItemColumns } from './item-columns.tsx';
import { ItemFilters, type ItemFilter, type ItemOrder } from './item-filters.tsx';

interface RunItemsProps {
  readonly runId: string;
  readonly route: Route;
  readonly isLive: boolean;
}

const wideFrom = 700;
const keyOf = ({ questionId }: ItemRow): string => questionId;

export function RunItems({ runId, route, isLive }: RunItemsProps) {
  const [order, setOrder] = useItemOrder(isLive);
  const { rows: data, error, refetch } = useItems(runId, order, isLive);
  const [text, setText] = useState('');
  const { stage = 'all', detail = '', tag = '' } = route.filter;
  const filter = { stage, detail, tag, text };
  const typed = useDeferredValue(text);
  const rows = useMemo(
    () => filterItems(data ?? [], { stage, detail, tag, text: typed }),
    [data, stage, detail, tag, typed],
  );
  const [area, width] = useWidth();
  const isWide = width >= wideFrom;
  if (!data) return error ? <ErrorPanel failure={error.failure} onRetry={refetch} /> : <Loading />;
  return (
    <section ref={area}>
      <div className="section-head">
        <h2>{words.items.title}</h2>
        <span className="quiet">{words.items.shown(rows.length, data.length)}</span>
      </div>
      <ItemFilters
        rows={data}
        route={route}
        filter={filter}
        onText={setText}
        order={order}
        onOrder={setOrder}
      />
      {rows.length === 0 ? (
        <EmptyState title={data.length === 0 ? words.items.noneYet : words.items.noneMatch} />
      ) : (
        <Table
          listKey={`${stage} ${detail} ${tag} ${typed} ${order}`}
          label={words.items.table}
          columns={isWide ? wideItemColumns : narrowItemColumns}
          rowHeight={isWide ? 32 : 50}
          rows={rows}
          keyOf={keyOf}
          selected={route.detail}
          onOpen={({ questionId }) => goTo({ ...route, detail: questionId })}
        />
      )}
    </section>
  );
}

/** A run that was watched stays in the order it went, after its end too: only the analyst puts rows in another one. */
function useItemOrder(isLive: boolean): [ItemOrder, (order: ItemOrder) => void] {
  const [order, setOrder] = useState<ItemOrder | null>(isLive ? 'finished' : null);
  if (isLive && order === null) setOrder('finished');
  return [order ?? 'bank', setOrder];
}

interface Items {
  /** null until they are there. */
  readonly rows: readonly ItemRow[] | null;
  readonly error: ReturnType<typeof useFinishedItems>['error'];
  readonly refetch: () => void;
}

/** What is shown stays until the other order is there. */
function useItems(runId: string, order: ItemOrder, isLive: boolean): Items {
  const isBank = order === 'bank';
  const finished = useFinishedItems(runId, { enabled: !isBank, isLive });
  const bank = useWholeList('run.listItems', { runId }, ({ items }) => items, { enabled: isBank });
  const [wanted, other] = isBank ? [bank.data, finished.data?.rows] : [finished.data?.rows, bank.data];
  const { error, refetch } = isBank ? bank : finished;
  return { rows: wanted ?? other ?? null, error, refetch: () => void refetch() };
}

/** `stage` 'all' and empty words filter nothing; every word typed must be in the question, its id, or the answer. */
export function filterItems(rows: readonly ItemRow[], filter: ItemFilter): readonly ItemRow[] {
  const parts = foldText(filter.text).trim().split(/\s+/);
  const isTyped = parts.some((part) => part !== '');
  return rows.filter((row) => {
    if (filter.stage !== 'all' && groupOf(row) !== filter.stage) return false;
    if (filter.detail !== '' && row.detail !== filter.detail) return false;
    if (filter.tag !== '' && !row.tags.includes(filter.tag)) return false;
    if (!isTyped) return true;
    const text = foldText(`${row.questionId} ${row.question} ${row.answer ?? ''}`);
    return parts.every((part) => text.includes(part));
  });
}
