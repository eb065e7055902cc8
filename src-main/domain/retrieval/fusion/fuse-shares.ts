// The last step of every fusion: each chunk's shares from the lists, summed and ranked.
import { compareRanked, type RankedChunk } from '../ranked-chunk.ts';

/** What one list adds: its share for each chunk that it holds, and one for all others. */
export interface ListShares {
  readonly shares: ReadonlyMap<number, number>;
  readonly absent: number;
}

/**
 * Sums from the largest share down, so that the order of the lists never decides a tie.
 * @returns every chunk that some list holds, best first, ties in corpus order
 */
export function sumShares(lists: readonly ListShares[]): RankedChunk[] {
  const chunks = new Set(lists.flatMap(({ shares }) => [...shares.keys()]));
  return Array.from(chunks, (chunk) => ({
    chunk,
    score: lists
      .map(({ shares, absent }) => shares.get(chunk) ?? absent)
      .sort((a, b) => b - a)
      .reduce((sum, share) => sum + share, 0),
  })).sort(compareRanked);
}
