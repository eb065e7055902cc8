// Exact vector ranking: scores by hand, edge cases, and both ways of ranking against a naive twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import { prepareVectors, type VectorDistance } from '#domain/retrieval/vectors/prepare-vectors';
import { rankFromDots, rankVectors } from '#domain/retrieval/vectors/rank-vectors';

const all = { candidates: Infinity, minScore: null };
const distances: readonly VectorDistance[] = ['cosine', 'dot', 'l2'];

function prepare(rows: readonly (readonly number[])[], distance: VectorDistance) {
  const dims = rows[0]?.length ?? 1;
  return prepareVectors({ vectors: Float32Array.from(rows.flat()), dims, distance });
}

/** Sorts everything by a plainly written score. */
function rankNaively(
  rows: readonly (readonly number[])[],
  query: readonly number[],
  distance: VectorDistance,
): RankedChunk[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const dot = (a: readonly number[], b: readonly number[]) => sum(a.map((value, i) => value * (b[i] ?? 0)));
  const score = (row: readonly number[]) => {
    if (distance === 'dot') return dot(row, query);
    if (distance === 'cosine') return dot(row, query) / Math.sqrt(dot(row, row) * dot(query, query));
    return 1 / (1 + Math.sqrt(sum(row.map((value, i) => (value - (query[i] ?? 0)) ** 2))));
  };
  return rows
    .map((row, chunk) => ({ chunk, score: score(row) }))
    .filter((hit) => !Number.isNaN(hit.score))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

/** Inner products in 32-bit floats, in the order of writing. */
function roughDots(rows: readonly (readonly number[])[], query: readonly number[]): Float32Array {
  return Float32Array.from(rows, (row) =>
    row.reduce((sum, value, i) => Math.fround(sum + Math.fround(value * (query[i] ?? 0))), 0),
  );
}

describe('rankVectors', () => {
  const rows = [
    [3, 4],
    [0, 0],
    [-4, 3],
    [6, 8],
    [0, 2],
  ];
  it.each([
    [
      'cosine',
      [
        { chunk: 4, score: 1 },
        { chunk: 0, score: 4 / 5 },
        { chunk: 3, score: 8 / 10 },
        { chunk: 2, score: 3 / 5 },
      ],
    ],
    [
      'dot',
      [
        { chunk: 3, score: 8 },
        { chunk: 0, score: 4 },
        { chunk: 2, score: 3 },
        { chunk: 4, score: 2 },
        { chunk: 1, score: 0 },
      ],
    ],
    [
      'l2',
      [
        { chunk: 1, score: 1 / (1 + 1) },
        { chunk: 4, score: 1 / (1 + 1) },
        { chunk: 0, score: 1 / (1 + Math.sqrt(9 + 9)) },
        { chunk: 2, score: 1 / (1 + Math.sqrt(16 + 4)) },
        { chunk: 3, score: 1 / (1 + Math.sqrt(36 + 49)) },
      ],
    ],
  ] as const)('scores by %s, ties in corpus order', (distance, expected) => {
    const prepared = prepare(rows, distance);
    const query = Float32Array.of(0, 1);
    expect(rankVectors(prepared, query, all)).toEqual(expected);
    expect(rankVectors(prepared, query, { candidates: 2, minScore: null })).toEqual(expected.slice(0, 2));
    expect(rankVectors(prepared, query, { candidates: 0, minScore: null })).toEqual([]);
    const second = expected[1]?.score ?? 0;
    expect(rankVectors(prepared, query, { candidates: 5, minScore: second })).toEqual(
      expected.filter(({ score }) => score > second),
    );
  });

  it('lists rows that point away, unless minScore drops them', () => {
    const prepared = prepare(
      [
        [-1, 0],
        [1, 0],
      ],
      'cosine',
    );
    const query = Float32Array.of(2, 0);
    expect(rankVectors(prepared, query, all)).toEqual([
      { chunk: 1, score: 1 },
      { chunk: 0, score: -1 },
    ]);
    expect(rankVectors(prepared, query, { candidates: 5, minScore: 0 })).toEqual([{ chunk: 1, score: 1 }]);
  });

  it('ranks nothing for a zero query under cosine, by a query or row that is not finite, in an empty table', () => {
    const zero = Float32Array.of(0, 0);
    expect(rankVectors(prepare([[1, 2]], 'cosine'), zero, all)).toEqual([]);
    expect(rankVectors(prepare([[1, 2]], 'dot'), zero, all)).toEqual([{ chunk: 0, score: 0 }]);
    for (const distance of distances) {
      const prepared = prepare(
        [
          [1, 2],
          [NaN, 1],
          [1, Infinity],
        ],
        distance,
      );
      expect(rankVectors(prepared, Float32Array.of(1, 2), all).map(({ chunk }) => chunk)).toEqual([0]);
      expect(rankVectors(prepared, Float32Array.of(1, NaN), all)).toEqual([]);
      const empty = prepareVectors({ vectors: new Float32Array(), dims: 2, distance });
      expect(rankVectors(empty, Float32Array.of(1, 2), all)).toEqual([]);
    }
  });

  it('keeps cosines of the smallest and the largest floats', () => {
    const prepared = prepare(
      [
        [2 ** -149, 0],
        [2 ** 127, 2 ** 127],
        [0, 2 ** -140],
      ],
      'cosine',
    );
    const found = rankVectors(prepared, Float32Array.of(2 ** -149, 0), all);
    expect(found.map(({ chunk }) => chunk)).toEqual([0, 1, 2]);
    expect(found[1]?.score).toBeCloseTo(Math.SQRT1_2, 15);
  });

  it('refuses numbers that are no rows and queries of other dimensions', () => {
    expect(() => prepareVectors({ vectors: new Float32Array(5), dims: 2, distance: 'dot' })).toThrow(
      '5 numbers are no rows of 2 dimensions.',
    );
    expect(() => prepareVectors({ vectors: new Float32Array(4), dims: 0, distance: 'dot' })).toThrow(
      RangeError,
    );
    expect(() => rankVectors(prepare([[1, 2]], 'dot'), new Float32Array(3), all)).toThrow(
      'The query has 3 dimensions, the table 2.',
    );
  });
});

/** Few values, so that ties and zero vectors are common; exact in both widths of floats. */
const table = fc.integer({ min: 1, max: 6 }).chain((dims) => {
  const vector = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: dims, maxLength: dims });
  return fc.record({
    rows: fc.array(vector, { minLength: 1, maxLength: 40 }),
    query: vector,
    distance: fc.constantFrom(...distances),
    candidates: fc.integer({ min: 0, max: 45 }),
  });
});

