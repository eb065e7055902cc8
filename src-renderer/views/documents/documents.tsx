// The documents with their extraction report, and the text of the one that is open.
import type { DocumentRow } from '#contract/views';
import { useProcedure, useWholeList } from '../../data/procedures.ts';
import { formatCount } from '../../ui/number-format.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import type { Column } from '../../ui/table.tsx';
import { words } from '../../words.ts';
import { DocumentText } from '../../ui/document-text.tsx';
import { ListPage } from '../../ui/list-page.tsx';

const text = words.documents;

const columns: readonly Column<DocumentRow>[] = [
  {
    id: 'document',
    header: text.document,
    width: 'minmax(180px, 1fr)',
    render: ({ id, title }) => (
      <span className="clip" title={id}>
        {title ?? id} {title === null ? null : <span className="quiet">{id}</span>}
      </span>
    ),
  },
  {
    id: 'language',
    header: text.language,
    width: '72px',
    render: ({ language }) => language ?? words.never,
  },
  {
    id: 'pages',
    header: text.pages,
    width: '56px',
    numeric: true,
    render: ({ pages }) => (pages === 0 ? words.never : formatCount(pages)),
  },
  {
    id: 'characters',
    header: text.characters,
    width: '88px',
    numeric: true,
    render: ({ characters }) => formatCount(characters),
  },
  {
    id: 'warnings',
    header: text.warnings,
    width: 'minmax(120px, 320px)',
    render: ({ warnings }) => (
      <span className={warnings.length === 0 ? 'clip quiet' : 'clip'} title={warnings.join('\n')}>
        {warnings.length === 0 ? text.fine : warnings.join('; ')}
      </span>
    ),
  },
];

export function DocumentsView({ selected }: { readonly selected: string | null }) {
  const query = useWholeList('document.listDocuments', {}, ({ documents }) => documents);
  return (
    <ListPage
      screen="documents"
      title={text.title}
      none={text.none}
      noneHint={text.noneHint}
      query={query}
      say={(rows) => {
        const characters = rows.reduce((sum, row) => sum + row.characters, 0);
        return `${words.overview.documents(rows.length)}, ${words.overview.characters(characters)}`;
      }}
      columns={columns}
      keyOf={({ id }) => id}
      selected={selected}
    />
  );
}

export function DocumentView({ id }: { readonly id: string }) {
  const { data, error, refetch } = useProcedure('document.getText', { id });
  if (!data)
    return error ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : <Loading />;
  return (
    <article className="item">
      <p className="crumbs">{data.id}</p>
      <h2>{data.title ?? data.id}</h2>
      <p className="quiet">
        {text.text}, {words.overview.characters(data.text.length)}
      </p>
      {data.text === '' ? (
        <p>{text.noText}</p>
      ) : (
        <DocumentText
          text={data.text}
          label={data.title ?? data.id}
          language={data.language}
          pages={data.pages}
          headings={data.headings}
        />
      )}
    </article>
  );
}
