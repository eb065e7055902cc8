// Seeded synthetic vectors, the same in every process.
import { seededRandom } from '#domain/stats/random';

/** count x dims numbers in [-1, 1), row-major. */
export function seededVectors(count: number, dims: number, seed: number): Float32Array {
  const random = seededRandom(seed);
  const vectors = new Float32Array(count * dims);
  for (let i = 0; i < vectors.length; i += 1) vectors[i] = random() * 2 - 1;
  return vectors;
}
