// The eigenvalue solvers against a cyclic Jacobi twin: dense, tridiagonal, and Lanczos with a basis too small to finish at once.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyGram, createGram, type GramOperator } from '#domain/retrieval/lsa/gram';
import { findLargest, type EigenPairs, type LanczosRequest } from '#domain/retrieval/lsa/lanczos';
import { solveTridiagonal, tridiagonalise } from '#domain/retrieval/lsa/symmetric-eigen';
import { seededRandom } from '#domain/stats/random';

/** Eigenvalues by cyclic Jacobi turns (Golub and Van Loan, 8.5), falling. */
function solveNaively(matrix: readonly (readonly number[])[]): number[] {
  const a = matrix.map((row) => [...row]);
  for (let sweep = 0; sweep < 60; sweep += 1)
    for (let p = 0; p < a.length; p += 1)
      for (let q = p + 1; q < a.length; q += 1) {
        if (a[p]![q] === 0) continue;
        const theta = (a[q]![q]! - a[p]![p]!) / (2 * a[p]![q]!);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(1, theta));
        const c = 1 / Math.hypot(1, t);
        const s = t * c;
        for (let i = 0; i < a.length; i += 1) {
          const [x, y] = [a[i]![p]!, a[i]![q]!];
          a[i]![p] = c * x - s * y;
          a[i]![q] = s * x + c * y;
        }
        for (let i = 0; i < a.length; i += 1) {
          const [x, y] = [a[p]![i]!, a[q]![i]!];
          a[p]![i] = c * x - s * y;
          a[q]![i] = s * x + c * y;
        }
      }
  return a.map((row, i) => row[i]!).sort((x, y) => y - x);
}

function randomSymmetric(size: number, seed: number, levels: number): number[][] {
  const random = seededRandom(seed);
  const draw = () => Math.round((random() - 0.5) * levels) / levels;
  const matrix = Array.from({ length: size }, () => Array.from({ length: size }, draw));
  return matrix.map((row, i) => row.map((value, j) => (i <= j ? value : matrix[j]![i]!)));
}

function worst(a: readonly number[], b: readonly number[]): number {
  return Math.max(0, ...a.map((value, i) => Math.abs(value - b[i]!)));
}

/** Length of (matrix x vector - value x vector), the largest over all pairs. */
function worstResidual(matrix: readonly (readonly number[])[], pairs: EigenPairs): number {
  return Math.max(
    0,
    ...pairs.values.map((value, i) => {
      const vector = pairs.vectors[i]!;
      return Math.hypot(
        ...matrix.map(
          (row, at) => row.reduce((sum, entry, j) => sum + entry * vector[j]!, 0) - value * vector[at]!,
        ),
      );
    }),
  );
}

describe('tridiagonalise and solveTridiagonal', () => {
  it('find the eigenvalues and eigenvectors of any symmetric matrix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 14 }),
        fc.integer(),
        fc.constantFrom(1, 2, 1000),
        (size, seed, levels) => {
          const matrix = randomSymmetric(size, seed, levels);
          const solved = tridiagonalise(Float64Array.from(matrix.flat()), size);
          expect(solveTridiagonal(solved.diagonal, solved.beside, solved.vectors, size)).toBe(true);
          const pairs = {
            values: [...solved.diagonal],
            vectors: Array.from({ length: size }, (_, i) => solved.vectors.slice(i * size, (i + 1) * size)),
          };
          expect(
            worst(
              pairs.values.toSorted((x, y) => y - x),
              solveNaively(matrix),
            ),
          ).toBeLessThan(1e-12);
          expect(worstResidual(matrix, pairs)).toBeLessThan(1e-12);
        },
      ),
      { seed: 3, numRuns: 150 },
    );
  });

  it('carry a single component of every eigenvector', () => {
    const diagonal = Float64Array.of(2, 2, 2);
    const last = Float64Array.of(0, 0, 1);
    expect(solveTridiagonal(diagonal, Float64Array.of(-1, -1, 0), last, 1)).toBe(true);
    // The discrete second derivative: 2 - 2 cos(i pi / 4), components sin(3 i pi / 4) / sqrt(2).
    const expected = [1, 2, 3].map((i) => [
      2 - 2 * Math.cos((i * Math.PI) / 4),
      Math.abs(Math.sin((3 * i * Math.PI) / 4)) / Math.SQRT2,
    ]);
    const found = Array.from(diagonal, (value, i) => [value, Math.abs(last[i] ?? NaN)]).sort(
      (a, b) => a[0]! - b[0]!,
    );
    expect(worst(found.flat(), expected.flat())).toBeLessThan(1e-14);
  });

  it('say so where there is a number that is none', () => {
    expect(
      solveTridiagonal(Float64Array.of(1, NaN, 1), Float64Array.of(1, 1, 0), new Float64Array(3), 1),
    ).toBe(false);
  });
});

