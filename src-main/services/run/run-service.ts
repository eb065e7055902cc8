// Starts, resumes, cancels and waits for runs. The order of a run's steps stands here and in ask-question.ts alone.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import { AppError } from '#contract/failure';
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
import type { RankOptions, Searched } from '../search-service.ts';
import { summariseRun } from './read/run-summary.ts';
import { failedAtProvider } from './tell-run.ts';
import { workThrough, type Retrieve, type RunInHand } from './work-through.ts';
import type { RunWorld } from './world.ts';

export interface RunService {
  start(input: Input<'run.startRuns'>, signal: AbortSignal): Promise<Output<'run.startRuns'>>;
  resume(input: Input<'run.resumeRun'>, signal: AbortSignal): Promise<Output<'run.resumeRun'>>;
  cancel(runId: string): { readonly runId: string; readonly wasRunning: boolean };
  wait(runId: string): Promise<RunSummary>;
  /** Stops every run of this process and waits until their state is on disk. */
  close(): Promise<void>;
}

export function createRunService(world: RunWorld): RunService {
  const active = createActiveRuns();
  const launch = (runs: readonly RunInHand[]) => {
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
): Promise<RunInHand[]> {
  const questions = await chooseQuestions(world, input.tags ?? []);
  const prepared: PreparedRun[] = [];
  // Every config is prepared before the first run is written: one that cannot run must not leave the others half started.
  for (const config of await loadRunConfigs(world, input.configs)) {
    prepared.push(await prepareRun(world, { config, questions, noBuild: input.noBuild }, signal));
  }
  const runs: RunInHand[] = [];
  for (const each of prepared) {
    const ks = input.ks ?? [each.config.select.k];
    const retrieve = sharedRetrieval(each, ks.length);
    for (const k of ks) {
      const journal = await world.runs.create(newManifest(world, each, { k, tags: input.tags }));
      runs.push({ journal, prepared: each, retrieve: retrieve(k) });
    }
  }
  return runs;
}

async function reopenRun(
  world: RunWorld,
  input: Input<'run.resumeRun'>,
  signal: AbortSignal,
): Promise<RunInHand> {
  const journal = await world.runs.reopen(input.runId);
  try {
    const prepared = await prepareAgain(world, journal, signal);
    if (input.retryErrors)
      await journal.drop(new Set(journal.items.filter(failedAtProvider).map((item) => item.questionId)));
    return { journal, prepared, retrieve: sharedRetrieval(prepared, 1)(journal.manifest.k) };
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

/** One ranking serves every k of a config: only the cut differs. With a single k none is kept. */
function sharedRetrieval({ ranker }: PreparedRun, ks: number): (k: number) => Retrieve {
  const known = new Map<string, Promise<Searched>>();
  function rank({ id, question: text }: Question, k: number, options: RankOptions): Promise<Searched> {
    const key = `${options.abstained === true} ${id}`;
    const ranking = known.get(key) ?? ranker.rank({ id, text }, k, options);
    if (ks > 1) known.set(key, ranking);
    return ranking;
  }
  return (k) => async (question, options) => {
    const { retrieval, providerError } = await rank(question, k, options).catch((error: unknown) => {
      if (options.signal?.aborted) throw error;
      // It was asked for by a run that was cancelled meanwhile.
      known.clear();
      return rank(question, k, options);
    });
    return { retrieval: { ...retrieval, selected: Math.min(k, retrieval.ranked.length) }, providerError };
  };
}
