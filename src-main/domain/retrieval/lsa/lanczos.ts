// The largest eigenvalues of a large symmetric operator, by Lanczos with full re-orthogonalisation and thick restarts.
import type { Random } from '#domain/stats/random';
import { addScaled, combine, dot, orthogonalise, scale, type Basis } from './basis.ts';
import { applyGram, type GramOperator } from './gram.ts';
import { identity, solveTridiagonal, tridiagonalise } from './symmetric-eigen.ts';

/** Values fall; `vectors[i]` has length 1 and belongs to `values[i]`. */
export interface EigenPairs {
  readonly values: readonly number[];
  readonly vectors: readonly Float64Array[];
}

export interface LanczosRequest {
  readonly operator: GramOperator;
  /** Eigenvectors already known: the search stays orthogonal to them. */
  readonly known: Basis;
  /** How many pairs. */
  readonly want: number;
  /** null: the `want` largest. A number: only pairs above it, and none as soon as that is plain. */
  readonly floor: number | null;
  /** Most basis vectors held at once besides the known ones; more than `want`. */
  readonly basisLimit: number;
  /** A pair counts when the length of (operator x vector - value x vector) is at most this share of the largest value. */
  readonly tolerance: number;
  /** The operator's largest value; null: the largest one found is it. */
  readonly largest: number | null;
  readonly random: Random;
}

/** The operator on the space spanned so far: a diagonal, its neighbours, and after a restart an arrow. */
interface Projection {
  readonly diagonal: Float64Array;
  readonly beside: Float64Array;
  /** The first `kept` basis vectors stand for themselves; each is linked to vector number `kept`. */
  readonly arrow: Float64Array;
  kept: number;
  size: number;
}

interface Ritz {
  /** Falling. */
  readonly values: readonly number[];
  readonly residuals: readonly number[];
  /** Place of each value's row of coefficients. */
  readonly places: readonly number[];
  readonly coefficients: Float64Array;
}

const mostRestarts = 500;

/**
 * Grows a Krylov basis from a random start and stops on residuals (Saad, Numerical Methods for Large Eigenvalue Problems,
 * chapter 6); at the limit of the basis it goes on from the best approximations (Wu and Simon, 'Thick-restart Lanczos',
 * SIAM J. Matrix Anal. 2000). Where the space is exhausted early it goes on from a fresh random vector.
 * Yields the number of steps so far after every slice of work, so that a caller can report or stop.
 * @returns fewer pairs than wanted where the space has no more dimensions, or none more lies above `floor`
 */
export function* findLargest(request: LanczosRequest): Generator<number, EigenPairs> {
  const { operator, known, random } = request;
  const room = Math.min(operator.size - known.length, request.basisLimit);
  const basis: Float64Array[] = [...known];
  const projection = createProjection(Math.max(room, 0));
  let next = room > 0 ? drawVector(operator.size, basis, random) : null;
  let restarts = 0;
  for (let steps = 1; next !== null; steps += 1) {
    basis.push(next);
    const link: Float64Array = new Float64Array(operator.size);
    const beta = takeStep(operator, basis, known.length, projection, link);
    yield steps;
    next = beta > 0 && basis.length < operator.size ? link : drawVector(operator.size, basis, random);
    if (next !== null && projection.size < room && !isCheckDue(request, projection)) continue;
    const ritz = solveProjection(projection, beta, false);
    if (next === null || isSettled(request, ritz))
      return yield* extractPairs(request, basis, projection, beta, steps);
    if (projection.size < room) continue;
    restarts += 1;
    if (restarts > mostRestarts)
      throw new Error('Lanczos did not settle: the operator holds numbers that are not finite.');
    yield* restart(request, basis, projection, beta, steps);
  }
  return { values: [], vectors: [] };
}

function createProjection(room: number): Projection {
  return {
    diagonal: new Float64Array(room),
    beside: new Float64Array(room),
    arrow: new Float64Array(room),
    kept: 0,
    size: 0,
  };
}

/** A random direction orthogonal to the basis, or null where there is none left. */
function drawVector(size: number, basis: Basis, random: Random): Float64Array | null {
  for (let attempt = 0; basis.length < size && attempt < 5; attempt += 1) {
    const vector = Float64Array.from({ length: size }, () => random() - 0.5);
    const length = orthogonalise(vector, basis, basis.length);
    if (length === 0) continue;
    scale(vector, 1 / length);
    return vector;
  }
  return null;
}

/** Applies the operator to the newest basis vector; `link` becomes the next one. Returns their link, 0 at the end of a space. */
function takeStep(
  operator: GramOperator,
  basis: Basis,
  knownCount: number,
  projection: Projection,
  link: Float64Array,
): number {
  const newest = basis[basis.length - 1] as Float64Array;
  applyGram(operator, newest, link);
  const at = basis.length - 1 - knownCount;
  const share = dot(link, newest);
  projection.diagonal[at] = share;
  projection.size = at + 1;
  // These two are most of what is to be taken out: without them one pass over the basis is enough.
  addScaled(link, -share, newest);
  if (at > projection.kept)
    addScaled(link, -(projection.beside[at - 1] as number), basis[basis.length - 2] as Float64Array);
  const beta = orthogonalise(link, basis, basis.length);
  const floor = 1e-13 * largest(projection);
  const linked = beta > floor ? beta : 0;
  if (linked > 0) scale(link, 1 / linked);
  projection.beside[at] = linked;
  return linked;
}

