// The columns of a run's questions: the three marks, the rank of the first evidence, and who owns the failure.
import type { ItemRow } from '#contract/views';
import { formatCount } from '../../ui/number-format.ts';
import { barStages, StageMark } from '../../ui/stage-mark.tsx';
import type { Column } from '../../ui/table.tsx';
import { Mark, tripleOrder } from '../../ui/triple.tsx';
import { words } from '../../words.ts';

/** The word a row is filtered and sorted by: its stage, `excluded`, or `unjudged`. */
export function groupOf({ stage, excluded }: Pick<ItemRow, 'stage' | 'excluded'>): string {
  return stage ?? (excluded === null ? 'unjudged' : 'excluded');
}

export const itemGroups = [...barStages, 'excluded', 'unjudged'] as const;

const question: Column<ItemRow> = {
  id: 'question',
  header: words.items.question,
  width: 'minmax(150px, 2fr)',
  sortBy: (row) => row.question,
  render: (row) => (
    <span className="clip" title={row.question}>
      {row.question}
    </span>
  ),
};

const markWidths = { found: '52px', grounded: '72px', correct: '58px' } as const;

function Verdict({ row }: { readonly row: ItemRow }) {
  return (
    <span className="clip" title={row.says}>
      <StageMark stage={row.excluded ?? row.stage ?? 'unjudged'} detail={row.detail} />
    </span>
  );
}

const stageSort = (row: ItemRow): string =>
  `${itemGroups.findIndex((name) => name === groupOf(row))} ${row.detail ?? ''}`;

export const wideItemColumns: readonly Column<ItemRow>[] = [
  question,
  ...tripleOrder.map((name) => ({
    id: name,
    header: words.marks[name],
    width: markWidths[name],
    sortBy: (row: ItemRow) => (row[name] === null ? null : Number(row[name])),
    render: (row: ItemRow) => <Mark ok={row[name]} />,
  })),
  {
    id: 'rank',
    header: words.items.rank,
    hint: words.items.rankHint,
    width: '42px',
    numeric: true,
    sortBy: ({ rank }) => rank,
    render: ({ rank }) => (rank === null ? words.never : formatCount(rank)),
  },
  {
    id: 'stage',
    header: words.items.stage,
    width: 'minmax(150px, 1fr)',
    sortBy: stageSort,
    render: (row) => <Verdict row={row} />,
  },
];

/** The same in two columns, for half a window or one at twice the size. */
export const narrowItemColumns: readonly Column<ItemRow>[] = [
  {
    ...question,
    width: 'minmax(0, 1fr)',
    render: (row) => (
      <span className="two-lines">
        <span className="clip" title={row.question}>
          {row.question}
        </span>
        <Verdict row={row} />
      </span>
    ),
  },
  {
    id: 'marks',
    header: words.items.marks,
    hint: tripleOrder.map((name) => words.marks[name]).join(', '),
    width: '96px',
    sortBy: ({ rank }) => rank,
    render: (row) => (
      <span className="short-triple">
        {tripleOrder.map((name) => (
          <span key={name} title={words.marks[name]}>
            <span className="unseen">{words.marks[name]}: </span>
            <Mark ok={row[name]} />
          </span>
        ))}
        <span title={words.items.rankHint}>{row.rank === null ? '' : words.items.shortRank(row.rank)}</span>
      </span>
    ),
  },
];
