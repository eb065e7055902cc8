// McNemar's exact test: do two configs pass a different number of the same questions?

/**
 * Two-sided exact p of McNemar's test (binomial, one half): `improved` and `regressed` count the questions whose
 * verdict changed from fail to pass and from pass to fail; unchanged ones say nothing. p lies in (0, 1]; 1 when
 * nothing changed.
 */
export function mcnemarExact(improved: number, regressed: number): number {
  const changed = improved + regressed;
  const fewer = Math.min(improved, regressed);
  // Summed from logarithms: 2^-n itself vanishes beyond a thousand changed questions.
  let logTerm = -changed * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let i = 1; i <= fewer; i += 1) {
    logTerm += Math.log((changed - i + 1) / i);
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}
