// Builds indexes on request, and searches a config the way a run would.
import type { Input, Output } from '#contract/api';
import type { Config } from '#contract/config';
import type { Corpus, CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { Hit } from '#contract/items';
import { locateInDocument } from '#domain/text/locate-in-document';
import { loadConfig } from './config-service.ts';
import type { OpenIndexes } from './index-service.ts';
import type { Query } from './legs/query.ts';
import type { RunWorld } from './run/world.ts';
import { createRanker } from './search-service.ts';
import { requireTrust } from './trust-service.ts';

type IndexRows = Output<'index.buildIndex'>['indexes'];
type Found = Output<'retrieval.searchChunks'>;

export async function buildIndexes(
  world: RunWorld,
  input: Input<'index.buildIndex'>,
  signal: AbortSignal,
): Promise<Output<'index.buildIndex'>> {
  const ids =
    input.config === undefined ? (await world.store.listConfigs()).map(({ id }) => id) : [input.config];
  const corpus = await requireCorpus(world);
  const indexes: IndexRows = [];
  for (const id of ids) {
    const { config } = await loadConfig(world.store, id);
    await requireTrust(world, config, 'retrieval');
    const startedMs = world.clock.elapsedMs();
    const open = await world.indexes.open(config, corpus, { signal });
    indexes.push(describe(config, open, world.clock.elapsedMs() - startedMs));
  }
  return { indexes };
}

function describe(config: Config, indexes: OpenIndexes, elapsedMs: number): IndexRows[number] {
  const { chunks, lexical, vectors, lsa } = indexes;
  const entries = [...lexical.values()];
  const tables = [...vectors.values()];
  const warnings = listWarnings(indexes);
  return {
    config: config.id,
    chunks: chunks.length,
    terms: entries.reduce((sum, entry) => sum + entry.lexical.terms.length, 0),
    vectors: tables.reduce((sum, { table }) => sum + table.count, 0),
    cut: tables.reduce((sum, { table }) => sum + table.cut, 0),
    built: [...entries, ...tables, ...lsa.values()].some((entry) => entry.built),
    elapsedMs,
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

export interface Search {
  /** Throws unavailable where a retriever or judge cannot be reached. */
  find(query: Query): Promise<Found>;
  /** Of the config over this corpus, whatever the query. */
  readonly warnings: readonly string[];
}

/** Opens a config once for many queries. */
export async function openSearch(
  world: RunWorld,
  input: { readonly config: string; readonly k?: number | 'all'; readonly noBuild?: boolean },
  queries: readonly string[],
  signal: AbortSignal,
): Promise<Search> {
  const { config } = await loadConfig(world.store, input.config);
  await requireTrust(world, config, 'retrieval');
  const corpus = await requireCorpus(world);
  const indexes = await world.indexes.open(config, corpus, { noBuild: input.noBuild, signal });
  const deep = input.k === 'all';
  const { embedder, parts } = world;
  const ranker = await createRanker(config, { indexes, corpus, embedder, parts, deep });
  await ranker.prepare(queries, signal);
  const k = input.k === 'all' ? Infinity : (input.k ?? config.select.k);
  const documents = new Map(corpus.documents.map((document) => [document.id, document]));
  return {
    warnings: listWarnings(indexes),
    async find(query) {
      const { retrieval, providerError } = await ranker.rank(query, k, { signal });
      if (providerError) throw new AppError('unavailable', providerError.message);
      const { ranked, warnings } = retrieval;
      const hits = ranked.slice(0, k).map((hit) => ({ ...hit, ...describeHit(documents, hit) }));
      return warnings ? { hits, warnings } : { hits };
    },
  };
}

/** Retrievers with analyzers of their own may say the same: each sentence once. */
function listWarnings({ lexical, chunkWarnings }: OpenIndexes): string[] {
  return [...new Set([...[...lexical.values()].flatMap((entry) => entry.warnings), ...chunkWarnings])];
}

function describeHit(documents: ReadonlyMap<string, CorpusDocument>, hit: Hit) {
  const document = documents.get(hit.documentId);
  if (!document)
    throw new AppError(
      'stale',
      `The index names the document "${hit.documentId}", which is not in the workspace. Build the index again.`,
      { command: 'index DIR' },
    );
  const { page, headings } = locateInDocument(document, hit.start);
  return { text: document.text.slice(hit.start, hit.end), page, headings: [...headings] };
}

export async function requireCorpus(world: RunWorld): Promise<Corpus> {
  const corpus = await world.store.loadCorpus();
  if (corpus.documents.length === 0)
    throw new AppError('not-found', 'The workspace has no documents. Add some first.', {
      command: 'add DIR FILE...',
    });
  return corpus;
}
