// Latent semantic analysis: the TF-IDF vectors of all chunks in the few dimensions that keep most of them.
import { seededRandom, type Random } from '#domain/stats/random';
import type { LexicalIndex } from '../lexical-index.ts';
import { weighTfidf, type TfidfSettings } from '../tfidf.ts';
import { createGram, type GramOperator } from './gram.ts';
import { findLargest, type EigenPairs } from './lanczos.ts';
import { projectCorpus } from './project-corpus.ts';

export interface LsaSettings extends TfidfSettings {
  /** At most, > 0. */
  readonly dims: number;
  /** An integer: the same seed gives the same result to the last bit. */
  readonly seed: number;
}

/** Plain data: it can be cloned to another process or written to a file. Rows are in corpus order, and in term order. */
export interface LsaModel {
  readonly dims: number;
  /** Falling, `dims` of them. */
  readonly singularValues: Float64Array;
  /** terms x dims, row-major: each term's share in the right singular vectors. */
  readonly components: Float32Array;
  /** chunks x dims, row-major, rows of length 1; a zero row where the dimensions kept hold nothing of the chunk. */
  readonly chunkVectors: Float32Array;
}

export type LsaBuild =
  | { readonly built: true; readonly model: LsaModel }
  | {
      readonly built: false;
      readonly reason: 'few-chunks' | 'few-terms' | 'no-weights';
      /** What is needed, in a sentence. */
      readonly needs: string;
    };

/** Singular values below this share of the largest are rounding errors of the operator, which squares them. */
const rankTolerance = 1e-6;
/** Of the largest eigenvalue; see LanczosRequest. */
const residualTolerance = 1e-8;
/**
 * Numbers that a basis without restarts may take. A small one that never restarts is fastest; one that outgrows the
 * processor's cache is slower than a short one that does (20,000 chunks, 128 dimensions: 49 s against 28 s).
 */
const basisNumbers = 2 * 2 ** 20;

/**
 * Truncated singular value decomposition of the TF-IDF matrix with rows of length 1 (Deerwester and others, 'Indexing by
 * latent semantic analysis', JASIS 1990), by Lanczos on the matrix times its transpose. There are `dims` dimensions, or one
 * less than there are chunks or terms, or the rank of the matrix, whichever is least. Each component's sign is such that
 * the entry of the largest magnitude among the chunks is positive.
 * Yields how far it is, in [0, 1), never falling, after every slice of work; stop asking to cancel.
 */
export function* buildLsa(index: LexicalIndex, settings: LsaSettings): Generator<number, LsaBuild> {
  const refused = refuseSmall(index);
  if (refused) return refused;
  const dims = Math.min(settings.dims, index.chunkCount - 1, index.terms.length - 1);
  const { impacts } = weighTfidf(index, settings);
  const operator = createGram(index, impacts);
  const pairs = yield* decompose(operator, dims, seededRandom(settings.seed));
  if (pairs.values.length === 0) {
    return {
      built: false,
      reason: 'no-weights',
      needs:
        'LSA needs terms that tell chunks apart: under this weighting every term of every chunk weighs 0. Use idf "smooth".',
    };
  }
  const singularValues = Float64Array.from(pairs.values, Math.sqrt);
  const projected = yield* within(
    0.9,
    1,
    projectCorpus(index, impacts, operator.side, pairs.vectors, singularValues),
  );
  return { built: true, model: { dims: singularValues.length, singularValues, ...projected } };
}

function refuseSmall({ chunkCount, terms }: LexicalIndex): LsaBuild | null {
  if (chunkCount < 2) {
    const needs = `LSA needs at least 2 chunks; there ${chunkCount === 1 ? 'is 1' : 'are 0'}.`;
    return { built: false, reason: 'few-chunks', needs };
  }
  if (terms.length < 2) {
    const needs = `LSA needs at least 2 different terms; the chunks hold ${terms.length}.`;
    return { built: false, reason: 'few-terms', needs };
  }
  return null;
}

/**
 * The `dims` largest eigenpairs above rounding errors. One Krylov space holds a single direction of each repeated
 * eigenvalue, so whatever it missed is looked for among the directions orthogonal to what was found.
 */
function* decompose(operator: GramOperator, dims: number, random: Random): Generator<number, EigenPairs> {
  const basisLimit = Math.max(
    2 * dims + 40,
    Math.min(4 * dims + 200, Math.floor(basisNumbers / operator.size)),
  );
  const shared = { operator, random, basisLimit, tolerance: residualTolerance };
  const first = findLargest({ ...shared, known: [], want: dims, floor: null, largest: null });
  const found = yield* within(0, 0.75, reportSteps(first, dims));
  const largest = found.values[0] ?? 0;
  const least = largest * rankTolerance * rankTolerance;
  let pairs = keepBest([found], least, dims);
  for (;;) {
    const lowest = pairs.values.length < dims ? 0 : (pairs.values[dims - 1] as number);
    const floor = Math.max(least, lowest * (1 + 1e-9));
    const more = findLargest({ ...shared, known: pairs.vectors, want: Math.min(dims, 16), floor, largest });
    const missed = yield* within(0.75, 0.9, reportSteps(more, dims));
    if (missed.values.length === 0) return pairs;
    pairs = keepBest([pairs, missed], least, dims);
  }
}

function keepBest(lists: readonly EigenPairs[], least: number, most: number): EigenPairs {
  const pairs = lists
    .flatMap(({ values, vectors }) =>
      values.map((value, i) => ({ value, vector: vectors[i] as Float64Array })),
    )
    .filter(({ value }) => value > least)
    .sort((a, b) => b.value - a.value)
    .slice(0, most);
  return { values: pairs.map(({ value }) => value), vectors: pairs.map(({ vector }) => vector) };
}

/** Nobody knows beforehand how many steps it takes; usually between two and three for each dimension. */
function* reportSteps(work: Generator<number, EigenPairs>, dims: number): Generator<number, EigenPairs> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    yield 1 - Math.exp(-next.value / (dims + 20));
  }
}

/** The same work, its progress between two bounds. */
function* within<Result>(
  from: number,
  to: number,
  work: Generator<number, Result>,
): Generator<number, Result> {
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
    yield from + (to - from) * next.value;
  }
}