/** An operator from dense rows: what createGram makes of an index with those postings. */
function gramOf(rows: readonly (readonly number[])[], columnCount: number): GramOperator {
  const postings = Array.from({ length: columnCount }, (_, term) =>
    rows.flatMap((row, chunk) => (row[term] ? [{ chunk, weight: row[term] }] : [])),
  );
  const starts = [0];
  for (const list of postings) starts.push(starts[starts.length - 1]! + list.length);
  return createGram(
    {
      chunkCount: rows.length,
      postingStarts: Uint32Array.from(starts),
      postingChunks: Uint32Array.from(postings.flat(), ({ chunk }) => chunk),
    },
    Float64Array.from(postings.flat(), ({ weight }) => weight),
  );
}

function sparse(rowCount: number, columnCount: number, seed: number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: rowCount }, () =>
    Array.from({ length: columnCount }, () => (random() < 0.2 ? Math.ceil(random() * 3) : 0)),
  );
}

function multiply(rows: readonly (readonly number[])[]): number[][] {
  return rows.map((x) => rows.map((y) => x.reduce((sum, value, i) => sum + value * y[i]!, 0)));
}

function transpose(rows: readonly (readonly number[])[], columnCount: number): number[][] {
  return Array.from({ length: columnCount }, (_, j) => rows.map((row) => row[j]!));
}

function ask(operator: GramOperator, want: number, changed: Partial<LanczosRequest> = {}) {
  const work = findLargest({
    operator,
    known: [],
    want,
    floor: null,
    largest: null,
    basisLimit: 1000,
    tolerance: 1e-10,
    random: seededRandom(1),
    ...changed,
  });
  for (;;) {
    const next = work.next();
    if (next.done) return next.value;
  }
}

describe('createGram and applyGram', () => {
  it('are the weights times their transpose, on the smaller side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer(),
        (rowCount, columnCount, seed) => {
          const rows = sparse(rowCount, columnCount, seed);
          const operator = gramOf(rows, columnCount);
          const byChunks = rowCount <= columnCount;
          expect([operator.side, operator.size]).toEqual(
            byChunks ? ['chunks', rowCount] : ['terms', columnCount],
          );
          const dense = multiply(byChunks ? rows : transpose(rows, columnCount));
          const columns = dense.map((_, at) => {
            const unit = new Float64Array(operator.size);
            unit[at] = 1;
            const product = new Float64Array(operator.size);
            applyGram(operator, unit, product);
            return [...product];
          });
          expect(columns).toEqual(dense);
        },
      ),
      { seed: 5, numRuns: 80 },
    );
  });
});

describe('findLargest', () => {
  it('finds the same pairs however small the basis is', () => {
    const rows = sparse(70, 90, 4);
    const expected = solveNaively(multiply(rows)).slice(0, 6);
    for (const basisLimit of [8, 12, 20, 1000]) {
      const pairs = ask(gramOf(rows, 90), 6, { basisLimit });
      expect(worst(pairs.values, expected)).toBeLessThan(1e-9);
      expect(worstResidual(multiply(rows), pairs)).toBeLessThan(1.1e-10 * expected[0]!);
    }
  });

  it('finds what lies above a floor beside what is known, or nothing', () => {
    const rows = sparse(40, 60, 8);
    const all = solveNaively(multiply(rows));
    const known = ask(gramOf(rows, 60), 3).vectors;
    const largest = all[0]!;
    const more = ask(gramOf(rows, 60), 9, { known, largest, floor: (all[4]! + all[5]!) / 2 });
    expect(worst(more.values, [all[3]!, all[4]!])).toBeLessThan(1e-8);
    expect(more.values.length).toBe(2);
    expect(ask(gramOf(rows, 60), 9, { known, largest, floor: all[3]! * 1.01 }).values).toEqual([]);
    expect(ask(gramOf(rows, 60), 9, { known, largest, floor: all[2]! }).values).toEqual([]);
  });

  it('gives all pairs of a space with fewer dimensions than wanted', () => {
    const rows = [
      [1, 1, 0, 0],
      [1, 1, 0, 0],
      [0, 0, 2, 0],
    ];
    const pairs = ask(gramOf(rows, 4), 9);
    expect(worst(pairs.values, [4, 4, 0])).toBeLessThan(1e-12);
    expect(pairs.values.length).toBe(3);
  });
});
