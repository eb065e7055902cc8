// Runs as rows: what ran, in what state it is, the three rates with their intervals, and who owns the failures.
import type { RunRow } from '#contract/views';
import { useRunProgress } from '../../data/live.ts';
import { formatCount, formatMoment } from '../../ui/number-format.ts';
import { RateCell } from '../../ui/rate.tsx';
import { StageBar } from '../../ui/stage-bar.tsx';
import { ProgressBar } from '../../ui/states.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { words } from '../../words.ts';

const columns: readonly Column<RunRow>[] = [
  { id: 'run', header: words.runs.run, width: 'minmax(130px, 1fr)', render: (run) => <RunName run={run} /> },
  { id: 'k', header: words.runs.k, width: '28px', numeric: true, render: ({ k }) => formatCount(k) },
  {
    id: 'found',
    header: words.marks.found,
    width: '106px',
    render: ({ found }) => <RateCell rate={found} />,
  },
  {
    id: 'grounded',
    header: words.marks.grounded,
    width: '106px',
    render: ({ grounded }) => <RateCell rate={grounded} />,
  },
  {
    id: 'correct',
    header: words.marks.correct,
    width: '106px',
    render: ({ correct }) => <RateCell rate={correct} />,
  },
  {
    id: 'stages',
    header: words.runs.stages,
    width: 'minmax(88px, 260px)',
    render: ({ stages, excluded }) => <StageBar stages={stages} excluded={excluded} />,
  },
];

interface RunsTableProps {
  readonly label: string;
  readonly runs: readonly RunRow[];
  readonly onOpen: (run: RunRow) => void;
}

export function RunsTable({ label, runs, onOpen }: RunsTableProps) {
  return (
    <Table
      label={label}
      columns={columns}
      rows={runs}
      keyOf={({ runId }) => runId}
      rowHeight={48}
      onOpen={onOpen}
    />
  );
}

/** A run that says it is running and that nobody works on was interrupted. */
export function stateWord({ state, live }: Pick<RunRow, 'state' | 'live'>): string {
  const word = live ? 'running' : state === 'running' ? 'interrupted' : state;
  return words.runs.states[word] ?? word;
}

function RunName({ run }: { readonly run: RunRow }) {
  const progress = useRunProgress(run.runId);
  const finished = progress?.finished ?? run.finished;
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
          {formatMoment(run.startedAt)}
        </span>
      )}
    </span>
  );
}
