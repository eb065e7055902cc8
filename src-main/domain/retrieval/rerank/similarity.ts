// How alike two chunks are: by their vectors where there are some, else by the words they share.
import { measureNorm } from '../vectors/prepare-vectors.ts';
import type { Similarity } from './mmr.ts';

/**
 * The cosine of two rows of a table of vectors, in [-1, 1]; 0 where a row has no direction.
 * @param vectors chunks x dims, row-major, in corpus order
 */
export function createVectorSimilarity(vectors: Float32Array, dims: number): Similarity {
  return (left, right) => {
    const [from, to] = [left * dims, right * dims];
    let sum = 0;
    for (let i = 0; i < dims; i += 1) sum += (vectors[from + i] as number) * (vectors[to + i] as number);
    const lengths = measureNorm(vectors, from, dims) * measureNorm(vectors, to, dims);
    return lengths > 0 ? Math.min(1, Math.max(-1, sum / lengths)) : 0;
  };
}

/**
 * Different terms of both over different terms of either (Jaccard), in [0, 1]; 0 where neither has any. Terms are asked
 * for once a chunk.
 */
export function createTermSimilarity(termsOf: (chunk: number) => readonly string[]): Similarity {
  const known = new Map<number, ReadonlySet<string>>();
  function setOf(chunk: number): ReadonlySet<string> {
    const terms = known.get(chunk) ?? new Set(termsOf(chunk));
    known.set(chunk, terms);
    return terms;
  }
  return (left, right) => {
    const [one, other] = [setOf(left), setOf(right)];
    let shared = 0;
    for (const term of one) if (other.has(term)) shared += 1;
    const all = one.size + other.size - shared;
    return all === 0 ? 0 : shared / all;
  };
}
