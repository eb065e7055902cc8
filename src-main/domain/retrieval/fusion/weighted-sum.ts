// Fusion by scores: each list's scores on one scale, then their weighted sum.
import { sumShares } from './fuse-shares.ts';
import type { RankedChunk } from '../ranked-chunk.ts';

export type Normalisation = 'min-max' | 'z-score';

/** How one list's scores compare with those of other lists. All results are finite. */
export interface ScoreScale {
  /** The place of one of the list's own scores on the common scale. */
  place(score: number): number;
  /** What a chunk that the list does not hold counts as. */
  readonly absent: number;
}

/**
 * Measures a list.
 *
 * `min-max`: (score - lowest) / (highest - lowest), in [0, 1]; absent chunks count 0, as the lowest listed does. Where all
 * scores are equal, also in a list of one, each is the best there is and counts 1 (as in OpenSearch's hybrid search).
 *
 * `z-score`: (score - mean) / standard deviation of the list (of all its scores, not an estimate). An absent chunk counts
 * as the lowest listed does: the list would not have put it higher, and counting it 0 would lift it above half of what was
 * found. Where all scores are equal they count 0, and an absent chunk -1, so that being listed still counts.
 *
 * An empty list says nothing: absent chunks count 0. A score that is no finite number counts as the largest or smallest
 * there is, NaN as the smallest.
 */
export function createScale(hits: readonly RankedChunk[], normalise: Normalisation): ScoreScale {
  if (hits.length === 0) return { place: () => 0, absent: 0 };
  const largest = hits.reduce((most, { score }) => Math.max(most, Math.abs(clamp(score))), 0);
  // Only where a difference or a square would overflow or vanish: dividing costs the last bit.
  const most = largest > 1e150 || (largest > 0 && largest < 1e-150) ? largest : 1;
  const scores = hits.map(({ score }) => clamp(score) / most);
  const lowest = scores.reduce((a, b) => Math.min(a, b));
  const highest = scores.reduce((a, b) => Math.max(a, b));
  if (lowest === highest)
    return normalise === 'min-max' ? { place: () => 1, absent: 0 } : { place: () => 0, absent: -1 };
  if (normalise === 'min-max')
    return { place: (score) => (clamp(score) / most - lowest) / (highest - lowest), absent: 0 };
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  // Differences are taken relative to the range: squares of tiny ones would vanish.
  const range = highest - lowest;
  const squares = scores.reduce((sum, score) => sum + ((score - mean) / range) ** 2, 0);
  const deviation = Math.sqrt(squares / scores.length) * range;
  const place = (score: number) => (clamp(score) / most - mean) / deviation;
  return { place, absent: (lowest - mean) / deviation };
}

/**
 * Fuses lists: a chunk scores the sum, over all lists, of weight x its place on the list's scale (see `createScale`; Fox
 * and Shaw, 'Combination of multiple searches', TREC-2 1994, with weights). Lists of weight 0 take no part.
 * @returns every chunk of the lists, best first, ties in corpus order
 */
export function fuseWeightedSum(
  lists: readonly { readonly weight: number; readonly hits: readonly RankedChunk[] }[],
  normalise: Normalisation,
): RankedChunk[] {
  const parts = lists
    .filter(({ weight }) => weight !== 0)
    .map(({ weight, hits }) => {
      const scale = createScale(hits, normalise);
      const shares = new Map(hits.map(({ chunk, score }) => [chunk, weight * scale.place(score)]));
      return { shares, absent: weight * scale.absent };
    });
  return sumShares(parts);
}

function clamp(score: number): number {
  if (Number.isNaN(score)) return -Number.MAX_VALUE;
  return Math.min(Number.MAX_VALUE, Math.max(-Number.MAX_VALUE, score));
}
