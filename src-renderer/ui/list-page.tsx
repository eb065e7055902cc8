// What the plain lists share: heading with the count, then the table, or why there is none.
import type { CallFailed } from '../data/procedures.ts';
import { goTo, type Screen } from '../routes.ts';
import { EmptyState, ErrorPanel, Loading } from './states.tsx';
import { Table, type Column } from './table.tsx';

interface ListPageProps<Row> {
  readonly screen: Screen;
  readonly title: string;
  readonly none: string;
  readonly noneHint: string;
  readonly query: {
    readonly data: readonly Row[] | undefined;
    readonly error: CallFailed | null;
    readonly refetch: () => unknown;
  };
  readonly say: (rows: readonly Row[]) => string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly selected: string | null;
}

export function ListPage<Row>(props: ListPageProps<Row>) {
  const { data, error, refetch } = props.query;
  return (
    <>
      <header className="page-head">
        <h1>{props.title}</h1>
        {data ? <span className="quiet">{props.say(data)}</span> : null}
      </header>
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data?.length === 0 ? <EmptyState title={props.none} hint={props.noneHint} /> : null}
      {data && data.length > 0 ? (
        <Table
          label={props.title}
          columns={props.columns}
          rows={data}
          keyOf={props.keyOf}
          selected={props.selected}
          onOpen={(row) => goTo({ screen: props.screen, id: props.keyOf(row) })}
        />
      ) : null}
    </>
  );
}
