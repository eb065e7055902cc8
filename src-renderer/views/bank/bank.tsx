// The questions of the bank: read, filtered, edited in place, and taken back.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { QuestionRow } from '#contract/views';
import { useWholeList } from '../../data/procedures.ts';
import { formatRoute, goTo, useRoute } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Filters } from '../../ui/table/columns.ts';
import { words } from '../../words.ts';
import { bankColumns, type SaveCell } from './bank-columns.tsx';
import { BankTools, BulkTools } from './bank-tools.tsx';
import { saveField } from './edit/edits.ts';
import { EmptyBank } from './empty-bank.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NoticeList } from './notice-list.tsx';
import { tellDone } from './edit/notices.ts';
import { useEditWorld } from './edit/use-edit-world.ts';

export { QuestionView } from './question/question.tsx';

const text = words.bank;
const keyOf = ({ id }: QuestionRow): string => id;

export function BankView({ selected }: { readonly selected: string | null }) {
  const { data, error, refetch } = useWholeList('bank.listRows', {}, ({ rows }) => rows);
  const [isImporting, setImporting] = useState(false);
  const startImport = () => setImporting(true);
  return (
    <>
      <header className="page-head">
        <h1>{text.title}</h1>
        <BankTools onImport={startImport} />
      </header>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Loading />}
      {data?.length === 0 ? <EmptyBank onImport={startImport} /> : null}
      {data && data.length > 0 ? <BankTable rows={data} selected={selected} /> : null}
      <ImportDialog opened={isImporting} onClose={() => setImporting(false)} />
      <NoticeList />
    </>
  );
}

function sayCounts(rows: readonly QuestionRow[]): string {
  const answerable = rows.filter(({ unanswerable }) => !unanswerable).length;
  const toReview = rows.filter(({ problems }) => problems.length > 0).length;
  const parts = [
    words.overview.answerable(answerable),
    ...(toReview > 0 ? [words.overview.labelsToReview(toReview)] : []),
  ];
  return parts.join(', ');
}

function BankTable(props: { readonly rows: readonly QuestionRow[]; readonly selected: string | null }) {
  const { rows, selected } = props;
  const world = useEditWorld();
  const route = useRoute();
  const save = useCallback<SaveCell>(
    ({ id }, field, seen, value, mine) => void saveField(world, { id, field, seen, value, mine }),
    [world],
  );
  const columns = useMemo(
    () => bankColumns({ rows, save, refuseEmpty: () => tellDone(text.notice.emptyQuestion) }),
    [rows, save],
  );
  const keep = useFilterAddress();
  return (
    <Table
      label={text.title}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      selected={route.detail === 'draft' ? null : selected}
      filters={route.filter}
      onFilters={keep}
      isSelectable
      noun={words.overview.questions}
      tools={(state) => (
        <>
          <span>{sayCounts(rows)}</span>
          <BulkTools {...state} />
        </>
      )}
      onOpen={({ id }) => goTo({ screen: 'bank', id, filter: keep.now() })}
    />
  );
}

/** Rarely enough for the browser, which refuses an address that changes at each key stroke. */
const settleMs = 300;

/** Keeps the filters in the address, in the place of the last one: Back leaves the screen, not a letter. */
function useFilterAddress() {
  const pending = useRef<{ readonly filters: Filters; readonly timer: ReturnType<typeof setTimeout> }>(null);
  const route = useRoute();
  const latest = useRef(route);
  useEffect(() => {
    latest.current = route;
  });
  useEffect(
    () => () => {
      if (pending.current !== null) clearTimeout(pending.current.timer);
    },
    [],
  );
  return useMemo(() => {
    const write = (filters: Filters) => {
      pending.current = null;
      if (latest.current.screen !== 'bank') return;
      window.location.replace(formatRoute({ ...latest.current, filter: filters }));
    };
    const keep = (filters: Filters) => {
      if (pending.current !== null) clearTimeout(pending.current.timer);
      pending.current = { filters, timer: setTimeout(() => write(filters), settleMs) };
    };
    keep.now = () => pending.current?.filters ?? latest.current.filter;
    return keep;
  }, []);
}
