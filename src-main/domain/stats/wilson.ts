// Wilson score interval of a proportion.
import type { Rate } from '#contract/scores';

/** The two-sided 95 % quantile of the normal distribution, as the definition of metrics fixes it. */
export const z95 = 1.959964;

/**
 * A rate k/n with its 95 % Wilson interval (Wilson 1927), without continuity correction.
 * `k` and `n` are counts, 0 <= k <= n; rate, low and high lie in [0, 1] and are null when n is 0.
 */
export function wilson(k: number, n: number): Rate {
  if (n === 0) return { k, n, rate: null, low: null, high: null };
  const rate = k / n;
  const spread = (z95 * z95) / n;
  const centre = (rate + spread / 2) / (1 + spread);
  const half = Math.sqrt(spread * (rate * (1 - rate) + spread / 4)) / (1 + spread);
  // At the ends the formula gives exactly 0 and 1; rounding must not say otherwise.
  return { k, n, rate, low: k === 0 ? 0 : centre - half, high: k === n ? 1 : centre + half };
}
