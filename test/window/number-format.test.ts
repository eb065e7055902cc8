// How numbers are written: k of n, a percentage never without its interval, and null where there is nothing to say.
import { describe, expect, test } from 'vitest';
import {
  estimateLeft,
  formatCount,
  formatElapsed,
  formatMetric,
  formatMoment,
  formatPercent,
  formatScore,
  formatShare,
  weighQuestion,
} from '../../src-renderer/ui/number-format.ts';

const gap = '\u00a0';

describe('a rate', () => {
  // Intervals: Wilson, 95 %, as design documents give them.
  test.each([
    [{ k: 17, n: 20, rate: 17 / 20, low: 0.64, high: 0.948 }, '17 of 20', `85${gap}% [64–95]`],
    [{ k: 10, n: 10, rate: 1, low: 0.722, high: 1 }, '10 of 10', `100${gap}% [72–100]`],
    [{ k: 0, n: 10, rate: 0, low: 0, high: 0.278 }, '0 of 10', `0${gap}% [0–28]`],
    [{ k: 150, n: 231, rate: 150 / 231, low: 0.586, high: 0.708 }, '150 of 231', `64.9${gap}% [59–71]`],
    [{ k: 99, n: 99, rate: 1, low: 0.963, high: 1 }, '99 of 99', `100${gap}% [96–100]`],
    [{ k: 1, n: 1500, rate: 1 / 1500, low: 0.0001, high: 0.0038 }, '1 of 1,500', `0.1${gap}% [0.0–0.4]`],
  ])('%o', (rate, share, percent) => {
    expect([formatShare(rate), formatPercent(rate)]).toEqual([share, percent]);
  });

  test('of nothing is no percentage', () => {
    expect(formatPercent({ k: 0, n: 0, rate: null, low: null, high: null })).toBeNull();
  });

  test('no percentage is ever written without its interval', () => {
    for (let n = 1; n <= 200; n += 1) {
      const written = formatPercent({ k: 1, n, rate: 1 / n, low: 0, high: 1 });
      expect(written).toMatch(/^\d+(\.\d)?\u00a0% \[\d+–\d+\]$/);
    }
  });
});

test('what one question weighs is said below 30 questions', () => {
  expect([0, 1, 8, 12, 29, 30, 100].map(weighQuestion)).toEqual([
    null,
    '100',
    '12.5',
    '8.3',
    '3.4',
    null,
    null,
  ]);
});

test('counts have thousands separators, metrics three decimals, and null stays null', () => {
  expect([formatCount(0), formatCount(51_818)]).toEqual(['0', '51,818']);
  expect([formatMetric(1 / 3), formatMetric(1), formatMetric(null)]).toEqual(['0.333', '1.000', null]);
});

test.each([
  [0, '0.0000'],
  [0.58777, '0.5878'],
  [-0.25, '-0.2500'],
  [12.3456, '12.35'],
  [123.456, '123.5'],
  [0.0001234, '1.23e-4'],
  [2_500_000, '2.50e+6'],
])('score %d is %s', (score, written) => {
  expect(formatScore(score)).toBe(written);
});

test.each([
  [0.0365, `0.04${gap}ms`],
  [340.4, `340${gap}ms`],
  [2196.5, `2.2${gap}s`],
  [425_000, `7${gap}min 5${gap}s`],
  [2 * 3_600_000 + 5 * 60_000, `2${gap}h 5${gap}min`],
])('%d ms are %s', (elapsedMs, written) => {
  expect(formatElapsed(elapsedMs)).toBe(written);
});

test('a moment that is none is shown as it came', () => {
  expect(formatMoment('yesterday')).toBe('yesterday');
  expect(formatMoment('2026-11-30T12:00:00.000Z')).toMatch(/30 Nov 2026/);
});

describe('the time left', () => {
  test('is a range of a quarter to each side of the pace so far', () => {
    // 10 of 50 in 20 s: 40 questions of 2 s are 80 s.
    expect(estimateLeft(10, 50, 20_000)).toEqual({ low: 80 * 0.75, high: 80 * 1.25, unit: 's' });
    // 100 of 1,000 in 60 s: 900 questions of 0.6 s are 9 min.
    expect(estimateLeft(100, 1000, 60_000)).toEqual({
      low: Math.floor(9 * 0.75),
      high: Math.ceil(9 * 1.25),
      unit: 'min',
    });
  });

  test('is unknown before three questions and after the last', () => {
    expect([estimateLeft(2, 50, 4000), estimateLeft(50, 50, 4000)]).toEqual([null, null]);
  });

  test('is a range even where the rest takes no time', () => {
    expect(estimateLeft(49, 50, 49)).toEqual({ low: 1, high: 2, unit: 's' });
  });
});
