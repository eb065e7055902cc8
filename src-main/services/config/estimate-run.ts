// What runs of some configs would cost, before they start. Nothing is built, embedded or asked to find out.
import type { Input, Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { RunManifest } from '#contract/runs';
import { estimateCalls } from '#domain/config/estimate-calls';
import { loadConfig } from '../config-service.ts';
import { chooseQuestions, identifyScorers } from '../run/prepare-run.ts';
import { summariseRun } from '../run/read/run-summary.ts';
import type { RunWorld } from '../run/world.ts';
import { requireTrust } from '../trust-service.ts';
import { estimateChunks, type ChunkEstimate, type ChunkEstimateWorld } from './estimate-chunks.ts';
import { estimatePromptTokens, estimateSeconds, findFormer, type FormerRun } from './estimate-cost.ts';

export type EstimateWorld = RunWorld & ChunkEstimateWorld;
type Estimate = Output<'config.estimateRun'>['estimates'][number];

interface Known {
  readonly questions: readonly Question[];
  readonly corpus: Corpus;
  readonly manifests: readonly RunManifest[];
}

/** One estimate for each config and k; what keeps a config from running is its `problem`. Throws not-found without questions. */
export async function estimateRun(
  world: EstimateWorld,
  input: Input<'config.estimateRun'>,
): Promise<Output<'config.estimateRun'>> {
  const known: Known = {
    questions: await chooseQuestions(world, input.tags ?? []),
    corpus: await world.store.loadCorpus(),
    manifests: await world.runs.list(),
  };
  const estimates: Estimate[] = [];
  for (const id of new Set(input.configs))
    estimates.push(...(await estimateConfig(world, id, input.ks, known)));
  return { estimates };
}

async function estimateConfig(
  world: EstimateWorld,
  id: string,
  ks: readonly number[] | undefined,
  known: Known,
): Promise<Estimate[]> {
  const loaded = await orProblem(() => loadConfig(world.store, id));
  if ('problem' in loaded) return (ks ?? [1]).map((k) => unknown(id, k, known, loaded.problem));
  const { config, hash } = loaded.value;
  const chunks = await orProblem(() => estimateChunks(world, config, known.corpus));
  const problem = await findProblem(world, config, known);
  const estimates: Estimate[] = [];
  for (const k of ks ?? [config.select.k]) {
    estimates.push(
      'problem' in chunks
        ? unknown(id, k, known, chunks.problem)
        : await estimateOne(world, { config, hash, k, chunks: chunks.value, problem }, known),
    );
  }
  return estimates;
}

async function estimateOne(
  world: EstimateWorld,
  of: {
    readonly config: Config;
    readonly hash: string;
    readonly k: number;
    readonly chunks: ChunkEstimate;
    readonly problem: string | null;
  },
  { questions, manifests }: Known,
): Promise<Estimate> {
  const { config, hash, k, chunks, problem } = of;
  const former = findFormer(manifests, config, hash, k);
  const same = await summarise(world, former.same);
  const sameModel = same ?? (await summarise(world, former.sameModel));
  const calls = estimateCalls(config, questions.length, chunks.chunks);
  const tokens = estimatePromptTokens(config, k, questions, chunks.chunkTokens, same);
  const time = estimateSeconds(config, questions.length, same, sameModel);
  return {
    config: config.id,
    k,
    questions: questions.length,
    chunks: chunks.chunks,
    chunksToEmbed: chunks.chunksToEmbed,
    indexCurrent: chunks.indexCurrent,
    calls: { low: calls.low, high: calls.high },
    promptTokens: tokens.range,
    seconds: time.range,
    says: [...chunks.says, ...calls.says, tokens.says, time.says],
    problem,
  };
}

/** What would refuse the run before its first question. */
async function findProblem(world: EstimateWorld, config: Config, known: Known): Promise<string | null> {
  if (known.corpus.documents.length === 0) return 'The workspace has no documents.';
  const tried = await orProblem(async () => {
    await requireTrust(world, config);
    await world.openModel(config, known.questions);
    await identifyScorers(world, config);
  });
  return 'problem' in tried ? tried.problem : null;
}

async function orProblem<Value>(
  work: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly problem: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof AppError) return { problem: error.message };
    throw error;
  }
}

/** A run that cannot be read back says nothing about the next one. */
async function summarise(world: EstimateWorld, manifest: RunManifest | null): Promise<FormerRun | null> {
  if (manifest === null) return null;
  const summary = await orProblem(() => summariseRun(world, manifest.runId));
  return 'value' in summary ? { manifest, summary: summary.value } : null;
}

function unknown(config: string, k: number, { questions }: Known, problem: string): Estimate {
  return {
    ...{ config, k, questions: questions.length, chunks: null, chunksToEmbed: null, indexCurrent: false },
    ...{ calls: { low: 0, high: 0 }, promptTokens: null, seconds: null, says: [], problem },
  };
}
