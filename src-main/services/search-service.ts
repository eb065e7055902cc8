// Ranks chunks for a query under a config: every leg by itself, then fused.
import type { Config } from '#contract/config';
import type { EmbeddingRetriever, Retriever, TfidfRetriever } from '#contract/config/retriever';
import type { Chunk } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import { combineLegs } from '#domain/retrieval/combine-legs';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import { rankTfidf, weighTfidf } from '#domain/retrieval/tfidf';
import { stopWordsOf } from '#domain/text/stop-words';
import { createAnalyzer } from '#domain/text/tokenize';
import { analyzerKey, type OpenIndexes } from './index-service.ts';
import type { Embedder } from './ports.ts';

export interface Ranker {
  readonly chunks: readonly Chunk[];
  /** Does for many queries at once what they will need, such as embedding them; ranking works without it too. */
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Ranks one query; `k` is the cut. */
  rank(query: string, k: number): Promise<Retrieval>;
}

interface Leg {
  readonly retriever: Retriever;
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  rank(query: string): Promise<readonly RankedChunk[]>;
}

export interface RankerWorld {
  readonly indexes: OpenIndexes;
  readonly embedder: Embedder;
  /** Language of the words where neither the config nor a document decides. */
  readonly language: string | null;
  /** Lists reach to the end of the corpus instead of each retriever's `candidates`. */
  readonly deep?: boolean;
}

export function createRanker(config: Config, world: RankerWorld): Ranker {
  const legs = config.retrievers.map((retriever) => openLeg(retriever, world));
  const { chunks } = world.indexes;
  return {
    chunks,
    async prepare(queries, signal) {
      for (const leg of legs) await leg.prepare(queries, signal);
    },
    async rank(query, k) {
      const ranked = await Promise.all(
        legs.map(async (leg) => ({ retriever: leg.retriever, hits: await leg.rank(query) })),
      );
      return combineLegs({
        legs: ranked,
        chunks,
        fusion: config.fusion,
        select: { k, minScore: config.select.minScore },
      });
    },
  };
}

function openLeg(retriever: Retriever, world: RankerWorld): Leg {
  switch (retriever.kind) {
    case 'tfidf':
      return tfidfLeg(retriever, world);
    case 'embedding':
      return embeddingLeg(retriever, world);
    default:
      throw new AppError('invalid-input', `The retriever kind "${retriever.kind}" is not available.`);
  }
}

function tfidfLeg(retriever: TfidfRetriever, world: RankerWorld): Leg {
  const index = world.indexes.lexical.get(analyzerKey(retriever.analyzer));
  if (!index) throw new Error(`no index was opened for retriever ${retriever.id}`);
  const model = weighTfidf(index.lexical, { tf: retriever.tf, idf: retriever.idf });
  const analyze = createAnalyzer(retriever.analyzer, world.language, stopWordsOf(retriever.analyzer));
  const candidates = world.deep ? Infinity : retriever.candidates;
  return {
    retriever,
    prepare: () => Promise.resolve(),
    rank: (query) =>
      Promise.resolve(rankTfidf(model, analyze(query), { candidates, minScore: retriever.minScore })),
  };
}

function embeddingLeg(retriever: EmbeddingRetriever, world: RankerWorld): Leg {
  const index = world.indexes.vectors.get(retriever.id);
  if (!index) throw new Error(`no vectors were opened for retriever ${retriever.id}`);
  const candidates = world.deep ? Infinity : retriever.candidates;
  const known = new Map<string, Float32Array>();
  async function prepare(queries: readonly string[], signal?: AbortSignal): Promise<void> {
    const missing = [...new Set(queries)].filter((query) => !known.has(query));
    if (missing.length === 0) return;
    const { vectors, dims } = await world.embedder.embed(retriever.model, missing, {
      quantized: retriever.quantized,
      signal,
    });
    for (const [row, query] of missing.entries())
      known.set(query, vectors.slice(row * dims, (row + 1) * dims));
  }
  return {
    retriever,
    prepare,
    async rank(query) {
      await prepare([query]);
      const vector = known.get(query);
      return vector ? index.ranker.rank(vector, candidates, retriever.minScore) : [];
    },
  };
}