/** Every magnitude a float can have, so that products overflow, vanish and cancel. */
const wildTable = fc.integer({ min: 1, max: 9 }).chain((dims) => {
  const number = fc.oneof(
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ min: -1, max: 1, noNaN: true }),
  );
  const vector = fc.array(number, { minLength: dims, maxLength: dims });
  return fc.record({
    rows: fc.array(vector, { minLength: 1, maxLength: 30 }),
    query: vector,
    distance: fc.constantFrom(...distances),
    candidates: fc.integer({ min: 0, max: 32 }),
  });
});

describe('both ways of ranking', () => {
  it('agree with a naive twin', () => {
    fc.assert(
      fc.property(table, ({ rows, query, distance, candidates }) => {
        const found = rankVectors(prepare(rows, distance), Float32Array.from(query), {
          candidates,
          minScore: null,
        });
        const expected = rankNaively(rows, query, distance).slice(0, candidates);
        // Cosines of parallel vectors may differ in the last bit between two ways of writing them.
        expect(found.map(({ score }) => score)).toEqual(
          expected.map(({ score }) => expect.closeTo(score, 12) as number),
        );
        if (distance !== 'cosine') expect(found).toEqual(expected);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  it.each([
    ['small integers', table],
    ['floats of every magnitude', wildTable],
  ])('give one list, to the last bit: %s', (_, tables) => {
    fc.assert(
      fc.property(tables, ({ rows, query, distance, candidates }) => {
        const prepared = prepare(rows, distance);
        const limits = { candidates, minScore: null };
        const exact = rankVectors(prepared, Float32Array.from(query), limits);
        const dots = roughDots(rows, query);
        expect(rankFromDots(prepared, Float32Array.from(query), limits, dots, query.length)).toEqual(exact);
      }),
      { seed: 2, numRuns: 500 },
    );
  });

  it('measures again only what could be in the list', () => {
    // The rough products are the truth for the filter: a row that they put far behind is never looked at.
    const prepared = prepare(
      [
        [1, 0],
        [0, 1],
        [0.5, 0.5],
      ],
      'dot',
    );
    const wrong = Float32Array.of(0, 1, 0.5);
    const found = rankFromDots(prepared, Float32Array.of(1, 0), { candidates: 1, minScore: null }, wrong, 2);
    expect(found).toEqual([{ chunk: 1, score: 0 }]);
  });
});
