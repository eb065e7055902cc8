// Singular vectors of one side into what ranking needs: a row for each term and a row of length 1 for each chunk.
import type { LexicalIndex } from '../lexical-index.ts';
import type { GramOperator } from './gram.ts';

export interface ProjectedCorpus {
  /** terms x dims, row-major. */
  readonly components: Float32Array;
  /** chunks x dims, row-major; rows of length 1, or zero. */
  readonly chunkVectors: Float32Array;
}

/** What is left of a vector of length 1 below this is rounding errors: it has no direction in the dimensions kept. */
export const leastPresence = 1e-6;

/** Dimensions worked on at once: bounds the working memory of long corpora. */
const slice = 16;

/**
 * Completes A = U S V' from the singular vectors of one side: V = A' U / S, or U S = A V.
 * @param weights per posting: A, chunks x terms
 * @param vectors U where `side` is chunks, V where it is terms; of length 1, one per singular value
 * Yields its progress in [0, 1).
 */
export function* projectCorpus(
  index: LexicalIndex,
  weights: Float64Array,
  side: GramOperator['side'],
  vectors: readonly Float64Array[],
  singularValues: Float64Array,
): Generator<number, ProjectedCorpus> {
  const dims = vectors.length;
  const components = new Float32Array(index.terms.length * dims);
  const chunkVectors = new Float32Array(index.chunkCount * dims);
  for (let first = 0; first < dims; first += slice) {
    const given = interleave(vectors.slice(first, first + slice));
    const values = singularValues.subarray(first, first + slice);
    const width = values.length;
    const loads = side === 'chunks' ? scaleColumns(given, values) : sumByChunk(index, weights, given, width);
    const signs = findSigns(loads, width);
    copyColumns(loads, signs, width, chunkVectors, dims, first);
    const shares = side === 'chunks' ? sumByTerm(index, weights, given, values) : given;
    copyColumns(shares, signs, width, components, dims, first);
    yield Math.min(0.99, (first + width) / dims);
  }
  normaliseRows(chunkVectors, dims);
  return { components, chunkVectors };
}

/** Vectors of one length as the columns of a row-major table. */
function interleave(vectors: readonly Float64Array[]): Float64Array {
  const width = vectors.length;
  const table = new Float64Array((vectors[0]?.length ?? 0) * width);
  for (const [column, vector] of vectors.entries()) {
    for (let row = 0; row < vector.length; row += 1) table[row * width + column] = vector[row] as number;
  }
  return table;
}

function scaleColumns(table: Float64Array, factors: Float64Array): Float64Array {
  const scaled = new Float64Array(table.length);
  const width = factors.length;
  for (let i = 0; i < table.length; i += 1) scaled[i] = (table[i] as number) * (factors[i % width] as number);
  return scaled;
}

/** A V: to each chunk the rows of its terms. */
function sumByChunk(
  index: LexicalIndex,
  weights: Float64Array,
  rows: Float64Array,
  width: number,
): Float64Array {
  const { postingStarts, postingChunks, chunkCount } = index;
  const sums = new Float64Array(chunkCount * width);
  for (let term = 0; term + 1 < postingStarts.length; term += 1) {
    const from = term * width;
    const end = postingStarts[term + 1] as number;
    for (let at = postingStarts[term] as number; at < end; at += 1) {
      const to = (postingChunks[at] as number) * width;
      const weight = weights[at] as number;
      for (let i = 0; i < width; i += 1) (sums[to + i] as number) += weight * (rows[from + i] as number);
    }
  }
  return sums;
}

/** A' U / S: to each term the rows of its chunks. */
function sumByTerm(
  index: LexicalIndex,
  weights: Float64Array,
  rows: Float64Array,
  singularValues: Float64Array,
): Float64Array {
  const { postingStarts, postingChunks } = index;
  const width = singularValues.length;
  const sums = new Float64Array((postingStarts.length - 1) * width);
  for (let term = 0; term + 1 < postingStarts.length; term += 1) {
    const to = term * width;
    const end = postingStarts[term + 1] as number;
    for (let at = postingStarts[term] as number; at < end; at += 1) {
      const from = (postingChunks[at] as number) * width;
      const weight = weights[at] as number;
      for (let i = 0; i < width; i += 1) (sums[to + i] as number) += weight * (rows[from + i] as number);
    }
    for (let i = 0; i < width; i += 1) (sums[to + i] as number) /= singularValues[i] as number;
  }
  return sums;
}

/** Per column 1 or -1, so that its entry of the largest magnitude (the first of several) becomes positive. */
function findSigns(table: Float64Array, width: number): Float64Array {
  const most = new Float64Array(width);
  for (let i = 0; i < table.length; i += 1) {
    const value = table[i] as number;
    if (Math.abs(value) > Math.abs(most[i % width] as number)) most[i % width] = value;
  }
  return most.map((value) => (value < 0 ? -1 : 1));
}

function copyColumns(
  table: Float64Array,
  signs: Float64Array,
  width: number,
  target: Float32Array,
  dims: number,
  first: number,
): void {
  const rows = table.length / width;
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < width; i += 1)
      target[row * dims + first + i] = (signs[i] as number) * (table[row * width + i] as number);
  }
}

function normaliseRows(table: Float32Array, dims: number): void {
  for (let start = 0; start < table.length; start += dims) normaliseRow(table, start, dims);
}

/** Brings `dims` numbers from `start` to length 1, or to zero where they are rounding errors alone. */
function normaliseRow(table: Float32Array, start: number, dims: number): void {
  let squares = 0;
  for (let i = start; i < start + dims; i += 1) squares += (table[i] as number) ** 2;
  const length = Math.sqrt(squares);
  if (length < leastPresence) table.fill(0, start, start + dims);
  else for (let i = start; i < start + dims; i += 1) (table[i] as number) /= length;
}
