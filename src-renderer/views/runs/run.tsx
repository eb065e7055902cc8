// One run: its state first, then its summary, then its questions.
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunSummary } from '#contract/scores';
import { useCommands } from '../../commands/commands.ts';
import { useRunProgress } from '../../data/live.ts';
import { useProcedure } from '../../data/procedures.ts';
import { useWhileLive } from '../../data/while-live.ts';
import { formatRoute, goTo, type Route } from '../../routes.ts';
import { formatMoment } from '../../ui/number-format.ts';
import { ErrorPanel, Loading } from '../../ui/states.tsx';
import { words } from '../../words.ts';
import { DeleteRuns } from './delete-runs.tsx';
import { RunItems } from './run-items.tsx';
import { RunState } from './run-state.tsx';
import { RunSummaryView } from './run-summary.tsx';

/** Progress comes by events; the rates are measured anew by the app, at this pace. */
const ratesEveryMs = 3000;

export function RunView({ runId, route }: { readonly runId: string; readonly route: Route }) {
  const { data, error, refetch } = useProcedure('run.getSummary', { runId });
  const progress = useRunProgress(runId);
  const isLive = data?.live ?? false;
  useWhileLive(() => void refetch(), {
    isLive,
    sign: progress?.finished ?? null,
    everyMs: ratesEveryMs,
    silenceMs: ratesEveryMs,
  });
  return (
    <>
      <p className="crumbs">
        <a href={formatRoute({ screen: 'runs' })}>{words.run.back}</a> <span aria-hidden="true">›</span>{' '}
        {runId}
      </p>
      <RunHead runId={runId} summary={data ?? null} isLive={isLive} />
      {data ? <RunState summary={data} isLive={isLive} /> : null}
      {error && !data ? <ErrorPanel failure={error.failure} onRetry={() => void refetch()} /> : null}
      {data ? <RunSummaryView summary={data} progress={progress} /> : error ? null : <Loading lines={8} />}
      {data ? <RunItems runId={runId} route={route} isLive={isLive} /> : null}
    </>
  );
}

interface RunHeadProps {
  readonly runId: string;
  readonly summary: RunSummary | null;
  readonly isLive: boolean;
}

function RunHead({ runId, summary, isLive }: RunHeadProps) {
  const [isDeleting, setDeleting] = useState(false);
  useCommands([
    {
      id: 'run.delete',
      title: words.runs.delete,
      group: words.commands.groups.runs,
      run: () => setDeleting(true),
      enabled: !isLive,
    },
  ]);
  return (
    <>
      <header className="page-head">
        <h1>{summary ? words.run.title(summary.configName ?? summary.config, summary.k) : runId}</h1>
        <Button size="compact-sm" variant="default" disabled={isLive} onClick={() => setDeleting(true)}>
          {words.runs.delete}
        </Button>
      </header>
      {summary ? <Origin summary={summary} /> : null}
      <DeleteRuns
        runIds={isDeleting ? [runId] : []}
        onClose={() => setDeleting(false)}
        onDeleted={() => goTo({ screen: 'runs' })}
      />
    </>
  );
}

/** When it began, under which config, over which questions. */
function Origin({ summary: { startedAt, config, tags } }: { readonly summary: RunSummary }) {
  return (
    <p className="quiet run-origin">
      {startedAt === undefined ? null : `${words.run.startedAt(formatMoment(startedAt))} `}
      <a href={formatRoute({ screen: 'configs', id: config })}>{words.run.config(config)}</a>
      {tags.length === 0 ? null : ` ${words.run.tagged(tags)}`}
    </p>
  );
}
