// One run: its state first, then its summary, then its questions.
import type { RunSummary } from '#contract/scores';
import type { RunRow } from '#contract/views';
import { useProcedure } from '../../data/procedures.ts';
import { formatRoute, type Route } from '../../routes.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { RunItems } from './run-items.tsx';
import { RunState } from './run-state.tsx';
import { RunSummaryView } from './run-summary.tsx';
import { useRuns } from './use-runs.ts';

const whileLiveMs = 2000;

export function RunView({ runId, route }: { readonly runId: string; readonly route: Route }) {
  const runs = useRuns();
  const row = runs.data?.find((run) => run.runId === runId) ?? null;
  const isLive = row?.live ?? false;
  const summary = useProcedure(
    'run.getSummary',
    { runId },
    { refetchMs: () => (isLive ? whileLiveMs : false) },
  );
  return (
    <>
      <p className="crumbs">
        <a href={formatRoute({ screen: 'runs' })}>{words.run.back}</a> <span aria-hidden="true">›</span>{' '}
        {runId}
      </p>
      <header className="page-head">
        <h1>{titleOf(row, summary.data ?? null, runId)}</h1>
      </header>
      {row ? <RunState run={row} reason={summary.data?.stateReason ?? null} /> : null}
      {summary.error && !summary.data ? (
        <ErrorPanel failure={summary.error.failure} onRetry={() => void summary.refetch()} />
      ) : null}
      {summary.data ? (
        <RunSummaryView summary={summary.data} />
      ) : summary.error ? null : (
        <Loading lines={8} />
      )}
      {summary.data ? (
        <RunItems runId={runId} route={route} summary={summary.data} isLive={isLive} everyMs={whileLiveMs} />
      ) : null}
    </>
  );
}

function titleOf(row: RunRow | null, summary: RunSummary | null, runId: string): string {
  if (row) return words.run.title(row.configName, row.k);
  return summary ? words.run.title(summary.config, summary.k) : runId;
}
