// Reciprocal rank fusion: ranked lists into one, by ranks alone.
import { compareRanked, type RankedChunk } from './ranked-chunk.ts';

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
  const shares = new Map<number, number[]>();
  for (const { weight, hits } of lists) {
    if (weight === 0) continue;
    hits.forEach(({ chunk }, index) => {
      const share = weight / (k + index + 1);
      const known = shares.get(chunk);
      if (known) known.push(share);
      else shares.set(chunk, [share]);
    });
  }
  return Array.from(shares, ([chunk, parts]) => ({
    chunk,
    score: parts.sort((a, b) => b - a).reduce((sum, part) => sum + part, 0),
  })).sort(compareRanked);
}
