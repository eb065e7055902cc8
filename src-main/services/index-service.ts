// Keeps a config's index current: what is missing or stale is built first or refused, and never silently used.
import type { Config } from '#contract/config';
import type { Analyzer } from '#contract/config/analyzer';
import type { Chunker } from '#contract/config/chunker';
import type { Chunk, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import { chunkerVersion } from '#domain/text/chunk-corpus';
import { describeWholeWords, listAnalysisLanguages, type Analyze } from '#domain/text/corpus-languages';
import { tokenizerVersion } from '#domain/text/tokenize';
import type { Cut, CutCorpus } from './chunks/cut-corpus.ts';
import type { EventHub } from './event-hub.ts';
import { hashValue } from './hash.ts';
import { lsaRetrievers, type LsaService, type OpenLsa } from './lsa-service.ts';
import type { OpenVectors, VectorService } from './vector-service.ts';
import { openQuestionAnalyzer } from './legs/open-analyzers.ts';
import type { Clock, IndexBuilder, IndexJob, IndexStore, LoadLanguageWords } from './ports.ts';

export interface LexicalEntry {
  readonly fingerprint: string;
  readonly chunks: readonly Chunk[];
  readonly lexical: LexicalIndex;
  /** A question into its terms: under every language that the chunks were analysed under. */
  readonly analyze: Analyze;
  /** Those languages; null stands for texts whose words no language changes. */
  readonly languages: readonly (string | null)[];
  /** What the analyzer could not do for some documents, in words. */
  readonly warnings: readonly string[];
  readonly built: boolean;
  readonly elapsedMs: number;
}

/** Everything a config's retrievers rank with, current. */
export interface OpenIndexes {
  readonly chunks: readonly Chunk[];
  readonly lexical: ReadonlyMap<string, LexicalEntry>;
  /** By retriever id. */
  readonly vectors: ReadonlyMap<string, OpenVectors>;
  /** By retriever id. */
  readonly lsa: ReadonlyMap<string, OpenLsa>;
  /** What a model that cut the documents did wrong, in words. */
  readonly chunkWarnings: readonly string[];
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

/**
 * A different corpus, chunking or analysis is another index. Where each text is analysed under its own language, the
 * languages of the documents are part of what decides, and so is that of documents whose own is not known.
 */
export function fingerprintIndex(
  corpus: Corpus,
  chunker: Chunker,
  analyzer: Analyzer,
  fallbackLanguage: string | null,
): string {
  const languages =
    analyzer.language === 'auto'
      ? [fallbackLanguage, ...corpus.documents.map((document) => document.language)].join(' ')
      : null;
  return hashValue({
    ...{ indexFormat, corpusHash: corpus.hash, languages },
    ...{ chunker, chunkerVersion, analyzer, tokenizerVersion },
  });
}

interface IndexWorld {
  readonly root: string;
  readonly store: IndexStore;
  readonly builder: IndexBuilder;
  readonly vectors: VectorService;
  readonly lsa: LsaService;
  /** Cuts the documents of a config whose chunker needs a model; null for every other chunker. */
  readonly cut: CutCorpus;
  readonly clock: Clock;
  readonly events: EventHub;
  readonly loadWords: LoadLanguageWords;
  /** Of documents whose own language is not known: the first that the workspace names, if any. */
  readonly loadFallbackLanguage: () => Promise<string | null>;
}

type Loaded = Pick<LexicalEntry, 'fingerprint' | 'chunks' | 'lexical'>;
type Speech = Pick<LexicalEntry, 'analyze' | 'languages' | 'warnings'>;

/** One corpus at a time is in use: more indexes than this would only hold memory. */
const mostOpened = 8;

export function createIndexService(world: IndexWorld): IndexService {
  const opened = new Map<string, Loaded>();

  async function load(fingerprint: string): Promise<Loaded | null> {
    // What is derived may be deleted at any time, also under an app that goes on.
    const known = (await world.store.has(fingerprint)) ? opened.get(fingerprint) : undefined;
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
      const cut = await cutIfKnown(world.cut, config, corpus);
      if (cut === 'unknown') return false;
      const jobs = jobsOf(world.root, config, corpus, await world.loadFallbackLanguage(), cut);
      for (const { fingerprint } of jobs.values()) if (!(await world.store.has(fingerprint))) return false;
      for (const retriever of lsaRetrievers(config)) {
        const job = jobs.get(analyzerKey(retriever.analyzer));
        if (!job || !(await world.lsa.has(retriever, job.fingerprint))) return false;
      }
      return world.vectors.areCurrent(config, corpus, cut?.hash ?? null);
    },
    async open(config, corpus, options) {
      const lexical = new Map<string, LexicalEntry>();
      const fallback = await world.loadFallbackLanguage();
      const cut = await world.cut(config, corpus, options);
      for (const [key, job] of jobsOf(world.root, config, corpus, fallback, cut)) {
        const startedMs = world.clock.elapsedMs();
        const known = await load(job.fingerprint);
        const index = known ?? (await buildAndLoad(world, job, config, options, load));
        const speech = await openSpeech(world, job, corpus);
        const elapsedMs = world.clock.elapsedMs() - startedMs;
        lexical.set(key, { ...index, ...speech, built: known === null, elapsedMs });
      }
      const chunks = [...lexical.values()][0]?.chunks ?? [];
      const lsa = new Map<string, OpenLsa>();
      for (const retriever of lsaRetrievers(config)) {
        const index = lexical.get(analyzerKey(retriever.analyzer))?.fingerprint ?? '';
        lsa.set(retriever.id, await world.lsa.open(config, retriever, index, options));
      }
      const vectors = await world.vectors.open(config, corpus, chunks, cut?.hash ?? null, options);
      return { chunks, lexical, vectors, lsa, chunkWarnings: cut?.warnings ?? [] };
    },
  };
}

async function cutIfKnown(cut: CutCorpus, config: Config, corpus: Corpus): Promise<Cut | null | 'unknown'> {
  try {
    return await cut(config, corpus, { noBuild: true });
  } catch (error) {
    if (error instanceof AppError) return 'unknown';
    throw error;
  }
}

/** A config without a lexical retriever still gets an index: it holds the chunks. */
function jobsOf(
  root: string,
  config: Config,
  corpus: Corpus,
  fallbackLanguage: string | null,
  cut: Cut | null,
): Map<string, IndexJob> {
  const analyzers = config.retrievers.flatMap((retriever) =>
    'analyzer' in retriever ? [retriever.analyzer] : [],
  );
  return new Map(
    (analyzers.length > 0 ? analyzers : [config.analyzer]).map((analyzer) => {
      const base = fingerprintIndex(corpus, config.chunker, analyzer, fallbackLanguage);
      const fingerprint = cut === null ? base : hashValue([base, cut.hash]);
      return [
        analyzerKey(analyzer),
        {
          ...{
            root,
            fingerprint,
            corpusHash: corpus.hash,
            chunker: config.chunker,
            analyzer,
            fallbackLanguage,
          },
          ...(cut === null ? {} : { slices: Object.fromEntries(cut.slices) }),
        },
      ];
    }),
  );
}

async function openSpeech(world: IndexWorld, job: IndexJob, { documents }: Corpus): Promise<Speech> {
  const { analyzer, fallbackLanguage } = job;
  const languages = listAnalysisLanguages(analyzer, documents, fallbackLanguage);
  const warning = describeWholeWords(analyzer, documents, fallbackLanguage);
  return {
    analyze: await openQuestionAnalyzer(analyzer, languages, world.loadWords),
    languages,
    warnings: warning === null ? [] : [warning],
  };
}

async function buildAndLoad(
  world: IndexWorld,
  job: IndexJob,
  config: Config,
  options: IndexOptions,
  load: (fingerprint: string) => Promise<Loaded | null>,
): Promise<Loaded> {
  if (options.noBuild) {
    throw new AppError('stale', `The index of config "${config.id}" is missing or stale. Build it first.`, {
      command: `index DIR --config ${config.id}`,
    });
  }
  await world.builder.build(job, {
    signal: options.signal,
    onProgress: (done) => world.events.announce('index.progress', { what: config.id, done }),
  });
  const built = await load(job.fingerprint);
  if (built) return built;
  throw new AppError(
    'unavailable',
    `The index of config "${config.id}" could not be read back after it was built. Check the disk and build it again.`,
  );
}
