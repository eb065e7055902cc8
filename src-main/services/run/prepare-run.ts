// Gathers what a run needs and freezes it; refuses before anything is asked or written.
import type { Input } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { RunManifest } from '#contract/runs';
import { newestSchemaVersion } from '#contract/migrations';
import { loadConfig } from '../config-service.ts';
import type { OpenIndexes } from '../index-service.ts';
import { createRanker, type Ranker } from '../search-service.ts';
import { requireTrust } from '../trust-service.ts';
import { embeddingRetrievers } from '../vector-service.ts';
import { freezeHashes, freezeVersions, type Scorer } from './freeze.ts';
import type { OpenModel, RunWorld } from './world.ts';

export interface PreparedRun {
  readonly config: Config;
  readonly corpus: Corpus;
  /** The questions asked, in bank order. */
  readonly questions: readonly Question[];
  readonly ranker: Ranker;
  readonly model: OpenModel;
  /** The stored vectors the embedding retrievers rank with. */
  readonly vectors: NonNullable<RunManifest['vectors']>;
  /** The cross-encoders of its rerank steps. */
  readonly scorers: readonly Scorer[];
  readonly foundThreshold: number;
}

export async function prepareRun(
  world: RunWorld,
  what: { readonly config: Config; readonly questions: readonly Question[]; readonly noBuild?: boolean },
  signal: AbortSignal,
): Promise<PreparedRun> {
  const { config, questions } = what;
  await requireTrust(world, config);
  const settings = await world.store.loadSettings();
  const corpus = await world.store.loadCorpus();
  if (corpus.documents.length === 0)
    throw new AppError('not-found', 'The workspace has no documents. Add some first.', {
      command: 'add DIR FILE...',
    });
  const model = await world.openModel(config, questions);
  const scorers = await identifyScorers(world, config);
  const indexes = await world.indexes.open(config, corpus, { noBuild: what.noBuild, signal });
  const { embedder, parts } = world;
  const ranker = await createRanker(config, { indexes, corpus, embedder, parts });
  await ranker.prepare(
    questions.map((question) => question.question),
    signal,
  );
  const vectors = vectorsOf(config, indexes);
  const { foundThreshold } = settings;
  return { config, corpus, questions, ranker, model, vectors, scorers, foundThreshold };
}

/** Throws unavailable for a model that is not there, invalid-input for one that scores no pairs. */
export async function identifyScorers(
  { parts }: Pick<RunWorld, 'parts'>,
  config: Config,
): Promise<readonly Scorer[]> {
  const scorers: Scorer[] = [];
  for (const step of config.rerank) {
    if (step.kind !== 'cross-encoder') continue;
    scorers.push({ model: step.model, hash: await parts.identifyScorer(step.model, step.quantized) });
  }
  return scorers;
}

function vectorsOf(config: Config, indexes: OpenIndexes): PreparedRun['vectors'] {
  return embeddingRetrievers(config).flatMap((retriever) => {
    const open = indexes.vectors.get(retriever.id);
    return open ? [{ retriever: retriever.id, model: retriever.model, ...open.table }] : [];
  });
}

/** The questions a run asks: all, or those with one of the tags. */
export async function chooseQuestions(
  world: RunWorld,
  tags: readonly string[],
): Promise<readonly Question[]> {
  const bank = await world.store.loadQuestions();
  const chosen =
    tags.length === 0 ? bank : bank.filter((question) => question.tags?.some((tag) => tags.includes(tag)));
  if (chosen.length > 0) return chosen;
  if (bank.length === 0)
    throw new AppError('not-found', 'The bank has no questions. Import or write some first.', {
      command: 'import DIR PATH --format jsonl',
    });
  const known = [...new Set(bank.flatMap((question) => question.tags ?? []))].sort();
  throw new AppError(
    'not-found',
    `No question carries the tag ${tags.join(' or ')}. Tags of the bank: ${known.join(', ') || 'none'}.`,
  );
}

export async function loadRunConfigs(world: RunWorld, ids: readonly string[]): Promise<readonly Config[]> {
  return Promise.all([...new Set(ids)].map(async (id) => (await loadConfig(world.store, id)).config));
}

export function newManifest(
  world: RunWorld,
  prepared: PreparedRun,
  fixed: { readonly k: number; readonly tags: Input<'run.startRuns'>['tags'] },
): RunManifest {
  const at = world.clock.now();
  const { config, questions, corpus, foundThreshold, model, vectors, scorers } = prepared;
  const models = { model, vectors, scorers };
  const stamp = at.replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return {
    schemaVersion: newestSchemaVersion.manifest,
    runId: `${stamp}-${config.id}-k${fixed.k}-${world.newSuffix()}`,
    state: 'running',
    config,
    k: fixed.k,
    tags: [...(fixed.tags ?? [])],
    questionIds: questions.map((question) => question.id),
    foundThreshold,
    versions: freezeVersions(world.build, config, questions, {
      corpusHash: corpus.hash,
      foundThreshold,
      ...models,
    }),
    frozen: freezeHashes(config, questions, corpus.hash, models),
    ...(vectors.length > 0 ? { vectors } : {}),
    startedAt: at,
    finishedAt: null,
    elapsedMs: 0,
  };
}

const frozenWords: Readonly<Record<string, string>> = {
  questions: 'the text of its questions',
  corpus: 'the documents',
  config: 'the config',
  prompt: 'the prompt',
  model: 'the model or its scripted replies',
};

/** Throws conflict with the list of what changed since the run was frozen. */
export function requireUnchanged(manifest: RunManifest, now: RunManifest['frozen']): void {
  const changed = Object.keys(manifest.frozen).filter((name) => manifest.frozen[name] !== now[name]);
  if (changed.length === 0) return;
  throw new AppError(
    'conflict',
    `Run ${manifest.runId} cannot be resumed: ${changed.map((name) => frozenWords[name] ?? name).join(' and ')} changed since it started. ` +
      'Start a new run instead.',
    { detail: { changed }, command: `run DIR --config ${manifest.config.id}` },
  );
}
