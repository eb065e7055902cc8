// Percentiles of measured durations.

/**
 * The `share` quantile (0.5 = median, 0.95 = p95) by linear interpolation between the closest ranks: position
 * share * (n - 1) in the ascending values, counted from 0 (Hyndman and Fan's type 7, the default of NumPy and R).
 * null for an empty list.
 */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((left, right) => left - right);
  const position = share * (sorted.length - 1);
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (position - Math.floor(position));
}
