// What is known of a config's chunks and vectors before its index is built; nothing is built or embedded to find out.
import type { Config } from '#contract/config';
import type { Chunk, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import { estimateTokens } from '#domain/prompt/estimate-tokens';
import { percentile } from '#domain/stats/percentile';
import { chunkCorpus } from '#domain/text/chunk-corpus';
import { isModelChunker } from '../chunks/model-chunks.ts';
import { hashValue } from '../hash.ts';
import type { IndexService } from '../index-service.ts';
import type { Embedder } from '../ports.ts';
import { embeddingRetrievers } from '../vector-service.ts';
import type { EmbeddingCounter } from './ports.ts';

export interface ChunkEstimateWorld {
  readonly indexes: IndexService;
  readonly embedder: Embedder;
  readonly embeddingCounter: EmbeddingCounter;
}

export interface ChunkEstimate {
  readonly indexCurrent: boolean;
  readonly chunks: number | null;
  readonly chunksToEmbed: number | null;
  /** Tokens of the text of one chunk: first and third quartile; null where there are no chunks to look at. */
  readonly chunkTokens: { readonly low: number; readonly high: number } | null;
  readonly says: readonly string[];
}

export async function estimateChunks(
  world: ChunkEstimateWorld,
  config: Config,
  corpus: Corpus,
): Promise<ChunkEstimate> {
  const indexCurrent =
    (await areModelsReady(world, config)) && (await world.indexes.isCurrent(config, corpus));
  const chunks = await knownChunks(world, config, corpus, indexCurrent);
  if (chunks === null) {
    const says = [
      'The index is not built: how many chunks there are, and what has to be embedded, is known afterwards.',
    ];
    return { indexCurrent, chunks: null, chunksToEmbed: null, chunkTokens: null, says };
  }
  const documents = new Map(corpus.documents.map(({ id, text }) => [id, text]));
  const texts = chunks.map(({ documentId, start, end }) =>
    (documents.get(documentId) ?? '').slice(start, end),
  );
  const embedding = indexCurrent
    ? { count: 0, says: [] }
    : await countToEmbed(world.embeddingCounter, config, texts);
  const says = indexCurrent
    ? [`The index is current: ${chunks.length} chunks, nothing to build.`]
    : [`The index is built first: ${chunks.length} chunks.`, ...embedding.says];
  return {
    ...{ indexCurrent, chunks: chunks.length, chunksToEmbed: embedding.count, says },
    chunkTokens: measureTokens(texts),
  };
}

/** A model that is not there yet would be built only to look for its vectors. */
async function areModelsReady(world: ChunkEstimateWorld, config: Config): Promise<boolean> {
  const models = [
    ...embeddingRetrievers(config),
    ...(config.chunker.kind === 'semantic' ? [config.chunker] : []),
  ];
  for (const { model, quantized } of models)
    if ((await world.embedder.identifyIfReady(model, quantized)) === null) return false;
  return true;
}

/** Cutting more than this would hold the window for longer than a blink. */
const mostCharacters = 20_000_000;

const cutBefore = new WeakMap<Corpus, Map<string, readonly Chunk[]>>();

async function knownChunks(
  world: ChunkEstimateWorld,
  config: Config,
  corpus: Corpus,
  indexCurrent: boolean,
): Promise<readonly Chunk[] | null> {
  const { chunker, analyzer } = config;
  const characters = corpus.documents.reduce((sum, { text }) => sum + text.length, 0);
  if (isModelChunker(chunker) || characters > mostCharacters)
    return indexCurrent ? openChunks(world.indexes, config, corpus) : null;
  const ofCorpus = cutBefore.get(corpus) ?? new Map<string, readonly Chunk[]>();
  cutBefore.set(corpus, ofCorpus);
  const key = hashValue([chunker, analyzer.language]);
  const chunks = ofCorpus.get(key) ?? chunkCorpus(corpus, chunker, analyzer.language);
  ofCorpus.set(key, chunks);
  return chunks;
}

async function openChunks(
  indexes: IndexService,
  config: Config,
  corpus: Corpus,
): Promise<readonly Chunk[] | null> {
  try {
    return (await indexes.open(config, corpus, { noBuild: true })).chunks;
  } catch (error) {
    // Cleared or changed since it was looked at.
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function countToEmbed(
  counter: EmbeddingCounter,
  config: Config,
  texts: readonly string[],
): Promise<{ readonly count: number; readonly says: readonly string[] }> {
  let count = 0;
  const says: string[] = [];
  const models = new Map(
    embeddingRetrievers(config).map((retriever) => [`${retriever.model} ${retriever.quantized}`, retriever]),
  );
  for (const { model, quantized } of models.values()) {
    const different = new Set(texts).size;
    const missing = await counter.countMissing(model, quantized, texts);
    count += missing ?? different;
    says.push(
      missing === null
        ? `The model ${model} is not ready: it is made or asked for first, and all ${different} different chunks count as new.`
        : `${model} embeds ${missing} of ${different} different chunks; the vectors of the others are kept.`,
    );
  }
  return { count, says };
}

/** Chunks looked at for their length, evenly over the corpus. */
const mostMeasured = 500;

function measureTokens(texts: readonly string[]): ChunkEstimate['chunkTokens'] {
  const step = Math.max(1, Math.ceil(texts.length / mostMeasured));
  const tokens = texts.filter((_, index) => index % step === 0).map(estimateTokens);
  const low = percentile(tokens, 0.25);
  const high = percentile(tokens, 0.75);
  return low === null || high === null ? null : { low, high };
}
