// Keeps a config's vectors current: embeds only texts not seen before, stores them, and opens them for exact ranking.
import type { Config } from '#contract/config';
import type { EmbeddingRetriever } from '#contract/config/retriever';
import type { Chunk, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import { chunkerVersion } from '#domain/text/chunk-corpus';
import type { EventHub } from './event-hub.ts';
import { hashBytes, hashValue } from './hash.ts';
import type { IndexOptions } from './index-service.ts';
import type { Embedder, OpenVectorRanker, VectorRanker, VectorStore, VectorTable } from './ports.ts';

export interface OpenVectors {
  readonly ranker: VectorRanker;
  readonly table: VectorTable;
  readonly built: boolean;
}

export interface VectorService {
  /** @param cutHash over the slices of a chunker that needs a model, else null */
  areCurrent(config: Config, corpus: Corpus, cutHash: string | null): Promise<boolean>;
  /** By retriever id; the map is empty where the config has no embedding retriever. */
  open(
    config: Config,
    corpus: Corpus,
    chunks: readonly Chunk[],
    cutHash: string | null,
    options: IndexOptions,
  ): Promise<ReadonlyMap<string, OpenVectors>>;
}

interface VectorWorld {
  readonly store: VectorStore;
  readonly embedder: Embedder;
  readonly openRanker: OpenVectorRanker;
  readonly events: EventHub;
}

/** Vectors of more than this many tables are not kept in memory at once. */
const mostOpened = 4;

export function createVectorService(world: VectorWorld): VectorService {
  const opened = new Map<string, OpenVectors>();

  async function openOne(
    config: Config,
    retriever: EmbeddingRetriever,
    corpus: Corpus,
    chunks: readonly Chunk[],
    cutHash: string | null,
    options: IndexOptions,
  ): Promise<OpenVectors> {
    const modelHash = await world.embedder.identify(retriever.model, retriever.quantized, options.signal);
    const fingerprint = fingerprintVectors(config, corpus, modelHash, cutHash);
    const key = `${fingerprint} ${retriever.distance}`;
    const known = (await world.store.has(fingerprint)) ? opened.get(key) : undefined;
    if (known) return { ...known, built: false };
    const stored = await world.store.load(fingerprint);
    if (!stored) {
      if (options.noBuild) throw notBuilt(config);
      await build(world, { config, retriever, corpus, chunks, modelHash, fingerprint }, options.signal);
    }
    const found = stored ?? (await world.store.load(fingerprint));
    if (!found) throw notReadBack(config);
    const { vectors, ...table } = found;
    if (opened.size >= mostOpened) opened.clear();
    const open = {
      ranker: world.openRanker({ vectors, dims: table.dims, distance: retriever.distance }),
      table,
      built: stored === null,
    };
    opened.set(key, open);
    return open;
  }

  return {
    async areCurrent(config, corpus, cutHash) {
      for (const retriever of embeddingRetrievers(config)) {
        // A look must not build a model: one that is not there yet has no vectors either.
        const modelHash = await world.embedder.identifyIfReady(retriever.model, retriever.quantized);
        if (
          modelHash === null ||
          !(await world.store.has(fingerprintVectors(config, corpus, modelHash, cutHash)))
        )
          return false;
      }
      return true;
    },
    async open(config, corpus, chunks, cutHash, options) {
      const vectors = new Map<string, OpenVectors>();
      for (const retriever of embeddingRetrievers(config)) {
        vectors.set(retriever.id, await openOne(config, retriever, corpus, chunks, cutHash, options));
      }
      return vectors;
    },
  };
}

function notBuilt({ id }: Config): AppError {
  return new AppError('stale', `The vectors of config "${id}" are missing or stale. Build it first.`, {
    command: `index DIR --config ${id}`,
  });
}

function notReadBack({ id }: Config): AppError {
  return new AppError(
    'unavailable',
    `The vectors of config "${id}" could not be read back after they were stored. Check the disk and build it again.`,
  );
}

export function embeddingRetrievers(config: Config): EmbeddingRetriever[] {
  return config.retrievers.filter((retriever) => retriever.kind === 'embedding');
}

function fingerprintVectors(
  config: Config,
  corpus: Corpus,
  modelHash: string,
  cutHash: string | null,
): string {
  return hashValue({
    ...(cutHash === null ? {} : { cutHash }),
    corpusHash: corpus.hash,
    chunker: config.chunker,
    chunkerVersion,
    language: config.analyzer.language,
    modelHash,
  });
}

interface BuildJob {
  readonly config: Config;
  readonly retriever: EmbeddingRetriever;
  readonly corpus: Corpus;
  readonly chunks: readonly Chunk[];
  readonly modelHash: string;
  readonly fingerprint: string;
}

async function build(world: VectorWorld, job: BuildJob, signal: AbortSignal | undefined): Promise<void> {
  const texts = new Map(job.corpus.documents.map((document) => [document.id, document.text]));
  const chunkTexts = job.chunks.map((chunk) =>
    (texts.get(chunk.documentId) ?? '').slice(chunk.start, chunk.end),
  );
  const { vectors, dims, cut } = await world.embedder.embed(job.retriever.model, chunkTexts, {
    quantized: job.retriever.quantized,
    signal,
    onProgress: ({ done, total }) =>
      world.events.announce('index.progress', {
        what: `${job.config.id} (embedding)`,
        done: total === 0 ? 1 : done / total,
      }),
  });
  const rows = job.chunks.map((chunk, index) => ({
    chunkId: chunk.id,
    documentId: chunk.documentId,
    start: chunk.start,
    end: chunk.end,
    textHash: hashBytes(chunkTexts[index] ?? ''),
  }));
  await world.store.save(job.fingerprint, { rows, vectors, dims, modelHash: job.modelHash, cut }, { signal });
}
