// The columns of the bank: what they show, what they are filtered and sorted by, and what is edited in them.
import type { Question } from '#contract/bank';
import type { QuestionRow } from '#contract/views';
import { Icon } from '../../ui/icons.tsx';
import type { Column, Choice } from '../../ui/table/columns.ts';
import { words } from '../../words.ts';
import { joinAnswers, joinTags, splitAnswers, splitTags, type Field } from './edit/change.ts';

const text = words.bank;

/** Saves one field of a row; `seen` is what the row showed. */
export type SaveCell = <Name extends Field>(
  row: QuestionRow,
  field: Name,
  seen: Question[Name],
  value: Question[Name],
  mine: string,
) => void;

type State = keyof typeof text.states;

export function stateOf({ problems, unanswerable, evidence }: QuestionRow): State {
  if (problems.length > 0) return 'review';
  if (unanswerable) return 'unanswerable';
  return evidence === 0 ? 'bare' : 'fine';
}

const stateOrder: readonly State[] = ['review', 'bare', 'unanswerable', 'fine'];
/** Stands in the address for rows without a tag or origin. */
const nothing = '(none)';

interface ColumnInput {
  readonly rows: readonly QuestionRow[];
  readonly save: SaveCell;
  /** Refuses an empty question text, in words. */
  readonly refuseEmpty: () => void;
}

/** Ids are the names that filters have in the address. */
export function bankColumns(input: ColumnInput): readonly Column<QuestionRow>[] {
  return [
    idColumn,
    ...editedColumns(input),
    evidenceColumn,
    tagsColumn(input),
    originColumn(input),
    stateColumn,
  ];
}

const idColumn: Column<QuestionRow> = {
  id: 'id',
  header: text.id,
  width: 'minmax(60px, 96px)',
  dropBelow: 730,
  sortBy: ({ id }) => id,
  filter: { kind: 'text', textOf: ({ id }) => id },
  render: ({ id }) => (
    <span className="clip quiet" title={id}>
      {id}
    </span>
  ),
};

function editedColumns({ save, refuseEmpty }: ColumnInput): readonly Column<QuestionRow>[] {
  return [
    {
      id: 'q',
      header: text.question,
      width: 'minmax(180px, 3fr)',
      sortBy: ({ question }) => question,
      filter: { kind: 'text', textOf: ({ question }) => question },
      edit: {
        textOf: ({ question }) => question,
        save: (row, typed) =>
          typed.trim() === '' ? refuseEmpty() : save(row, 'question', row.question, typed.trim(), typed),
      },
      render: ({ question }) => (
        <span className="clip" title={question}>
          {question}
        </span>
      ),
    },
    {
      id: 'answers',
      header: text.answers,
      width: 'minmax(110px, 2fr)',
      sortBy: ({ answers }) => answers[0] ?? null,
      filter: { kind: 'text', textOf: ({ answers }) => joinAnswers(answers) },
      edit: {
        textOf: ({ answers }) => joinAnswers(answers),
        save: (row, typed) => save(row, 'answers', row.answers, splitAnswers(typed), typed),
        placeholder: text.answersHint,
      },
      render: ({ answers }) => (
        <span className="clip" title={answers.join('\n')}>
          {joinAnswers(answers)}
        </span>
      ),
    },
  ];
}

const evidenceColumn: Column<QuestionRow> = {
  id: 'evidence',
  header: text.evidence,
  width: '76px',
  numeric: true,
  dropBelow: 650,
  sortBy: ({ groups }) => groups,
  render: ({ groups }) => (groups === 0 ? words.never : text.groups(groups)),
};

function tagsColumn({ rows, save }: ColumnInput): Column<QuestionRow> {
  return {
    id: 'tag',
    header: text.tags,
    width: 'minmax(90px, 170px)',
    sortBy: ({ tags }) => tags[0] ?? null,
    filter: {
      kind: 'choice',
      choicesOf: ({ tags }) => (tags.length === 0 ? [nothing] : tags),
      choices: choicesIn(rows, ({ tags }) => tags, text.noTag),
    },
    edit: {
      textOf: ({ tags }) => joinTags(tags),
      save: (row, typed) => save(row, 'tags', row.tags, splitTags(typed), typed),
      placeholder: text.tagsHint,
    },
    render: ({ tags }) => (
      <span className="clip quiet" title={joinTags(tags)}>
        {joinTags(tags)}
      </span>
    ),
  };
}

function originColumn({ rows }: ColumnInput): Column<QuestionRow> {
  return {
    id: 'origin',
    header: text.origin,
    width: 'minmax(60px, 110px)',
    dropBelow: 860,
    sortBy: ({ origin }) => origin,
    filter: {
      kind: 'choice',
      choicesOf: ({ origin }) => [origin ?? nothing],
      choices: choicesIn(rows, ({ origin }) => (origin === null ? [] : [origin]), text.noOrigin),
    },
    render: ({ origin }) => (
      <span className="clip quiet" title={origin ?? undefined}>
        {origin}
      </span>
    ),
  };
}

const stateColumn: Column<QuestionRow> = {
  id: 'state',
  header: text.state,
  width: 'minmax(100px, 1fr)',
  sortBy: (row) => stateOrder.indexOf(stateOf(row)),
  filter: {
    kind: 'choice',
    choicesOf: (row) => [stateOf(row)],
    choices: stateOrder.map((value) => ({ value, label: text.states[value] })),
  },
  render: (row) => <StateCell row={row} />,
};

function StateCell({ row }: { readonly row: QuestionRow }) {
  const state = stateOf(row);
  if (state !== 'review') return <span className="clip quiet">{text.states[state]}</span>;
  const problems = row.problems.join('; ');
  return (
    <span className="clip state-review" title={problems}>
      <Icon name="warning" size={14} /> {problems}
    </span>
  );
}

/** Every value there is, sorted, and last the rows that have none. */
function choicesIn(
  rows: readonly QuestionRow[],
  valuesOf: (row: QuestionRow) => readonly string[],
  none: string,
): readonly Choice[] {
  const values = [...new Set(rows.flatMap(valuesOf))].sort();
  return [...values.map((value) => ({ value, label: value })), { value: nothing, label: none }];
}
