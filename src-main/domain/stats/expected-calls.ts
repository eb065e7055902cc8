// What retrying would buy if every failure of the format were chance.

/**
 * Expected calls per question when each call complies with probability `p` in [0, 1], independently, and at most
 * `attempts` (>= 1) are made: (1 - (1 - p)^n) / p, which is n when p is 0. Applied to the mean p of questions that
 * differ it is a lower bound (Jensen), so it is shown as an optimistic one.
 */
export function expectedCalls(p: number, attempts: number): number {
  return p === 0 ? attempts : (1 - (1 - p) ** attempts) / p;
}

/** Expected share of questions left without a compliant reply: (1 - p)^n; the same bound applies. */
export function expectedUnanswered(p: number, attempts: number): number {
  return (1 - p) ** attempts;
}
