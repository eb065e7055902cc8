// Reciprocal rank fusion: ranked lists into one, by ranks alone.
import { sumShares } from './fuse-shares.ts';
import type { RankedChunk } from '../ranked-chunk.ts';

/** What a list of this weight adds to the chunk at `rank`, from 1. */
export function shareOfRank(weight: number, k: number, rank: number): number {
  return weight / (k + rank);
}

/**
 * Fuses lists: a chunk scores the sum, over the lists that hold it, of weight / (k + rank), ranks from 1.
 * Lists of weight 0 take no part. A chunk's terms are summed from the largest down, so that the order of the lists
 * never decides a tie.
 * @param k >= 0; 60 in Cormack, Clarke and Büttcher, 'Reciprocal Rank Fusion', SIGIR 2009
 * @returns every chunk of the lists, best first, ties in corpus order
 */
export function fuseRrf(
  lists: readonly { readonly weight: number; readonly hits: readonly RankedChunk[] }[],
  k: number,
): RankedChunk[] {
  return sumShares(
    lists
      .filter(({ weight }) => weight !== 0)
      .map(({ weight, hits }) => ({
        shares: new Map(hits.map(({ chunk }, index) => [chunk, shareOfRank(weight, k, index + 1)])),
        absent: 0,
      })),
  );
}
