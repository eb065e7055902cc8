// Ranking by LSA: the cosine of a query's vector and every chunk's.
import type { RankedChunk } from '../ranked-chunk.ts';
import { prepareVectors, type PreparedVectors } from '../vectors/prepare-vectors.ts';
import { rankVectors, type VectorLimits } from '../vectors/rank-vectors.ts';
import type { LsaModel } from './build-lsa.ts';

/** Makes the chunks' vectors ready: they have length 1, so their inner product with a query of length 1 is the cosine. */
export function prepareLsa({ chunkVectors, dims }: Pick<LsaModel, 'chunkVectors' | 'dims'>): PreparedVectors {
  return prepareVectors({ vectors: chunkVectors, dims, distance: 'dot' });
}

/**
 * Ranks every chunk by its cosine with the query, in [-1, 1]; a chunk that the dimensions hold nothing of, such as an empty
 * one, counts 0 and stands before those that point away (as it does with scikit-learn's cosine_similarity).
 * @param query see `projectQuery`; the zero vector ranks nothing
 * @returns best first, ties in corpus order
 */
export function rankLsa(prepared: PreparedVectors, query: Float32Array, limits: VectorLimits): RankedChunk[] {
  if (query.every((value) => value === 0)) return [];
  // Rows of 32-bit floats have length 1 only nearly.
  return rankVectors(prepared, query, limits).map(({ chunk, score }) => ({
    chunk,
    score: Math.min(1, Math.max(-1, score)),
  }));
}
