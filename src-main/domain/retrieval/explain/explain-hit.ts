// Why a chunk stands where it stands: its place in every list, and what each list added to the fused score.
import type { Fusion } from '#contract/config/rerank';
import type { Retriever } from '#contract/config/retriever';
import type { Retrieval } from '#contract/items';
import { shareOfRank } from '../fusion/rrf.ts';
import { createScale } from '../fusion/weighted-sum.ts';

/** One retriever's part in the fused score; the shares of all lists sum to it. */
export interface ListShare {
  readonly retriever: string;
  /** From 1; null where the list does not hold the chunk. */
  readonly rank: number | null;
  /** On the retriever's own scale. */
  readonly score: number | null;
  readonly weight: number;
  /** 1 / (k + rank), or the score on the common scale, or the score itself of a single list: share = weight x value. */
  readonly value: number;
  readonly share: number;
  /** Why it was not asked, or null. */
  readonly skipped: string | null;
}

export interface RerankPlace {
  readonly kind: string;
  /** Ranks before and after the step; null after it where it was dropped. */
  readonly before: number | null;
  readonly rank: number | null;
  readonly score: number | null;
  /** The step did not score it: the score is that of an earlier step. */
  readonly unscored: boolean;
}

export interface HitExplanation {
  readonly chunkId: string;
  /** In the final list; null where it was dropped on the way. */
  readonly position: number | null;
  readonly score: number | null;
  /** `own`: a single list keeps its own scores. */
  readonly fusion: 'own' | Fusion['kind'];
  readonly fusedScore: number;
  readonly lists: readonly ListShare[];
  readonly reranks: readonly RerankPlace[];
}

/**
 * Explains a chunk from what the item keeps.
 * @param retrievers those of the config
 * @returns null where no list holds the chunk
 */
export function explainHit(input: {
  readonly retrieval: Retrieval;
  readonly chunkId: string;
  readonly retrievers: readonly Pick<Retriever, 'id' | 'weight'>[];
  readonly fusion: Fusion;
}): HitExplanation | null {
  const { retrieval, chunkId, retrievers, fusion } = input;
  const lists = explainLists(
    retrieval,
    chunkId,
    new Map(retrievers.map(({ id, weight }) => [id, weight])),
    fusion,
  );
  if (lists.every(({ rank }) => rank === null)) return null;
  const hit = retrieval.ranked.find((one) => one.chunkId === chunkId);
  return {
    chunkId,
    position: hit?.position ?? null,
    score: hit?.score ?? null,
    fusion: countAsked(retrieval) === 1 ? 'own' : fusion.kind,
    // From the largest down, as fusion does.
    fusedScore: lists
      .map(({ share }) => share)
      .sort((a, b) => b - a)
      .reduce((sum, share) => sum + share, 0),
    lists,
    reranks: explainReranks(retrieval, chunkId),
  };
}

function countAsked({ legs }: Retrieval): number {
  return legs.filter(({ skipped }) => skipped === undefined).length;
}

function explainLists(
  retrieval: Retrieval,
  chunkId: string,
  weights: ReadonlyMap<string, number>,
  fusion: Fusion,
): ListShare[] {
  const single = countAsked(retrieval) === 1;
  return retrieval.legs.map(({ retriever, hits, skipped }) => {
    const rank = findRank(hits, chunkId);
    const score = rank === null ? null : (hits[rank - 1]?.score ?? null);
    const own = { retriever, rank, score, skipped: skipped ?? null };
    if (skipped !== undefined) return { ...own, weight: weights.get(retriever) ?? 1, value: 0, share: 0 };
    if (single) return { ...own, weight: 1, value: score ?? 0, share: score ?? 0 };
    const weight = weights.get(retriever) ?? 1;
    const value = placeInFusion(fusion, hits, rank, score);
    return { ...own, weight, value, share: weight * value };
  });
}

function placeInFusion(
  fusion: Fusion,
  hits: Retrieval['legs'][number]['hits'],
  rank: number | null,
  score: number | null,
): number {
  if (fusion.kind === 'rrf') return rank === null ? 0 : shareOfRank(1, fusion.k, rank);
  const scale = createScale(
    hits.map((hit, chunk) => ({ chunk, score: hit.score })),
    fusion.normalise,
  );
  return score === null ? scale.absent : scale.place(score);
}

function explainReranks({ fused = [], reranks = [] }: Retrieval, chunkId: string): RerankPlace[] {
  let before = findRank(fused, chunkId);
  return reranks.map(({ kind, hits }) => {
    const rank = findRank(hits, chunkId);
    const hit = rank === null ? undefined : hits[rank - 1];
    const place = { kind, before, rank, score: hit?.score ?? null, unscored: hit?.unscored === true };
    before = rank;
    return place;
  });
}

/** From 1, or null where the list does not hold the chunk. */
export function findRank(hits: readonly { readonly chunkId: string }[], chunkId: string): number | null {
  const at = hits.findIndex((hit) => hit.chunkId === chunkId);
  return at < 0 ? null : at + 1;
}
