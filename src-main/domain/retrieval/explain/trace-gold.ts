// Where the gold went: the rank of every expected chunk at every step of a search.
import type { Retrieval } from '#contract/items';
import type { ExpectedChunks } from '../../labels/expected-chunks.ts';
import { findRank } from './explain-hit.ts';

export interface StepRank {
  /** From 1; null where the list does not hold the chunk. */
  readonly rank: number | null;
  /** Length of the list. */
  readonly of: number;
}

export interface GoldTrace {
  readonly group: number;
  readonly chunkId: string;
  readonly legs: readonly (StepRank & { readonly retriever: string; readonly skipped: string | null })[];
  /** After fusion. An item without a rerank keeps only the list after minScore: what that dropped shows no rank here. */
  readonly fused: StepRank;
  readonly reranks: readonly (StepRank & { readonly kind: string })[];
  /** After minScore, before the cut. */
  readonly final: StepRank;
  readonly selected: boolean;
}

/**
 * Traces the expected chunks of every evidence group, in the order given. Lists that reach to the end of the corpus show
 * every rank; in lists cut at `candidates` a null can also mean 'further down'.
 * @param expected see `expectedChunks`
 */
export function traceGold(retrieval: Retrieval, expected: readonly ExpectedChunks[]): GoldTrace[] {
  const { legs, ranked, selected, reranks = [] } = retrieval;
  const fused = retrieval.fused ?? ranked;
  return expected.flatMap(({ group, chunkIds }) =>
    chunkIds.map((chunkId) => {
      const place = (hits: readonly { readonly chunkId: string }[]): StepRank => ({
        rank: findRank(hits, chunkId),
        of: hits.length,
      });
      const final = place(ranked);
      return {
        group,
        chunkId,
        legs: legs.map(({ retriever, hits, skipped }) => ({
          retriever,
          skipped: skipped ?? null,
          ...place(hits),
        })),
        fused: place(fused),
        reranks: reranks.map(({ kind, hits }) => ({ kind, ...place(hits) })),
        final,
        selected: final.rank !== null && final.rank <= selected,
      };
    }),
  );
}
