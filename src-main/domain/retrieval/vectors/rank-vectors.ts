// Exact ranking of chunks by the distance of their vectors to the query's.
import type { RankedChunk } from '../ranked-chunk.ts';
import { createBestRows } from './best-rows.ts';
import { measureNorm, type PreparedVectors, type VectorDistance } from './prepare-vectors.ts';

export interface VectorLimits {
  /** Length of the list at most; Infinity for all. */
  readonly candidates: number;
  /** A hit must lie strictly above it, on the scale of the score; null: every row that can be ranked. */
  readonly minScore: number | null;
  /** Per row 1 or 0: rows of 0 are left out before the list is cut; null or absent: all may be listed. */
  readonly allowed?: Uint8Array | null;
}

/**
 * Ranks every row, exactly.
 *
 * Scores: `cosine` in [-1, 1]; `dot` the inner product; `l2` is 1 / (1 + d) in (0, 1] with d the Euclidean distance.
 * Sums run in 64 bits and in one fixed order, so that equal rows have equal scores. Under `cosine` the zero vector has
 * no direction: such a row never ranks, and such a query ranks nothing. A row or query with a number that is not finite
 * ranks nowhere.
 * @returns best first, ties in corpus order (`l2` compares d itself, before the score rounds)
 * @throws RangeError where the query has other dimensions: a bug of the caller
 */
export function rankVectors(
  prepared: PreparedVectors,
  query: Float32Array,
  { candidates, minScore, allowed = null }: VectorLimits,
): RankedChunk[] {
  const queryNorm = normOfQuery(prepared, query);
  if (!canRank(prepared.distance, queryNorm)) return [];
  const best = createBestRows(Math.min(candidates, prepared.count));
  for (let row = 0; row < prepared.count; row += 1) {
    if (allowed === null || allowed[row] === 1) best.offer(row, measureRow(prepared, query, queryNorm, row));
  }
  return toRanked(best.drain(), prepared.distance, minScore);
}

/**
 * The same list as `rankVectors`, from inner products that somebody computed faster and less precisely: they only
 * choose the rows that could be in the list, and those are measured again.
 * @param dots per row its inner product with the query in 32-bit floats, summed in any order; what overflowed to
 * Infinity or NaN is measured again
 * @param terms most numbers summed into one product, padding included: it bounds the rounding errors
 */
export function rankFromDots(
  prepared: PreparedVectors,
  query: Float32Array,
  limits: VectorLimits,
  dots: Float32Array,
  terms: number,
): RankedChunk[] {
  const { count, distance } = prepared;
  const { candidates, minScore, allowed = null } = limits;
  const queryNorm = normOfQuery(prepared, query);
  if (!canRank(distance, queryNorm)) return [];
  if (candidates >= count) return rankVectors(prepared, query, limits);
  const threshold = boundKeys(prepared, queryNorm, { candidates, allowed }, dots, boundErrors(terms));
  const best = createBestRows(candidates);
  for (let row = 0; row < count; row += 1) {
    // NaN passes, and is measured.
    if ((allowed === null || allowed[row] === 1) && !((prepared.scratch[row] as number) < threshold))
      best.offer(row, measureRow(prepared, query, queryNorm, row));
  }
  return toRanked(best.drain(), distance, minScore);
}

/**
 * Fills `scratch` with the most that each row's key can be, and returns what the last place of the list takes at least: the
 * `candidates`-th best of the least that each key can be. Keys are those of `measureRow`, up to a factor that all rows
 * share. NaN where nothing is known: the product overflowed, or the row cannot rank.
 */
function boundKeys(
  { count, distance, norms, scratch }: PreparedVectors,
  queryNorm: number,
  { candidates, allowed }: { readonly candidates: number; readonly allowed: Uint8Array | null },
  dots: Float32Array,
  bounds: ErrorBounds,
): number {
  const surely = createBestRows(candidates);
  let lowest = surely.lowest();
  for (let row = 0; row < count; row += 1) {
    const norm = norms[row] as number;
    const dot = dots[row] as number;
    let key = dot;
    let error = bounds.relative * norm * queryNorm + bounds.absolute;
    if (distance === 'cosine') {
      const inverse = 1 / norm;
      key *= inverse;
      error *= inverse;
    } else if (distance === 'l2') {
      const squares = norm * norm + queryNorm * queryNorm;
      key = 2 * dot - squares;
      error = 2 * error + bounds.double * squares;
    }
    const known = Number.isFinite(dot);
    scratch[row] = known ? key + error : NaN;
    if (known && key - error > lowest && (allowed === null || allowed[row] === 1)) {
      surely.offer(row, key - error);
      lowest = surely.lowest();
    }
  }
  return surely.lowest();
}

