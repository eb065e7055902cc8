// The columns of a comparison: the question, then each run's marks with the rank of the first evidence and the stage.
import type { ComparisonRow } from '#contract/views';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { StageMark } from '../../ui/stage-mark.tsx';
import type { Column } from '../../ui/table.tsx';
import { Mark, tripleOrder } from '../../ui/triple.tsx';
import { words } from '../../words.ts';
import { rankChange, stageOf } from './compare-rows.ts';

const text = words.compare;
type Cell = ComparisonRow['cells'][number];

const changeIcons: Readonly<Record<ComparisonRow['change'], IconName>> = {
  improved: 'check',
  regressed: 'cross',
  mixed: 'compare',
  same: 'dash',
  unknown: 'dash',
};

const changeMarks: Readonly<Record<ComparisonRow['change'], string>> = {
  improved: 'mark-yes',
  regressed: 'mark-no',
  mixed: '',
  same: 'mark-none',
  unknown: 'mark-none',
};

function Change({ change }: Pick<ComparisonRow, 'change'>) {
  return (
    <span className={`compare-change ${changeMarks[change]}`}>
      <Icon name={changeIcons[change]} size={14} /> {text.changed[change]}
    </span>
  );
}

function Marks({ cell }: { readonly cell: Cell }) {
  if (cell === null) return <span className="quiet">{text.noItem}</span>;
  return (
    <span className="short-triple">
      {tripleOrder.map((name) => (
        <span key={name} title={words.marks[name]}>
          <span className="unseen">{words.marks[name]}: </span>
          <Mark ok={cell[name]} />
        </span>
      ))}
      <span className={cell.rank === null ? 'quiet' : undefined} title={words.items.rankHint}>
        {cell.rank === null ? text.noRank : text.rank(cell.rank)}
      </span>
    </span>
  );
}

function RunCell({ cell }: { readonly cell: Cell }) {
  const stage = stageOf(cell);
  return (
    <span className="two-lines" title={cell?.says}>
      <Marks cell={cell} />
      {stage === null || cell === null ? null : <StageMark stage={stage} detail={cell.detail} />}
    </span>
  );
}

const question = (row: ComparisonRow) => (
  <span className="clip" title={row.question}>
    {row.question}
  </span>
);

export const wideRowHeight = 52;
/** Narrower than this times the runs, cells stand under each other. */
export const roomPerRun = 130;
export const roomForQuestion = 320;

export function wideColumns(runs: number): readonly Column<ComparisonRow>[] {
  return [
    {
      id: 'question',
      header: text.question,
      width: 'minmax(150px, 2fr)',
      sortBy: (row) => row.question,
      render: question,
    },
    ...Array.from({ length: runs }, (_, at) => ({
      id: `run-${at}`,
      header: text.letter(at),
      width: 'minmax(110px, 1fr)',
      sortBy: ({ cells }: ComparisonRow) => stageOf(cells[at] ?? null),
      render: ({ cells }: ComparisonRow) => <RunCell cell={cells[at] ?? null} />,
    })),
    {
      id: 'change',
      header: text.change,
      width: '118px',
      sortBy: rankChange,
      render: (row) => <Change change={row.change} />,
    },
  ];
}

export function narrowRowHeight(runs: number): number {
  return 34 + 24 * runs;
}

/** One run under the other. */
export function narrowColumns(): readonly Column<ComparisonRow>[] {
  return [
    {
      id: 'question',
      header: text.question,
      width: 'minmax(0, 1fr)',
      sortBy: (row) => row.question,
      render: (row) => (
        <span className="two-lines">
          {question(row)}
          {row.cells.map((cell, at) => (
            <span key={at} className="compare-line">
              <strong>{text.letter(at)}</strong>
              <Marks cell={cell} />
              {cell === null ? null : <StageMark stage={stageOf(cell) ?? ''} detail={cell.detail} />}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: 'change',
      header: text.change,
      width: '104px',
      sortBy: rankChange,
      render: (row) => <Change change={row.change} />,
    },
  ];
}
