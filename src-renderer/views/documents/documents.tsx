// The documents with their extraction report, and the ways to add more.
import { useCallback, useMemo } from 'react';
import type { DocumentRow } from '#contract/views';
import { useWholeList } from '../../data/procedures.ts';
import { goTo, useRoute } from '../../routes.ts';
import { EmptyState, ErrorPanel, Loading } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { words } from '../../words.ts';
import { AddReport } from './adding/add-report.tsx';
import { documentColumns } from './document-columns.tsx';
import { AddButtons, DropArea } from './adding/drop-area.tsx';
import { useRemovalFailure } from './removing.ts';

export { DocumentView } from './document.tsx';

const text = words.documents;

export function DocumentsView({ selected }: { readonly selected: string | null }) {
  const { data, error, refetch } = useWholeList('document.listDocuments', {}, ({ documents }) => documents);
  const refusal = useRemovalFailure();
  return (
    <>
      <header className="page-head">
        <h1>{text.title}</h1>
        {data && data.length > 0 ? <span className="quiet">{saySize(data)}</span> : null}
        <AddButtons />
      </header>
      <DropArea />
      <AddReport />
      {refusal ? <ErrorPanel failure={refusal} /> : null}
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Loading />}
      {data?.length === 0 ? <EmptyState title={text.none} hint={text.noneHint} /> : null}
      {data && data.length > 0 ? <DocumentTable rows={data} selected={selected} /> : null}
    </>
  );
}

function saySize(rows: readonly DocumentRow[]): string {
  const characters = rows.reduce((sum, row) => sum + row.characters, 0);
  return words.overview.characters(characters);
}

interface DocumentTableProps {
  readonly rows: readonly DocumentRow[];
  readonly selected: string | null;
}

/** Another document is opened under the same chunkings and at the same width. */
function DocumentTable({ rows, selected }: DocumentTableProps) {
  const columns = useMemo(() => documentColumns(rows), [rows]);
  const { filter } = useRoute();
  const open = useCallback(
    ({ id }: DocumentRow) => {
      const kept = Object.fromEntries(
        Object.entries(filter).filter(([name]) => name !== 'at' && name !== 'mark'),
      );
      goTo({ screen: 'documents', id, filter: kept });
    },
    [filter],
  );
  return (
    <Table
      label={text.title}
      columns={columns}
      rows={rows}
      keyOf={keyOf}
      selected={selected}
      noun={words.overview.documents}
      onOpen={open}
    />
  );
}

function keyOf({ id }: DocumentRow): string {
  return id;
}
