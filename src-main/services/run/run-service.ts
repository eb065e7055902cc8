// Starts, resumes, cancels and waits for runs. The order of a run's steps stands here and in ask-question.ts alone.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import type { RunSummary } from '#contract/scores';
import type { RunJournal } from '../ports.ts';
import { createActiveRuns } from './active-runs.ts';
import { freezeHashes } from './freeze.ts';
import {
  chooseQuestions,
  loadRunConfigs,
  newManifest,
  prepareRun,
  requireUnchanged,
  type PreparedRun,
} from './prepare-run.ts';
import { summariseRun } from './read/run-summary.ts';
import { failedAtProvider } from './tell-run.ts';
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

interface RunToLaunch {
  readonly journal: RunJournal;
  readonly prepared: PreparedRun;
  readonly retrieve: (question: Question) => Promise<Retrieval>;
}

export function createRunService(world: RunWorld): RunService {
  const active = createActiveRuns();
  const launch = (runs: readonly RunToLaunch[]) => {
    active.launch(
      runs.map((run) => ({
        runId: run.journal.manifest.runId,
        work: (signal) => workThrough(world, run, signal),
      })),
    );
  };
  return {
    async start(input, signal) {
      const runs = await createRuns(world, input, signal);
      launch(runs);
      return { runs: runs.map(({ journal }) => describe(journal)) };
    },
    async resume(input, signal) {
      if (active.has(input.runId)) throw new AppError('conflict', `Run ${input.runId} is running already.`);
      const run = await reopenRun(world, input, signal);
      launch([run]);
      return {
        runId: input.runId,
        finished: run.journal.items.length,
        questions: run.journal.manifest.questionIds.length,
      };
    },
    cancel: (runId) => ({ runId, wasRunning: active.cancel(runId) }),
    async wait(runId) {
      await active.ended(runId);
      return summariseRun(world, runId);
    },
    close: () => active.close(),
  };
}

function describe({ manifest }: RunJournal): Output<'run.startRuns'>['runs'][number] {
  return {
    runId: manifest.runId,
    config: manifest.config.id,
    k: manifest.k,
    questions: manifest.questionIds.length,
  };
}

async function createRuns(
  world: RunWorld,
  input: Input<'run.startRuns'>,
  signal: AbortSignal,
): Promise<RunToLaunch[]> {
  const questions = await chooseQuestions(world, input.tags ?? []);
  const prepared: PreparedRun[] = [];
  // Every config is prepared before the first run is written: one that cannot run must not leave the others half started.
  for (const config of await loadRunConfigs(world, input.configs)) {
    prepared.push(await prepareRun(world, { config, questions, noBuild: input.noBuild }, signal));
  }
  const runs: RunToLaunch[] = [];
  for (const each of prepared) {
    const retrieve = sharedRetrieval(each);
    for (const k of input.ks ?? [each.config.select.k]) {
      const journal = await world.runs.create(newManifest(world, each, { k, tags: input.tags }));
      runs.push({ journal, prepared: each, retrieve: (question) => retrieve(question, k) });
    }
  }
  return runs;
}

async function reopenRun(
  world: RunWorld,
  input: Input<'run.resumeRun'>,
  signal: AbortSignal,
): Promise<RunToLaunch> {
  const journal = await world.runs.reopen(input.runId);
  try {
    const prepared = await prepareAgain(world, journal, signal);
    if (input.retryErrors)
      await journal.drop(new Set(journal.items.filter(failedAtProvider).map((item) => item.questionId)));
    const retrieve = sharedRetrieval(prepared);
    return { journal, prepared, retrieve: (question) => retrieve(question, journal.manifest.k) };
  } catch (error) {
    await journal.close();
    throw error;
  }
}

async function prepareAgain(world: RunWorld, journal: RunJournal, signal: AbortSignal): Promise<PreparedRun> {
  const { manifest } = journal;
  const [config] = await loadRunConfigs(world, [manifest.config.id]);
  if (!config) throw new AppError('not-found', `The config "${manifest.config.id}" is gone.`);
  const bank = new Map((await world.store.loadQuestions()).map((question) => [question.id, question]));
  const questions = manifest.questionIds.flatMap((id) => bank.get(id) ?? []);
  const prepared = await prepareRun(world, { config, questions }, signal);
  requireUnchanged(manifest, freezeHashes(config, questions, prepared.corpus.hash, prepared));
  return prepared;
}

/** One ranking serves every k of a config: only the cut differs. */
function sharedRetrieval({ ranker }: PreparedRun): (question: Question, k: number) => Retrieve {
  const known = new Map<string, Promise<Searched>>();
  return ({ id, question: text }, k) =>
    async (options) => {
      const key = `${options.abstained === true} ${id}`;
      const ranking = known.get(key) ?? ranker.rank({ id, text }, k, options);
      known.set(key, ranking);
      // What was cancelled for one run must be asked again for the next.
      ranking.catch(() => known.delete(key));
      const { retrieval, providerError } = await ranking;
      return {
        retrieval: { ...retrieval, selected: Math.min(k, retrieval.ranked.length) },
        providerError,
      };
    };
}
