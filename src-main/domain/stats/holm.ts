// Holm's step-down correction for several comparisons at once.

/**
 * Adjusted p values in the order given (Holm 1979): the i-th smallest of m is multiplied by m - i + 1, kept
 * ascending and at most 1. A comparison is significant at level a when its adjusted p is at most a.
 */
export function holm(pValues: readonly number[]): readonly number[] {
  const ascending = pValues.map((p, place) => ({ p, place })).toSorted((left, right) => left.p - right.p);
  const adjusted = pValues.map(() => 1);
  let highest = 0;
  for (const [i, { p, place }] of ascending.entries()) {
    highest = Math.max(highest, Math.min(1, p * (pValues.length - i)));
    adjusted[place] = highest;
  }
  return adjusted;
}
