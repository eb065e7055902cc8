// Vectors made ready for ranking: what does not depend on the query is computed once.

/** How near two vectors are. Scores are always 'more is nearer': see `scoreOf` in rank-vectors.ts. */
export type VectorDistance = 'cosine' | 'dot' | 'l2';

export interface PreparedVectors {
  /** count x dims, row-major, in corpus order; read, never copied. */
  readonly vectors: Float32Array;
  readonly dims: number;
  readonly count: number;
  readonly distance: VectorDistance;
  /** Euclidean length of each row; NaN for a row with an entry that is no finite number: such a row never ranks. */
  readonly norms: Float64Array;
  /** Working memory of one ranking at a time, a number per row. */
  readonly scratch: Float64Array;
}

/**
 * Measures every row once. Squares of 32-bit floats neither overflow nor vanish in 64 bits, so a length is 0 for the
 * zero vector alone.
 * @param input.vectors rows end to end; its length is a multiple of `dims`
 * @throws RangeError where it is not, or `dims` is no positive integer: a bug of the caller
 */
export function prepareVectors(input: {
  readonly vectors: Float32Array;
  readonly dims: number;
  readonly distance: VectorDistance;
}): PreparedVectors {
  const { vectors, dims, distance } = input;
  if (!Number.isInteger(dims) || dims < 1 || vectors.length % dims !== 0)
    throw new RangeError(`${vectors.length} numbers are no rows of ${dims} dimensions.`);
  const count = vectors.length / dims;
  const norms = new Float64Array(count);
  for (let row = 0; row < count; row += 1) norms[row] = measureNorm(vectors, row * dims, dims);
  return { vectors, dims, count, distance, norms, scratch: new Float64Array(count) };
}

/** Euclidean length of `dims` numbers from `start`; NaN where one of them is not finite. */
export function measureNorm(vectors: Float32Array, start: number, dims: number): number {
  let sum = 0;
  for (let at = start; at < start + dims; at += 1) sum += (vectors[at] as number) * (vectors[at] as number);
  return sum < Infinity ? Math.sqrt(sum) : NaN;
}
