// Keeps a config's index current: what is missing or stale is built first or refused, and never silently used.
import type { Config } from '#contract/config';
import type { Analyzer } from '#contract/config/analyzer';
import type { Chunker } from '#contract/config/chunker';
import type { Chunk, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import { chunkerVersion } from '#domain/text/chunk-corpus';
import { tokenizerVersion } from '#domain/text/tokenize';
import type { EventHub } from './event-hub.ts';
import { hashValue } from './hash.ts';
import type { OpenVectors, VectorService } from './vector-service.ts';
import type { Clock, IndexBuilder, IndexJob, IndexStore } from './ports.ts';

export interface LexicalEntry {
  readonly fingerprint: string;
  readonly chunks: readonly Chunk[];
  readonly lexical: LexicalIndex;
  readonly built: boolean;
  readonly elapsedMs: number;
}

/** Everything a config's retrievers rank with, current. */
export interface OpenIndexes {
  readonly chunks: readonly Chunk[];
  readonly lexical: ReadonlyMap<string, LexicalEntry>;
  /** By retriever id. */
  readonly vectors: ReadonlyMap<string, OpenVectors>;
}

export interface IndexOptions {
  /** Refuse with `stale` instead of building. */
  readonly noBuild?: boolean;
  readonly signal?: AbortSignal;
}

export interface IndexService {
  isCurrent(config: Config, corpus: Corpus): Promise<boolean>;
  /** Opens what the config's retrievers need, building what is missing: an index per analyzer, vectors per model. */
  open(config: Config, corpus: Corpus, options: IndexOptions): Promise<OpenIndexes>;
}

/** Bumped when the files of an index change shape, so that older ones count as stale. */
const indexFormat = 1;

export function analyzerKey(analyzer: Analyzer): string {
  return hashValue(analyzer);
}

/** A different corpus, chunking or analysis is another index. */
export function fingerprintIndex(corpusHash: string, chunker: Chunker, analyzer: Analyzer): string {
  return hashValue({ indexFormat, corpusHash, chunker, chunkerVersion, analyzer, tokenizerVersion });
}

interface IndexWorld {
  readonly root: string;
  readonly store: IndexStore;
  readonly builder: IndexBuilder;
  readonly vectors: VectorService;
  readonly clock: Clock;
  readonly events: EventHub;
}

type Loaded = Pick<LexicalEntry, 'fingerprint' | 'chunks' | 'lexical'>;

/** One corpus at a time is in use: more indexes than this would only hold memory. */
const mostOpened = 8;

export function createIndexService(world: IndexWorld): IndexService {
  const opened = new Map<string, Loaded>();

  async function load(fingerprint: string): Promise<Loaded | null> {
    const known = opened.get(fingerprint);
    if (known) return known;
    const found = await world.store.load(fingerprint);
    if (!found) return null;
    if (opened.size >= mostOpened) opened.clear();
    const index = { fingerprint, ...found };
    opened.set(fingerprint, index);
    return index;
  }

  return {
    async isCurrent(config, corpus) {
      const jobs = [...jobsOf(world.root, config, corpus).values()];
      const lexical = await Promise.all(
        jobs.map((job) => opened.has(job.fingerprint) || world.store.has(job.fingerprint)),
      );
      return lexical.every(Boolean) && (await world.vectors.areCurrent(config, corpus));
    },
    async open(config, corpus, options) {
      const lexical = new Map<string, LexicalEntry>();
      for (const [key, job] of jobsOf(world.root, config, corpus)) {
        const startedMs = world.clock.elapsedMs();
        const known = await load(job.fingerprint);
        const index = known ?? (await buildAndLoad(world, job, config, options, load));
        lexical.set(key, { ...index, built: known === null, elapsedMs: world.clock.elapsedMs() - startedMs });
      }
      const chunks = [...lexical.values()][0]?.chunks ?? [];
      return { chunks, lexical, vectors: await world.vectors.open(config, corpus, chunks, options) };
    },
  };
}

/** A config without a lexical retriever still gets an index: it holds the chunks. */
function jobsOf(root: string, config: Config, corpus: Corpus): Map<string, IndexJob> {
  const analyzers = config.retrievers.flatMap((retriever) =>
    retriever.kind === 'tfidf' ? [retriever.analyzer] : [],
  );
  return new Map(
    (analyzers.length > 0 ? analyzers : [config.analyzer]).map((analyzer) => {
      const fingerprint = fingerprintIndex(corpus.hash, config.chunker, analyzer);
      return [
        analyzerKey(analyzer),
        { root, fingerprint, corpusHash: corpus.hash, chunker: config.chunker, analyzer },
      ];
    }),
  );
}

async function buildAndLoad(
  world: IndexWorld,
  job: IndexJob,
  config: Config,
  options: IndexOptions,
  load: (fingerprint: string) => Promise<Loaded | null>,
): Promise<Loaded> {
  if (options.noBuild) {
    throw new AppError(
      'stale',
      `The index of config "${config.id}" is missing or stale. Run: assay index DIR --config ${config.id}`,
    );
  }
  await world.builder.build(job, {
    signal: options.signal,
    onProgress: (done) => world.events.announce('index.progress', { what: config.id, done }),
  });
  const built = await load(job.fingerprint);
  if (built) return built;
  throw new AppError(
    'unavailable',
    `The index of config "${config.id}" could not be read back after it was built. Check the disk and run assay index again.`,
  );
}
