// LSA: a dense Jacobi twin, repeated and vanishing singular values, what is refused, progress and repeatability.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import { buildLsa, type LsaBuild, type LsaModel, type LsaSettings } from '#domain/retrieval/lsa/build-lsa';
import { projectQuery } from '#domain/retrieval/lsa/project-query';
import { prepareLsa, rankLsa } from '#domain/retrieval/lsa/rank-lsa';
import { weighTfidf } from '#domain/retrieval/tfidf';

const usual: LsaSettings = { tf: 'sublinear', idf: 'smooth', dims: 128, seed: 1 };

function splitWords(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function indexOf(texts: readonly string[]): LexicalIndex {
  const builder = createLexicalIndexBuilder(splitWords);
  for (const text of texts) builder.add(text);
  return builder.finish();
}

function run(index: LexicalIndex, settings: LsaSettings): { result: LsaBuild; progress: number[] } {
  const work = buildLsa(index, settings);
  const progress: number[] = [];
  for (;;) {
    const next = work.next();
    if (next.done) return { result: next.value, progress };
    progress.push(next.value);
  }
}

function build(index: LexicalIndex, settings: LsaSettings): LsaModel {
  const { result } = run(index, settings);
  if (!result.built) throw new Error(result.needs);
  return result.model;
}

/** The weights as a dense table, a row for each chunk. */
function writeOut(index: LexicalIndex, settings: LsaSettings): number[][] {
  const { impacts } = weighTfidf(index, settings);
  const table = Array.from({ length: index.chunkCount }, () => index.terms.map(() => 0));
  index.terms.forEach((_, term) => {
    for (let i = index.postingStarts[term] ?? 0; i < (index.postingStarts[term + 1] ?? 0); i += 1)
      table[index.postingChunks[i] ?? 0]![term] = impacts[i] ?? 0;
  });
  return table;
}

/** One-sided Jacobi (Hestenes 1958) on the rows: turns pairs of rows until all are orthogonal; their lengths are the singular values. */
function decomposeNaively(table: readonly (readonly number[])[]) {
  const rows = table.map((row) => [...row]);
  const left = table.map((_, i) => table.map((__, j) => (i === j ? 1 : 0)));
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  for (let sweep = 0; sweep < 60; sweep += 1) {
    let turned = false;
    for (let p = 0; p < rows.length; p += 1)
      for (let q = p + 1; q < rows.length; q += 1) {
        const [a, b, c] = [dot(rows[p]!, rows[p]!), dot(rows[q]!, rows[q]!), dot(rows[p]!, rows[q]!)];
        if (Math.abs(c) <= 1e-15 * Math.sqrt(a * b) || c === 0) continue;
        turned = true;
        const zeta = (b - a) / (2 * c);
        const tangent = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const cosine = 1 / Math.hypot(1, tangent);
        for (const side of [rows, left]) {
          const [x, y] = [side[p]!, side[q]!];
          side[p] = x.map((value, i) => cosine * (value - tangent * y[i]!));
          side[q] = x.map((value, i) => cosine * (tangent * value + y[i]!));
        }
      }
    if (!turned) break;
  }
  return rows
    .map((row, i) => ({ value: Math.sqrt(dot(row, row)), left: left[i]!, row }))
    .sort((a, b) => b.value - a.value);
}

/** Cosines of all chunks among each other, in the first `dims` dimensions: they do not depend on signs or turned spaces. */
function cosines(vectors: readonly (readonly number[])[]): number[][] {
  const lengths = vectors.map((vector) => Math.hypot(...vector));
  return vectors.map((x, i) =>
    vectors.map((y, j) =>
      lengths[i]! < 1e-6 || lengths[j]! < 1e-6
        ? 0
        : x.reduce((sum, value, at) => sum + value * y[at]!, 0) / (lengths[i]! * lengths[j]!),
    ),
  );
}

function rowsOf(table: Float32Array, dims: number): number[][] {
  return Array.from({ length: table.length / dims }, (_, row) => [
    ...table.subarray(row * dims, (row + 1) * dims),
  ]);
}

function farthest(a: readonly (readonly number[])[], b: readonly (readonly number[])[]): number {
  return Math.max(0, ...a.flatMap((row, i) => row.map((value, j) => Math.abs(value - b[i]![j]!))));
}

const textsArbitrary = fc.array(
  fc
    .array(fc.integer({ min: 0, max: 25 }), { minLength: 0, maxLength: 12 })
    .map((words) => words.map((word) => `w${word}`).join(' ')),
  { minLength: 2, maxLength: 30 },
);

describe('buildLsa', () => {
  it('agrees with a dense decomposition', () => {
    fc.assert(
      fc.property(
        textsArbitrary,
        fc.integer({ min: 1, max: 12 }),
        fc.constantFrom('raw' as const, 'sublinear' as const),
        (texts, dims, tf) => {
          const index = indexOf(texts);
          fc.pre(index.terms.length >= 2);
          const settings = { ...usual, tf, dims };
          const model = build(index, settings);
          const cap = Math.min(dims, index.chunkCount - 1, index.terms.length - 1);
          const twin = decomposeNaively(writeOut(index, settings)).filter(({ value }) => value > 1e-5);
          const values = twin.slice(0, cap).map(({ value }) => value);
          expect(model.dims).toBe(values.length);
          expect(farthest([[...model.singularValues]], [values])).toBeLessThan(1e-9);
          // Where the next singular value is the same, which of the directions is kept is nobody's right.
          fc.pre(twin.length === model.dims || values.at(-1)! - twin[model.dims]!.value > 1e-4);
          const expected = index.chunkCount === 0 ? [] : twin.slice(0, model.dims);
          const loads = Array.from({ length: index.chunkCount }, (_, chunk) =>
            expected.map(({ value, left }) => value * left[chunk]!),
          );
          expect(farthest(cosines(rowsOf(model.chunkVectors, model.dims)), cosines(loads))).toBeLessThan(
            1e-5,
          );
        },
      ),
      { seed: 11, numRuns: 120 },
    );
  });

  it('has components of length 1 that are orthogonal, and that turn chunks into their vectors', () => {
    const index = indexOf(['a b c', 'b c d', 'c d e', 'e f a', 'a a f', 'g h', 'g b']);
    const model = build(index, { ...usual, dims: 4 });
    const rights = Array.from({ length: 4 }, (_, dim) => rowsOf(model.components, 4).map((row) => row[dim]!));
    expect(
      farthest(
        rights.map((x) => rights.map((y) => x.reduce((sum, value, i) => sum + value * y[i]!, 0))),
        [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
          [0, 0, 1, 0],
          [0, 0, 0, 1],
        ],
      ),
    ).toBeLessThan(1e-6);
    // A chunk's own text as a query gives the chunk's vector.
    const asked = [...projectQuery(model, index, usual, ['c', 'b', 'a'])];
    expect(farthest([asked], [rowsOf(model.chunkVectors, 4)[0]!])).toBeLessThan(1e-6);
  });

  it('finds every direction of a repeated singular value', () => {
    // Twenty pairs of equal chunks without common words: the singular value sqrt(2), twenty times.
    const texts = Array.from({ length: 20 }, (_, i) => [`a${i} b${i}`, `a${i} b${i}`]).flat();
    const model = build(indexOf(texts), { ...usual, dims: 30 });
    expect(model.dims).toBe(20);
    expect(
      farthest([[...model.singularValues]], [Array.from({ length: 20 }, () => Math.SQRT2)]),
    ).toBeLessThan(1e-12);
    const expected = texts.map((x) => texts.map((y) => (x === y ? 1 : 0)));
    expect(farthest(cosines(rowsOf(model.chunkVectors, model.dims)), expected)).toBeLessThan(1e-6);
  });

  it('finds a repeated largest value among many others', () => {
    // Two groups of four equal chunks: 2 is a singular value twice; the rest hangs together by chance.
    const loose = Array.from({ length: 60 }, (_, i) => `w${i % 7} w${(i * i) % 41} w${(i * 5) % 53}`);
    const texts = [
      ...Array.from({ length: 4 }, () => 'left hand'),
      ...Array.from({ length: 4 }, () => 'right foot'),
      ...loose,
    ];
    const model = build(indexOf(texts), { ...usual, dims: 6 });
    const twin = decomposeNaively(writeOut(indexOf(texts), usual));
    expect(farthest([[...model.singularValues]], [twin.slice(0, 6).map(({ value }) => value)])).toBeLessThan(
      1e-9,
    );
    expect(twin.filter(({ value }) => Math.abs(value - 2) < 1e-9).length).toBe(2);
  });

  it('keeps as many dimensions as the matrix has', () => {
    const model = build(indexOf(['a b', 'a b', 'a b', 'c d', 'c d', '']), { ...usual, dims: 4 });
    expect(model.dims).toBe(2);
    expect([...model.singularValues].map((value) => Number(value.toFixed(9)))).toEqual(
      [Math.sqrt(3), Math.sqrt(2)].map((value) => Number(value.toFixed(9))),
    );
    const expected = [
      [1, 0],
      [1, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [0, 0],
    ];
    expect(farthest(rowsOf(model.chunkVectors, 2), expected)).toBeLessThan(1e-12);
  });

  it('gives no direction to what the dimensions do not hold', () => {
    const index = indexOf(['a b', 'a b', 'a b', 'c d', 'c d']);
    const model = build(index, { ...usual, dims: 1 });
    expect(rowsOf(model.chunkVectors, 1)).toEqual([[1], [1], [1], [0], [0]]);
    const asked = [['a'], ['c'], ['nowhere'], []].map((tokens) => [
      ...projectQuery(model, index, usual, tokens),
    ]);
    expect(asked).toEqual([[1], [0], [0], [0]]);
  });

  it('works on the side of the terms where there are fewer', () => {
    const texts = Array.from({ length: 80 }, (_, i) => `w${i % 6} w${(i * i) % 6} w${(i * 7) % 5}`);
    const model = build(indexOf(texts), { ...usual, dims: 3 });
    const twin = decomposeNaively(writeOut(indexOf(texts), usual)).slice(0, 3);
    expect(farthest([[...model.singularValues]], [twin.map(({ value }) => value)])).toBeLessThan(1e-9);
    const loads = texts.map((_, chunk) => twin.map(({ value, left }) => value * left[chunk]!));
    expect(farthest(cosines(rowsOf(model.chunkVectors, 3)), cosines(loads))).toBeLessThan(1e-5);
  });

  it('gives the same bits for the same seed, and nearly the same for another', () => {
    const texts = Array.from(
      { length: 60 },
      (_, i) => `w${i % 11} w${(i * i) % 23} w${(i * 3) % 17} v${i % 29}`,
    );
    const index = indexOf(texts);
    const [first, again, other] = [5, 5, 6].map((seed) => build(index, { ...usual, dims: 9, seed }));
    expect(again).toEqual(first);
    expect(farthest([[...other!.singularValues]], [[...first!.singularValues]])).toBeLessThan(1e-12);
  });

  it('reports progress that never falls and stays below 1', () => {
    const texts = Array.from({ length: 60 }, (_, i) => `w${i % 11} w${(i * i) % 23} w${(i * 3) % 17}`);
    const { progress } = run(indexOf(texts), { ...usual, dims: 9 });
    expect(progress.length).toBeGreaterThan(9);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.every((value) => value >= 0 && value < 1)).toBe(true);
  });

  it.each([
    [[], 'few-chunks', 'LSA needs at least 2 chunks; there are 0.'],
    [['a b c'], 'few-chunks', 'LSA needs at least 2 chunks; there is 1.'],
    [['a', 'a a'], 'few-terms', 'LSA needs at least 2 different terms; the chunks hold 1.'],
    [['', ''], 'few-terms', 'LSA needs at least 2 different terms; the chunks hold 0.'],
  ])('refuses %j', (texts, reason, needs) => {
    expect(run(indexOf(texts), usual).result).toEqual({ built: false, reason, needs });
  });

  it('refuses terms of which none weighs anything', () => {
    const { result } = run(indexOf(['a b', 'b a', 'a b']), { ...usual, idf: 'plain' });
    expect(result).toMatchObject({ built: false, reason: 'no-weights' });
  });
});

describe('rankLsa', () => {
  const model = {
    dims: 2,
    chunkVectors: Float32Array.of(0, 0, 0.6, 0.8, -1, 0, 0.6, 0.8, 1, 0),
  };
  const everything = { candidates: Infinity, minScore: null };

  it('gives cosines, 0 to a chunk without a direction, ties in corpus order', () => {
    expect(rankLsa(prepareLsa(model), Float32Array.of(1, 0), everything)).toEqual([
      { chunk: 4, score: 1 },
      { chunk: 1, score: Math.fround(0.6) },
      { chunk: 3, score: Math.fround(0.6) },
      { chunk: 0, score: 0 },
      { chunk: 2, score: -1 },
    ]);
  });

  it('keeps what lies above minScore, as many as asked for, and never more than 1', () => {
    const limits = { candidates: 2, minScore: 0 };
    const found = rankLsa(prepareLsa(model), Float32Array.of(0.6, 0.8), limits);
    expect(found.map(({ chunk }) => chunk)).toEqual([1, 3]);
    expect(found.every(({ score }) => score <= 1 && score > 1 - 1e-6)).toBe(true);
  });

  it('ranks nothing for a query without a direction', () => {
    expect(rankLsa(prepareLsa(model), Float32Array.of(0, 0), everything)).toEqual([]);
  });
});
