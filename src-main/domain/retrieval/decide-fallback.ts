// Whether a fallback retriever is asked, and the words for it.
import type { Retriever } from '#contract/config/retriever';
import type { RankedChunk } from './ranked-chunk.ts';

/** Why a fallback retriever was asked after the reader had answered. */
export const fallbackOnAbstention = 'the reader abstained';

/** Why one was not asked. */
export function describeEnough(hits: readonly RankedChunk[]): string {
  const [best] = hits;
  return best
    ? `not needed: ${countHits(hits)}, the best score ${show(best.score)}`
    : 'not needed: 0 hits are enough';
}

/**
 * Decides by what was found without it: `fewerThan` hits, or a best score below `bestBelow` (no hit at all has no score,
 * and lies below). Whether the reader abstained is known only later.
 * @param hits the list that it would join: the retrievers that always run, fused; best first
 * @returns the reason in words, or null where it is not asked
 */
export function decideFallback(
  hits: readonly RankedChunk[],
  { fewerThan, bestBelow }: Pick<Retriever['fallback'], 'fewerThan' | 'bestBelow'>,
): string | null {
  if (hits.length < fewerThan) return `${countHits(hits)}, fewer than ${fewerThan}`;
  if (bestBelow === null) return null;
  const [best] = hits;
  if (!best) return `no hits, so no score of at least ${show(bestBelow)}`;
  return best.score < bestBelow ? `the best score ${show(best.score)} lies below ${show(bestBelow)}` : null;
}

function countHits(hits: readonly RankedChunk[]): string {
  return hits.length === 1 ? '1 hit' : `${hits.length} hits`;
}

/** Four significant digits: the decision itself compares the numbers as they are. */
function show(score: number): string {
  return String(Number(score.toPrecision(4)));
}
