// Statistics against published values, closed forms and naive twins.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectedCalls, expectedUnanswered } from '#domain/stats/expected-calls';
import { holm } from '#domain/stats/holm';
import { mcnemarExact } from '#domain/stats/mcnemar';
import { percentile } from '#domain/stats/percentile';
import { seededRandom } from '#domain/stats/random';
import { bootstrapInterval, pairedPermutation } from '#domain/stats/resample';
import { wilson } from '#domain/stats/wilson';

const settings = { seed: 7, numRuns: 60 };

describe('wilson', () => {
  it.each([
    [17, 20, 0.64, 0.948, 3],
    [10, 10, 0.722, 1, 3],
    [0, 10, 0, 0.278, 3],
    [7, 12, 0.32, 0.81, 2],
    [7, 9, 0.45, 0.94, 2],
    [3, 7, 0.16, 0.7495, 2],
  ])('gives %i/%i -> %f to %f', (k, n, low, high, digits) => {
    const rate = wilson(k, n);
    expect(rate.rate).toBe(k / n);
    expect(rate.low).toBeCloseTo(low, digits);
    expect(rate.high).toBeCloseTo(high, digits);
  });

  it('bounds 3 of 7 below the threshold of 0.8 that the gate asks for', () => {
    expect(wilson(3, 7).high).toBeCloseTo(0.7495, 4);
  });

  it('is null on nothing', () => {
    expect(wilson(0, 0)).toEqual({ k: 0, n: 0, rate: null, low: null, high: null });
  });

  it('keeps 0 <= low <= rate <= high <= 1, and solves the equation it comes from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const k = Math.round(share * n);
          const { rate, low, high } = wilson(k, n);
          if (rate === null || low === null || high === null) throw new Error('n > 0');
          expect(0 <= low && low <= rate && rate <= high && high <= 1).toBe(true);
          for (const bound of [low, high])
            expect((rate - bound) ** 2).toBeCloseTo((1.959964 ** 2 * bound * (1 - bound)) / n, 9);
        },
      ),
      settings,
    );
  });
});

describe('expected calls', () => {
  it('buys against chance: 0.8 and at most 3 calls take 1.24 on average', () => {
    expect(expectedCalls(0.8, 3)).toBeCloseTo(0.8 + 2 * 0.2 * 0.8 + 3 * 0.2 * 0.2, 12);
    expect(expectedCalls(0.8, 3)).toBeCloseTo(1.24, 12);
  });

  it('leaves 1 % without an answer at 0.9 and 2 calls', () => {
    expect(expectedUnanswered(0.9, 2)).toBeCloseTo(0.01, 12);
  });

  it('makes every call when nothing ever complies, and one when all comply', () => {
    expect([expectedCalls(0, 4), expectedUnanswered(0, 4)]).toEqual([4, 1]);
    expect([expectedCalls(1, 4), expectedUnanswered(1, 4)]).toEqual([1, 0]);
  });

  it('is an optimistic bound: 10 % of questions that never comply stay at 10 %, whatever the cap', () => {
    for (const attempts of [1, 2, 5, 20]) {
      const measured = 0.1 * expectedUnanswered(0, attempts) + 0.9 * expectedUnanswered(1, attempts);
      expect(measured).toBeCloseTo(0.1, 12);
      expect(expectedUnanswered(0.9, attempts)).toBeLessThanOrEqual(measured + 1e-12);
      const calls = 0.1 * expectedCalls(0, attempts) + 0.9 * expectedCalls(1, attempts);
      expect(expectedCalls(0.9, attempts)).toBeLessThanOrEqual(calls + 1e-12);
    }
  });
});

describe('percentile', () => {
  it.each([
    [[], 0.5, null],
    [[4], 0.95, 4],
    [[2, 1], 0.5, 1.5],
    [[30, 10, 20], 0.5, 20],
    [[10, 20, 30, 40], 0.95, 30 + 10 * (0.95 * 3 - 2)],
  ])('of %j at %f is %j', (values, share, expected) => {
    const actual = percentile(values, share);
    if (expected === null) expect(actual).toBeNull();
    else expect(actual).toBeCloseTo(expected, 9);
  });
});

describe('mcnemar', () => {
  it.each([
    [0, 0, 1],
    [1, 0, 1],
    [5, 0, 2 / 2 ** 5],
    [0, 6, 2 / 2 ** 6],
    [8, 2, (2 * (1 + 10 + 45)) / 2 ** 10],
    [3, 3, 1],
  ])('%i improved, %i regressed: p = %f', (improved, regressed, p) => {
    expect(mcnemarExact(improved, regressed)).toBeCloseTo(p, 12);
  });

  it('does not lose the tail of thousands of changed questions', () => {
    const p = mcnemarExact(2600, 2400);
    expect(p).toBeGreaterThan(0.004);
    expect(p).toBeLessThan(0.006);
  });
});

describe('holm', () => {
  it('steps down, keeps the order given and stays ascending', () => {
    expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
    expect(holm([0.6, 0.9])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});

describe('resampling', () => {
  it('draws the same numbers from the same seed, evenly', () => {
    const [first, second, other] = [seededRandom(1), seededRandom(1), seededRandom(2)];
    const values = Array.from({ length: 5000 }, () => first());
    expect(Array.from({ length: 5000 }, () => second())).toEqual(values);
    expect(other()).not.toBe(values[0]);
    expect(values.every((value) => value >= 0 && value < 1)).toBe(true);
    for (let tenth = 0; tenth < 10; tenth += 1) {
      const inside = values.filter((value) => Math.floor(value * 10) === tenth).length;
      expect(Math.abs(inside - 500)).toBeLessThan(100);
    }
  });

  it('permutes signs: close to the exact p over every assignment', () => {
    const differences = [0.5, 0.25, 0.5, -0.25, 1, 0.75, 0];
    const moved = differences.slice(0, 6);
    const observed = Math.abs(moved.reduce((sum, value) => sum + value, 0));
    let extreme = 0;
    for (let mask = 0; mask < 2 ** 6; mask += 1) {
      const total = moved.reduce((sum, value, i) => sum + ((mask >> i) & 1 ? value : -value), 0);
      if (Math.abs(total) >= observed) extreme += 1;
    }
    expect(Math.abs(pairedPermutation(differences) - extreme / 2 ** 6)).toBeLessThan(0.015);
  });

  it('says nothing about runs that do not differ', () => {
    expect(pairedPermutation([0, 0, 0])).toBe(1);
    expect(pairedPermutation([])).toBe(1);
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
    expect(bootstrapInterval([])).toBeNull();
  });

  it('bootstraps about the interval that the normal distribution gives for many questions', () => {
    const values = Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? 1 : 0));
    const interval = bootstrapInterval(values);
    const half = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
    expect(interval?.low).toBeCloseTo(0.25 - half, 2);
    expect(interval?.high).toBeCloseTo(0.25 + half, 2);
    expect(bootstrapInterval(values)).toEqual(interval);
    expect(bootstrapInterval(values, { draws: 9, seed: 1 })).not.toEqual(
      bootstrapInterval(values, { draws: 9, seed: 2 }),
    );
  });
});
