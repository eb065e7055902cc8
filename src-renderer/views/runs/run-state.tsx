// The state of a run in words, how far it is while it goes on, and what can be done about it.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Failure } from '#contract/failure';
import type { RunSummary } from '#contract/scores';
import { useCommands } from '../../commands/commands.ts';
import { useRunProgress, type RunProgress } from '../../data/live.ts';
import { useClient, useCommand } from '../../data/procedures.ts';
import { estimateLeft } from '../../ui/number-format.ts';
import { ErrorPanel, ProgressBar } from '../../ui/states.tsx';
import { Icon } from '../../ui/icons.tsx';
import { words } from '../../words.ts';

interface RunStateProps {
  readonly summary: RunSummary;
  readonly isLive: boolean;
}

interface RunAction {
  readonly id: string;
  readonly label: string;
  readonly isPending: boolean;
  readonly isMain: boolean;
  readonly run: () => void;
}

export function RunState({ summary, isLive }: RunStateProps) {
  const progress = useRunProgress(summary.runId);
  const early = useEarlyEnd(summary, isLive);
  const { actions, failure } = useRunActions(summary, isLive);
  const shown = failure ?? early;
  return (
    <section className="run-state" aria-label={words.run.state}>
      <div className="run-state-line">
        <p className="run-state-words">
          {isLive ? <Progress summary={summary} progress={progress} /> : <State summary={summary} />}
        </p>
        {actions.map(({ id, label, isPending, isMain, run }) => (
          <Button
            key={id}
            size="compact-sm"
            {...(isMain ? {} : { variant: 'default' })}
            loading={isPending}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </div>
      {shown ? <ErrorPanel failure={shown} /> : null}
    </section>
  );
}

/** What can be done about a run in this state: as buttons, and as commands. */
function useRunActions(summary: RunSummary, isLive: boolean) {
  const cancel = useCommand('run.cancelRun');
  const resume = useCommand('run.resumeRun');
  const { runId, finished, questions, state, stateRemedy } = summary;
  const remedy = stateRemedy ?? (finished < questions ? 'resume' : state === 'partial' ? 'retry' : null);
  const actions: RunAction[] = [];
  if (isLive)
    actions.push({
      id: 'run.cancel',
      label: words.run.cancel,
      isPending: cancel.isPending,
      isMain: false,
      run: () => cancel.mutate({ runId }),
    });
  if (!isLive && remedy !== null)
    actions.push({
      id: 'run.resume',
      label: remedy === 'resume' ? words.run.resume : words.run.retry,
      isPending: resume.isPending,
      isMain: true,
      run: () => resume.mutate({ runId, ...(remedy === 'retry' ? { retryErrors: true } : {}) }),
    });
  useCommands(
    actions.map(({ id, label, isPending, run }) => ({
      id,
      title: words.run.command(label),
      group: words.commands.groups.runs,
      run,
      enabled: !isPending,
    })),
  );
  return { actions, failure: cancel.error?.failure ?? resume.error?.failure ?? null };
}

function State({ summary: { state, finished, questions, stateReason } }: { readonly summary: RunSummary }) {
  const says =
    state === 'complete'
      ? words.run.complete(finished)
      : state === 'stopped'
        ? words.run.stopped(finished, questions)
        : (stateReason ?? words.runs.finished(finished, questions));
  return (
    <>
      <Icon name={state === 'complete' ? 'check' : 'warning'} /> {says}
    </>
  );
}

function Progress(props: { readonly summary: RunSummary; readonly progress: RunProgress | null }) {
  const { summary, progress } = props;
  const { questions } = summary;
  const finished = progress?.finished ?? summary.finished;
  const left = progress && estimateLeft(finished, questions, progress.elapsedMs);
  const sentences = [
    words.run.progress(finished, questions),
    left ? words.run.left(left.low, left.high, left.unit) : '',
    progress ? words.run.failed(progress.failed) : '',
    progress ? words.run.tokensSoFar(progress.promptTokens) : '',
  ];
  return (
    <>
      <ProgressBar done={finished / Math.max(1, questions)} label={words.run.state} />
      {sentences.filter((sentence) => sentence !== '').join(' ')}
    </>
  );
}

/** What ended a run early is told once, to whoever waits for it: a full disk, a refusal of the egress policy. */
function useEarlyEnd({ runId, state }: RunSummary, isLive: boolean): Failure | null {
  const client = useClient();
  const wasLive = useRef(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    if (wasLive.current && !isLive && state === 'stopped')
      void client
        .call('run.waitForRun', { runId })
        .then((reply) => setFailure(reply.ok ? null : reply.failure));
    if (isLive) setFailure(null);
    wasLive.current = isLive;
  }, [client, runId, isLive, state]);
  return failure;
}
