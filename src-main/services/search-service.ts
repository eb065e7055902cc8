// Ranks chunks for a query under a config: every leg by itself, then fused.
import type { Config } from '#contract/config';
import type { Retriever } from '#contract/config/retriever';
import type { Chunk } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import { combineLegs } from '#domain/retrieval/combine-legs';
import type { OpenIndexes } from './index-service.ts';
import { openEmbeddingLeg } from './legs/embedding-leg.ts';
import type { Leg } from './legs/leg.ts';
import { openLexicalLeg } from './legs/lexical-leg.ts';
import type { Embedder } from './ports.ts';

export interface Ranker {
  readonly chunks: readonly Chunk[];
  /** Does for many queries at once what they will need, such as embedding them; ranking works without it too. */
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  /** Ranks one query; `k` is the cut. */
  rank(query: string, k: number): Promise<Retrieval>;
}

export interface RankerWorld {
  readonly indexes: OpenIndexes;
  readonly embedder: Embedder;
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
        legs.map(async (leg) => ({ retriever: leg.retriever, ...(await leg.rank(query)) })),
      );
      const retrieval = combineLegs({
        legs: ranked,
        chunks,
        fusion: config.fusion,
        select: { k, minScore: config.select.minScore },
      });
      const warnings = [...ranked.flatMap((leg) => leg.warnings ?? []), ...warnOfSelect(config, retrieval)];
      return warnings.length > 0 ? { ...retrieval, warnings } : retrieval;
    },
  };
}

function warnOfSelect({ select }: Config, { legs, ranked }: Retrieval): string[] {
  const listed = legs.some(({ hits }) => hits.length > 0);
  return listed && ranked.length === 0
    ? [`select: no chunk's final score is above minScore, ${select.minScore}.`]
    : [];
}

function openLeg(retriever: Retriever, world: RankerWorld): Leg {
  switch (retriever.kind) {
    case 'tfidf':
    case 'bm25':
      return openLexicalLeg(retriever, world);
    case 'embedding':
      return openEmbeddingLeg(retriever, world);
    default:
      throw new AppError('invalid-input', `The retriever kind "${retriever.kind}" is not available.`);
  }
}
