// Starts, resumes, cancels and waits for runs. The order of a run's steps stands here and in ask-question.ts alone.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import type { RunSummary } from '#contract/scores';
import type { RunJournal } from '../ports.ts';
import { freezeHashes } from './freeze.ts';
import {
  chooseQuestions,
  loadRunConfigs,
  newManifest,
  prepareRun,
  requireUnchanged,
  type PreparedRun,
} from './prepare-run.ts';
import { summariseRun } from './read-run.ts';
import { workThrough } from './work-through.ts';
import type { RunWorld } from './world.ts';

export interface RunService {
  start(input: Input<'run.startRuns'>, signal: AbortSignal): Promise<Output<'run.startRuns'>>;
  resume(input: Input<'run.resumeRun'>, signal: AbortSignal): Promise<Output<'run.resumeRun'>>;
  cancel(runId: string): { readonly runId: string; readonly wasRunning: boolean };
  wait(runId: string): Promise<RunSummary>;
  /** Stops every run of this process and waits until their state is on disk. */
  close(): Promise<void>;
}

interface ActiveRun {
  readonly controller: AbortController;
  /** Resolves with the failure that ended the run early, or null. */
  readonly ended: Promise<unknown>;
}

export function createRunService(world: RunWorld): RunService {
  const active = new Map<string, ActiveRun>();
  /** Failures of runs that have ended, until somebody asks. */
  const failures = new Map<string, unknown>();

  function launch(
    runs: readonly {
      journal: RunJournal;
      prepared: PreparedRun;
      retrieve: (question: Question) => Retrieval;
    }[],
  ): void {
    let previous: Promise<unknown> = Promise.resolve();
    for (const run of runs) {
      const controller = new AbortController();
      const { runId } = run.journal.manifest;
      const ended = previous
        .then(() => workThrough(world, run, controller.signal))
        .then(
          () => null,
          (error: unknown) => (failures.set(runId, error), error),
        )
        .finally(() => active.delete(runId));
      active.set(runId, { controller, ended });
      previous = ended;
    }
  }

  return {
    async start(input, signal) {
      const questions = await chooseQuestions(world, input.tags ?? []);
      const runs: Parameters<typeof launch>[0][number][] = [];
      for (const config of await loadRunConfigs(world, input.configs)) {
        const prepared = await prepareRun(world, { config, questions, noBuild: input.noBuild }, signal);
        const retrieve = sharedRetrieval(prepared);
        for (const k of input.ks ?? [config.select.k]) {
          const journal = await world.runs.create(newManifest(world, prepared, { k, tags: input.tags }));
          runs.push({ journal, prepared, retrieve: (question) => retrieve(question, k) });
        }
      }
      launch(runs);
      return {
        runs: runs.map(({ journal: { manifest } }) => ({
          runId: manifest.runId,
          config: manifest.config.id,
          k: manifest.k,
          questions: manifest.questionIds.length,
        })),
      };
    },

    async resume(input, signal) {
      if (active.has(input.runId)) throw new AppError('conflict', `Run ${input.runId} is running already.`);
      const journal = await world.runs.reopen(input.runId);
      try {
        const prepared = await prepareAgain(world, journal, signal);
        if (input.retryErrors)
          await journal.drop(
            new Set(
              journal.items
                .filter((item) => item.providerError && !item.answer)
                .map((item) => item.questionId),
            ),
          );
        const retrieve = sharedRetrieval(prepared);
        launch([{ journal, prepared, retrieve: (question) => retrieve(question, journal.manifest.k) }]);
        return {
          runId: input.runId,
          finished: journal.items.length,
          questions: journal.manifest.questionIds.length,
        };
      } catch (error) {
        await journal.close();
        throw error;
      }
    },

    cancel(runId) {
      const run = active.get(runId);
      run?.controller.abort();
      return { runId, wasRunning: run !== undefined };
    },

    async wait(runId) {
      await active.get(runId)?.ended;
      const failure = failures.get(runId);
      failures.delete(runId);
      if (failure !== undefined) throw failure;
      return summariseRun(world, runId);
    },

    async close() {
      const runs = [...active.values()];
      for (const run of runs) run.controller.abort();
      await Promise.all(runs.map((run) => run.ended));
    },
  };
}

async function prepareAgain(world: RunWorld, journal: RunJournal, signal: AbortSignal): Promise<PreparedRun> {
  const { manifest } = journal;
  const [config] = await loadRunConfigs(world, [manifest.config.id]);
  if (!config) throw new AppError('not-found', `The config "${manifest.config.id}" is gone.`);
  const bank = new Map((await world.store.loadQuestions()).map((question) => [question.id, question]));
  const questions = manifest.questionIds.flatMap((id) => bank.get(id) ?? []);
  const prepared = await prepareRun(world, { config, questions }, signal);
  requireUnchanged(manifest, freezeHashes(config, questions, prepared.corpus.hash, prepared.model));
  return prepared;
}

/** One ranking serves every k of a config: only the cut differs. */
function sharedRetrieval(prepared: PreparedRun): (question: Question, k: number) => Retrieval {
  const known = new Map<string, Retrieval>();
  return (question, k) => {
    const ranking = known.get(question.id) ?? prepared.ranker.rank(question.question, k);
    known.set(question.id, ranking);
    return { ...ranking, selected: Math.min(k, ranking.ranked.length) };
  };
}
