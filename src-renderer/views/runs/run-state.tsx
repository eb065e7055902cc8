// The state of a run in words, how far it is while it goes on, and what can be done about it.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#contract/failure';
import type { RunRow } from '#contract/views';
import { useRunProgress, type RunProgress } from '../../data/live.ts';
import { useClient, useCommand } from '../../data/procedures.ts';
import { estimateLeft } from '../../ui/number-format.ts';
import { ErrorPanel, ProgressBar } from '../../ui/states.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

interface RunStateProps {
  readonly run: RunRow;
  /** What a partial run is missing and why, as the app says it. */
  readonly reason: string | null;
}

export function RunState({ run, reason }: RunStateProps) {
  const progress = useRunProgress(run.runId);
  const cancel = useCommand('run.cancelRun');
  const resume = useCommand('run.resumeRun');
  const early = useEarlyEnd(run);
  const { runId, questions } = run;
  const canResume = !run.live && run.finished < questions;
  const canRetry = !run.live && run.state === 'partial';
  const failure = cancel.error?.failure ?? resume.error?.failure ?? early;
  return (
    <section className="run-state" aria-label={words.run.state}>
      <div className="run-state-line">
        <p className="run-state-words">
          {run.live ? <Progress run={run} progress={progress} /> : sayState(run, reason)}
        </p>
        {run.live ? (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ runId })}
          >
            {words.run.cancel}
          </Button>
        ) : null}
        {canResume ? (
          <Button size="compact-sm" loading={resume.isPending} onClick={() => resume.mutate({ runId })}>
            {words.run.resume}
          </Button>
        ) : null}
        {canRetry ? (
          <Button
            size="compact-sm"
            loading={resume.isPending}
            onClick={() => resume.mutate({ runId, retryErrors: true })}
          >
            {words.run.retry}
          </Button>
        ) : null}
      </div>
      {failure ? <ErrorPanel failure={failure} /> : null}
    </section>
  );
}

function sayState({ state, finished, questions, found, says }: RunRow, reason: string | null) {
  const isComplete = state === 'complete';
  return (
    <>
      <Icon name={isComplete ? 'check' : 'warning'} /> {found === null ? says : null}
      {found !== null && isComplete ? words.run.complete(finished) : null}
      {found !== null && state === 'partial' ? (reason ?? says) : null}
      {found !== null && (state === 'stopped' || state === 'running')
        ? words.run.stopped(finished, questions)
        : null}
    </>
  );
}

function Progress({ run, progress }: { readonly run: RunRow; readonly progress: RunProgress | null }) {
  const finished = progress?.finished ?? run.finished;
  const left = progress && estimateLeft(finished, run.questions, progress.elapsedMs);
  const sentences = [
    words.run.progress(finished, run.questions),
    left ? words.run.left(left.low, left.high, left.unit) : '',
    progress ? words.run.failed(progress.failed) : '',
    progress ? words.run.tokensSoFar(progress.promptTokens) : '',
  ];
  return (
    <>
      <ProgressBar done={finished / Math.max(1, run.questions)} label={words.run.state} />
      {sentences.filter((sentence) => sentence !== '').join(' ')}
    </>
  );
}

/** What ended a run early is told once, to whoever waits for it: a full disk, a refusal of the egress policy. */
function useEarlyEnd(run: RunRow): Failure | null {
  const client = useClient();
  const wasLive = useRef(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { runId, live, state } = run;
  useEffect(() => {
    if (wasLive.current && !live && state === 'stopped')
      void client
        .call('run.waitForRun', { runId })
        .then((reply) => setFailure(reply.ok ? null : reply.failure));
    if (live) setFailure(null);
    wasLive.current = live;
  }, [client, runId, live, state]);
  return failure;
}
