// The columns of the list of documents.
import type { DocumentRow } from '#contract/views';
import { formatCount } from '../../ui/number-format.ts';
import { Icon } from '../../ui/icons.tsx';
import type { Column } from '../../ui/table.tsx';
import { words } from '../../words.ts';

const text = words.documents;

/** The languages to choose from are those of the rows. */
export function documentColumns(rows: readonly DocumentRow[]): readonly Column<DocumentRow>[] {
  const languages = [...new Set(rows.map(({ language }) => language ?? ''))].sort();
  return [
    nameColumn,
    {
      id: 'type',
      header: text.type,
      width: '70px',
      render: ({ mediaType }) => (
        <span className="clip" title={mediaType}>
          {typeWord(mediaType)}
        </span>
      ),
      sortBy: ({ mediaType }) => typeWord(mediaType),
    },
    {
      id: 'language',
      header: text.language,
      width: '72px',
      render: ({ language }) => language ?? words.never,
      sortBy: ({ language }) => language,
      filter: {
        kind: 'choice',
        choicesOf: ({ language }) => [language ?? unknown],
        choices: languages.map((code) =>
          code === '' ? { value: unknown, label: text.unknownLanguage } : { value: code, label: code },
        ),
      },
    },
    pagesColumn,
    charactersColumn,
    warningsColumn,
  ];
}

const unknown = '?';

const nameColumn: Column<DocumentRow> = {
  id: 'document',
  header: text.document,
  width: 'minmax(130px, 1fr)',
  render: ({ id, title }) => (
    <span className="clip" title={id}>
      {title ?? id} {title === null || title === id ? null : <span className="quiet">{id}</span>}
    </span>
  ),
  sortBy: ({ id, title }) => title ?? id,
  filter: {
    kind: 'text',
    textOf: ({ id, title, path, collection }) => [title, id, path, collection].join(' '),
  },
};

const pagesColumn: Column<DocumentRow> = {
  id: 'pages',
  header: text.pages,
  width: '44px',
  numeric: true,
  render: ({ pages }) => (pages === 0 ? words.never : formatCount(pages)),
  sortBy: ({ pages }) => (pages === 0 ? null : pages),
};

const charactersColumn: Column<DocumentRow> = {
  id: 'characters',
  header: text.characters,
  width: '78px',
  numeric: true,
  render: ({ characters }) => formatCount(characters),
  sortBy: ({ characters }) => characters,
};

const warningsColumn: Column<DocumentRow> = {
  id: 'warnings',
  header: text.warnings,
  width: 'minmax(96px, 300px)',
  render: ({ warnings }) => (
    <span className={warnings.length === 0 ? 'clip quiet' : 'clip'} title={warnings.join('\n')}>
      {warnings.length === 0 ? (
        text.fine
      ) : (
        <>
          <Icon name="warning" size={13} /> {warnings.join('; ')}
        </>
      )}
    </span>
  ),
  sortBy: ({ warnings }) => warnings.length,
  filter: {
    kind: 'choice',
    choicesOf: ({ warnings }) => [warnings.length > 0 ? 'some' : 'none'],
    choices: [
      { value: 'some', label: text.withWarnings },
      { value: 'none', label: text.withoutWarnings },
    ],
  },
};

/** `application/pdf` is PDF; what has no word of its own is named by the end of its type. */
export function typeWord(mediaType: string): string {
  return text.types[mediaType] ?? mediaType.slice(mediaType.lastIndexOf('/') + 1);
}
