// Fusion by scores: both scales by hand, lists without a spread, what is absent, and a naive twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import { createScale, fuseWeightedSum, type Normalisation } from '#domain/retrieval/fusion/weighted-sum';

function list(scores: Readonly<Record<number, number>>): RankedChunk[] {
  return Object.entries(scores)
    .map(([chunk, score]) => ({ chunk: Number(chunk), score }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

const hits = list({ 1: 9, 2: 5, 3: 1 });
/** Of 9, 5 and 1: mean 5, variance (16 + 0 + 16) / 3. */
const deviation = Math.sqrt((16 + 0 + 16) / 3);

describe('createScale', () => {
  it.each<[string, RankedChunk[], Normalisation, number[], number]>([
    ['spread', hits, 'min-max', [1, (5 - 1) / (9 - 1), 0], 0],
    ['spread', hits, 'z-score', [4 / deviation, 0, -4 / deviation], -4 / deviation],
    ['of one', list({ 1: 7 }), 'min-max', [1], 0],
    ['of one', list({ 1: 7 }), 'z-score', [0], -1],
    ['of equal scores', list({ 1: -2, 2: -2 }), 'min-max', [1, 1], 0],
    ['of equal scores', list({ 1: -2, 2: -2 }), 'z-score', [0, 0], -1],
    ['of zeros', list({ 1: 0, 2: 0 }), 'min-max', [1, 1], 0],
    ['of negative scores', list({ 1: -1, 2: -3 }), 'min-max', [1, 0], 0],
    ['of negative scores', list({ 1: -1, 2: -3 }), 'z-score', [1, -1], -1],
    ['of nothing', [], 'min-max', [], 0],
    ['of nothing', [], 'z-score', [], 0],
  ])('a list %s: %j under %s', (_, scored, normalise, places, absent) => {
    const scale = createScale(scored, normalise);
    expect(scored.map(({ score }) => scale.place(score))).toEqual(
      places.map((place) => expect.closeTo(place, 12)),
    );
    expect(scale.absent).toBeCloseTo(absent, 12);
  });
});

describe('fuseWeightedSum', () => {
  const first = { weight: 1, hits };
  const second = { weight: 0.5, hits: list({ 3: 0.9, 4: 0.1 }) };

  it('adds weight x place; under min-max the absent count 0', () => {
    expect(fuseWeightedSum([first, second], 'min-max')).toEqual([
      { chunk: 1, score: 1 },
      { chunk: 2, score: 4 / 8 },
      { chunk: 3, score: 0.5 * 1 },
      { chunk: 4, score: 0 },
    ]);
  });

  it('counts the absent as the lowest listed under z-score', () => {
    // The second list: mean 0.5, deviation 0.4, so 1 and -1.
    expect(fuseWeightedSum([first, second], 'z-score')).toEqual([
      { chunk: 1, score: expect.closeTo(4 / deviation - 0.5, 12) },
      { chunk: 2, score: expect.closeTo(0 - 0.5, 12) },
      { chunk: 3, score: expect.closeTo(-4 / deviation + 0.5, 12) },
      { chunk: 4, score: expect.closeTo(-4 / deviation - 0.5, 12) },
    ]);
  });

  it('leaves out lists of weight 0, and fuses nothing into nothing', () => {
    expect(
      fuseWeightedSum([{ weight: 0, hits: list({ 9: 1 }) }, first], 'z-score').map(({ chunk }) => chunk),
    ).toEqual([1, 2, 3]);
    expect(fuseWeightedSum([], 'min-max')).toEqual([]);
    expect(fuseWeightedSum([{ weight: 1, hits: [] }], 'z-score')).toEqual([]);
  });

  it('never gives NaN or a score without an end, whatever the scores', () => {
    const wild = fc.array(
      fc.constantFrom(
        NaN,
        Infinity,
        -Infinity,
        Number.MAX_VALUE,
        -Number.MAX_VALUE,
        Number.MIN_VALUE,
        0,
        -0,
        1,
        1 + Number.EPSILON,
      ),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.array(wild, { maxLength: 3 }),
        fc.constantFrom('min-max' as const, 'z-score' as const),
        (lists, normalise) => {
          const fused = fuseWeightedSum(
            lists.map((scores) => ({ weight: 1, hits: scores.map((score, chunk) => ({ chunk, score })) })),
            normalise,
          );
          expect(fused.filter(({ score }) => !Number.isFinite(score))).toEqual([]);
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });

  it('agrees with a naive twin, whatever the order of the lists', () => {
    const listArbitrary = fc.record({
      weight: fc.constantFrom(0, 0.5, 1, 2),
      hits: fc
        .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -4, max: 9 })), {
          maxLength: 9,
          selector: ([chunk]) => chunk,
        })
        .map((pairs) => list(Object.fromEntries(pairs))),
    });
    fc.assert(
      fc.property(
        fc.array(listArbitrary, { maxLength: 4 }),
        fc.constantFrom('min-max' as const, 'z-score' as const),
        (lists, normalise) => {
          const used = lists.filter(({ weight }) => weight > 0);
          const listed = [...new Set(used.flatMap(({ hits: own }) => own.map(({ chunk }) => chunk)))];
          const twin = listed.map((chunk) => ({
            chunk,
            score: used.reduce(
              (sum, { weight, hits: own }) => sum + weight * placeNaively(own, chunk, normalise),
              0,
            ),
          }));
          const fused = fuseWeightedSum(lists, normalise);
          const byChunk = (a: RankedChunk, b: RankedChunk) => a.chunk - b.chunk;
          expect(fused.toSorted(byChunk)).toEqual(
            twin.toSorted(byChunk).map(({ chunk, score }) => ({ chunk, score: expect.closeTo(score, 9) })),
          );
          expect(fused).toEqual(fused.toSorted((a, b) => b.score - a.score || a.chunk - b.chunk));
          expect(fuseWeightedSum(lists.toReversed(), normalise)).toEqual(fused);
        },
      ),
      { seed: 4, numRuns: 200 },
    );
  });
});

function placeNaively(own: readonly RankedChunk[], chunk: number, normalise: Normalisation): number {
  if (own.length === 0) return 0;
  const scores = own.map(({ score }) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const found = own.find((hit) => hit.chunk === chunk)?.score;
  if (low === high) {
    if (normalise === 'min-max') return found === undefined ? 0 : 1;
    return found === undefined ? -1 : 0;
  }
  const score = found ?? low;
  if (normalise === 'min-max') return (score - low) / (high - low);
  const mean = scores.reduce((a, b) => a + b) / scores.length;
  const variance = scores.reduce((sum, value) => sum + (value - mean) ** 2, 0) / scores.length;
  return (score - mean) / Math.sqrt(variance);
}