function largest({ diagonal, size }: Projection): number {
  let most = 0;
  for (let i = 0; i < size; i += 1) most = Math.max(most, Math.abs(diagonal[i] as number));
  return most;
}

/** After a restart the projection is no longer tridiagonal, and is only solved when the basis is full. */
function isCheckDue({ want, floor }: LanczosRequest, { size, kept }: Projection): boolean {
  const least = floor === null ? want + 8 : 8;
  return kept === 0 && size >= least && (size - least) % 12 === 0;
}

/** @param vectors whether all coefficients are needed; otherwise only what the residuals are made from */
function solveProjection(projection: Projection, beta: number, vectors: boolean): Ritz {
  const { size, kept } = projection;
  const solved = kept > 0 ? tridiagonalise(writeOut(projection), size) : copyTridiagonal(projection, vectors);
  const width = solved.vectors.length / size;
  if (!solveTridiagonal(solved.diagonal, solved.beside, solved.vectors, width))
    throw new Error('The projected matrix holds numbers that are not finite.');
  const places = Array.from(solved.diagonal.keys()).sort(
    (a, b) => (solved.diagonal[b] as number) - (solved.diagonal[a] as number) || a - b,
  );
  return {
    values: places.map((place) => solved.diagonal[place] as number),
    residuals: places.map((place) => beta * Math.abs(solved.vectors[place * width + width - 1] as number)),
    places,
    coefficients: solved.vectors,
  };
}

function copyTridiagonal({ diagonal, beside, size }: Projection, vectors: boolean) {
  const all = vectors ? identity(size) : new Float64Array(size);
  if (!vectors) all[size - 1] = 1;
  return { diagonal: diagonal.slice(0, size), beside: beside.slice(0, size), vectors: all };
}

function writeOut({ diagonal, beside, arrow, kept, size }: Projection): Float64Array {
  const matrix = new Float64Array(size * size);
  for (let i = 0; i < size; i += 1) {
    matrix[i * size + i] = diagonal[i] as number;
    const other = i < kept ? kept : i + 1;
    if (other >= size) continue;
    const link = (i < kept ? arrow : beside)[i] as number;
    matrix[i * size + other] = link;
    matrix[other * size + i] = link;
  }
  return matrix;
}

function isSettled(request: LanczosRequest, { values, residuals }: Ritz): boolean {
  const { want, floor } = request;
  const tolerance = request.tolerance * (request.largest ?? (values[0] as number));
  const isNear = (residual: number) => residual <= tolerance;
  if (floor === null) return values.length >= want && residuals.slice(0, want).every(isNear);
  const best = values[0] as number;
  const doubt = residuals[0] as number;
  if (best <= floor) return best + doubt <= floor || doubt <= plainly * best;
  return residuals.slice(0, Math.min(want, values.filter((value) => value > floor).length)).every(isNear);
}

/** How near, relatively, the largest value left must be known before it counts as lying below the floor. */
const plainly = 1e-3;

function* extractPairs(
  { want, floor, known }: LanczosRequest,
  basis: Basis,
  projection: Projection,
  beta: number,
  steps: number,
): Generator<number, EigenPairs> {
  const { values, places, coefficients } = solveProjection(projection, beta, true);
  const least = floor ?? -Infinity;
  const kept = values.slice(0, want).filter((value) => value > least);
  const own = basis.slice(known.length);
  const vectors = yield* combineInSlices(own, coefficients, places.slice(0, kept.length), steps);
  return { values: kept, vectors };
}

/** Keeps the best approximations as the new basis, linked to the vector that would have come next. */
function* restart(
  { want, known }: LanczosRequest,
  basis: Float64Array[],
  projection: Projection,
  beta: number,
  steps: number,
): Generator<number, void> {
  const { size } = projection;
  const { values, places, coefficients } = solveProjection(projection, beta, true);
  const kept = Math.min(size - 1, want + Math.ceil((size - want) * 0.4));
  const own = basis.slice(known.length);
  const vectors = yield* combineInSlices(own, coefficients, places.slice(0, kept), steps);
  basis.length = known.length;
  basis.push(...vectors);
  for (let i = 0; i < kept; i += 1) {
    projection.diagonal[i] = values[i] as number;
    projection.arrow[i] = beta * (coefficients[(places[i] as number) * size + size - 1] as number);
  }
  projection.kept = kept;
  projection.size = kept;
}

/** A few vectors at a time: for a large operator each takes as long as many steps. */
function* combineInSlices(
  basis: Basis,
  coefficients: Float64Array,
  rows: readonly number[],
  steps: number,
): Generator<number, Float64Array[]> {
  const vectors: Float64Array[] = [];
  for (let first = 0; first < rows.length; first += 8) {
    vectors.push(...combine(basis, coefficients, rows.slice(first, first + 8)));
    yield steps;
  }
  return vectors;
}
