// Resampling of paired differences: a permutation test and a bootstrap interval.
import { percentile } from './percentile.ts';
import { seededRandom } from './random.ts';

export interface ResampleOptions {
  readonly draws?: number;
  readonly seed?: number;
}

/** The draws and the seed used where nothing else is asked for; both are part of what a comparison reports. */
export const resampleDefaults = { draws: 10_000, seed: 20_240_601 } as const;

/**
 * Two-sided p of the paired permutation test: `differences` holds one difference per question, and under the null
 * hypothesis each could as well have the other sign. p = (1 + draws at least as extreme) / (1 + draws), so it is
 * never 0; 1 when there is nothing to compare.
 */
export function pairedPermutation(differences: readonly number[], options: ResampleOptions = {}): number {
  const { draws, seed } = { ...resampleDefaults, ...options };
  const changed = differences.filter((difference) => difference !== 0);
  if (changed.length === 0) return 1;
  const random = seededRandom(seed);
  const size = changed.reduce((sum, difference) => sum + Math.abs(difference), 0);
  // Sums of the same numbers in another order may differ in the last digits: those are ties.
  const observed = Math.abs(sum(changed)) - size * 1e-12;
  let extreme = 0;
  for (let draw = 0; draw < draws; draw += 1) {
    let total = 0;
    for (const difference of changed) total += random() < 0.5 ? difference : -difference;
    if (Math.abs(total) >= observed) extreme += 1;
  }
  return (1 + extreme) / (1 + draws);
}

/**
 * The 95 % percentile bootstrap interval of the mean of `values` (one per question); null when there are none.
 * Questions are drawn with replacement, as many as there are.
 */
export function bootstrapInterval(
  values: readonly number[],
  options: ResampleOptions = {},
): { readonly low: number; readonly high: number } | null {
  const { draws, seed } = { ...resampleDefaults, ...options };
  const random = seededRandom(seed);
  const means: number[] = [];
  for (let draw = 0; draw < draws && values.length > 0; draw += 1) {
    let total = 0;
    for (let i = 0; i < values.length; i += 1) total += values[Math.floor(random() * values.length)] ?? 0;
    means.push(total / values.length);
  }
  const low = percentile(means, 0.025);
  const high = percentile(means, 0.975);
  return low === null || high === null ? null : { low, high };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
