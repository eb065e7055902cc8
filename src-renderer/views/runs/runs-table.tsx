// Runs as rows: what ran, in what state it is, the three rates with their intervals, and who owns the failures.
import type { ReactNode } from 'react';
import type { RunRow } from '#contract/views';
import { useRunProgress } from '../../data/live.ts';
import { formatCount, formatMoment, formatPercent, formatShare } from '../../ui/number-format.ts';
import { RateCell } from '../../ui/rate.tsx';
import { StageBar } from '../../ui/stage-bar.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import type { TableState } from '../../ui/table/props.ts';
import { tripleOrder } from '../../ui/triple.tsx';
import { useWidth } from '../../ui/use-width.ts';
import { words } from '../../words.ts';

const wideColumns: readonly Column<RunRow>[] = [
  {
    id: 'run',
    header: words.runs.run,
    width: 'minmax(130px, 1fr)',
    sortBy: ({ startedAt }) => startedAt,
    hint: words.runs.sortByStart,
    render: (run) => <RunName run={run} />,
  },
  {
    id: 'k',
    header: words.runs.k,
    width: '28px',
    numeric: true,
    sortBy: ({ k }) => k,
    render: ({ k }) => formatCount(k),
  },
  ...tripleOrder.map((name) => ({
    id: name,
    header: words.marks[name],
    width: '106px',
    sortBy: (run: RunRow) => run[name]?.rate ?? null,
    render: (run: RunRow) => <RateCell rate={run[name]} />,
  })),
  {
    id: 'stages',
    header: words.runs.stages,
    width: 'minmax(88px, 260px)',
    render: (run) => <Stages run={run} />,
  },
];

/** The same figures in two columns, for half a window or one at twice the size. */
const narrowColumns: readonly Column<RunRow>[] = [
  {
    id: 'run',
    header: words.runs.run,
    width: 'minmax(0, 1fr)',
    sortBy: ({ startedAt }) => startedAt,
    hint: words.runs.sortByStart,
    render: (run) => (
      <span className="two-lines">
        <RunName run={run} withK />
        <Stages run={run} />
      </span>
    ),
  },
  {
    id: 'rates',
    header: tripleOrder.map((name) => words.marks[name]).join(' · '),
    width: 'minmax(0, 240px)',
    render: (run) => (
      <ul className="stacked-rates">
        {tripleOrder.map((name) => (
          <li key={name}>
            <span className="quiet">{words.marks[name]}</span> <Rate rate={run[name]} />
          </li>
        ))}
      </ul>
    ),
  },
];

const wideFrom = 640;

interface RunsTableProps {
  readonly label: string;
  readonly runs: readonly RunRow[];
  readonly onOpen: (run: RunRow) => void;
  readonly isSelectable?: boolean;
  readonly tools?: (state: TableState<RunRow>) => ReactNode;
}

export function RunsTable({ label, runs, onOpen, isSelectable = false, tools }: RunsTableProps) {
  const [area, width] = useWidth();
  const isWide = width >= wideFrom;
  return (
    <div ref={area}>
      <Table
        label={label}
        columns={isWide ? wideColumns : narrowColumns}
        rows={runs}
        keyOf={({ runId }) => runId}
        rowHeight={isWide ? 48 : 72}
        onOpen={onOpen}
        isSelectable={isSelectable}
        noun={words.overview.runs}
        {...(tools ? { tools } : {})}
      />
    </div>
  );
}

/** A run that says it is running and that nobody works on was interrupted. */
export function stateWord({ state, live }: Pick<RunRow, 'state' | 'live'>): string {
  const word = live ? 'running' : state === 'running' ? 'interrupted' : state;
  return words.runs.states[word] ?? word;
}

function Rate({ rate }: { readonly rate: RunRow['found'] }) {
  const percent = rate === null ? null : formatPercent(rate);
  if (rate === null || percent === null) return <span className="quiet">{words.notScoreable}</span>;
  return (
    <>
      {percent} <span className="quiet">{formatShare(rate)}</span>
    </>
  );
}

/** While a run goes on, what it says of itself is newer than what was read. */
function Stages({ run }: { readonly run: RunRow }) {
  const progress = useRunProgress(run.runId);
  const counts = progress ? liveStages(progress.stages) : run;
  return <StageBar stages={counts.stages} excluded={counts.excluded} />;
}

/** The counts of an event as a stage bar takes them: what is no stage is excluded. */
export function liveStages(counts: Readonly<Record<string, number>>): Pick<RunRow, 'stages' | 'excluded'> {
  const { correct = 0, retriever = 0, context = 0, format = 0, reading = 0, ...others } = counts;
  const excluded = Object.values(others).reduce((sum, n) => sum + n, 0);
  return { stages: { correct, retriever, context, format, reading }, excluded };
}

function RunName({ run, withK = false }: { readonly run: RunRow; readonly withK?: boolean }) {
  const progress = useRunProgress(run.runId);
  const finished = progress?.finished ?? run.finished;
  const k = withK ? `k = ${formatCount(run.k)} · ` : '';
  const tags = run.tags.length > 0 ? ` · ${run.tags.join(', ')}` : '';
  return (
    <span className="two-lines">
      <span className="clip" title={run.configName}>
        {run.configName}
      </span>
      {run.live ? (
        <span className="stage-mark quiet">
          <ProgressBar done={finished / Math.max(1, run.questions)} label={stateWord(run)} />
          {words.runs.finished(finished, run.questions)}
        </span>
      ) : (
        <span className="clip quiet" title={run.says}>
          {run.state === 'complete' ? '' : `${stateWord(run)} · `}
          {k}
          {formatMoment(run.startedAt)}
          {tags}
        </span>
      )}
    </span>
  );
}