interface ErrorBounds {
  /** Of the product of both lengths. */
  readonly relative: number;
  readonly absolute: number;
  /** Of the sum of both squared lengths. */
  readonly double: number;
}

/**
 * Bounds of the error of a sum of products, whatever the order of summing: n u / (1 - n u) of the product of the
 * lengths (Higham, Accuracy and Stability of Numerical Algorithms, section 3.1), and what products below the smallest
 * float lose. `double` covers the 64-bit sums with a wide margin; so does a percent added to the 32-bit bound.
 */
function boundErrors(terms: number): ErrorBounds {
  const share = (terms + 1) * 2 ** -24;
  return {
    relative: (1.01 * share) / (1 - share),
    absolute: (terms + 1) * 2 ** -149,
    double: (terms + 1) * 2 ** -50,
  };
}

function normOfQuery({ dims }: PreparedVectors, query: Float32Array): number {
  if (query.length !== dims)
    throw new RangeError(`The query has ${query.length} dimensions, the table ${dims}.`);
  return measureNorm(query, 0, dims);
}

function canRank(distance: VectorDistance, queryNorm: number): boolean {
  return distance === 'cosine' ? queryNorm > 0 : !Number.isNaN(queryNorm);
}

/** What rows are compared by, more is nearer: the cosine, the inner product, or minus the squared distance; else NaN. */
function measureRow(prepared: PreparedVectors, query: Float32Array, queryNorm: number, row: number): number {
  const { vectors, dims, distance } = prepared;
  const norm = prepared.norms[row] as number;
  if (Number.isNaN(norm)) return NaN;
  if (distance === 'l2') return -sumSquares(vectors, row * dims, query);
  const dot = sumProducts(vectors, row * dims, query);
  if (distance === 'dot') return dot;
  return norm > 0 ? dot / (norm * queryNorm) : NaN;
}

/** Four sums at once, since each addition waits for the one before it; always joined in the same order. */
function sumProducts(vectors: Float32Array, start: number, query: Float32Array): number {
  const { length } = query;
  const end = length - (length % 4);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i < end; i += 4) {
    a += (vectors[start + i] as number) * (query[i] as number);
    b += (vectors[start + i + 1] as number) * (query[i + 1] as number);
    c += (vectors[start + i + 2] as number) * (query[i + 2] as number);
    d += (vectors[start + i + 3] as number) * (query[i + 3] as number);
  }
  for (let i = end; i < length; i += 1) a += (vectors[start + i] as number) * (query[i] as number);
  return a + b + (c + d);
}

function sumSquares(vectors: Float32Array, start: number, query: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < query.length; i += 1) {
    const difference = (vectors[start + i] as number) - (query[i] as number);
    sum += difference * difference;
  }
  return sum;
}

function toRanked(
  found: { readonly rows: Uint32Array; readonly values: Float64Array },
  distance: VectorDistance,
  minScore: number | null,
): RankedChunk[] {
  const hits: RankedChunk[] = [];
  for (let i = 0; i < found.rows.length; i += 1) {
    const score = scoreOf(distance, found.values[i] as number);
    // Scores fall, so the first one that is too low ends the list.
    if (minScore !== null && !(score > minScore)) break;
    hits.push({ chunk: found.rows[i] as number, score });
  }
  return hits;
}

/** The score shown for a key; never rising where keys fall, so that it keeps the order. */
function scoreOf(distance: VectorDistance, key: number): number {
  if (distance === 'cosine') return Math.min(1, Math.max(-1, key));
  return distance === 'dot' ? key : 1 / (1 + Math.sqrt(-key));
}
