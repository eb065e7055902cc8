// The shape of a metric: data that explains it, and one pure function that computes it.
import type { Ranking } from './ranking.ts';

export interface Metric {
  /** As in files and outputs; with `needsK` it is followed by `@k`. */
  readonly name: string;
  /** The name of its mean over questions, where that has one of its own. */
  readonly meanName: string;
  readonly title: string;
  readonly summary: string;
  readonly formula: string;
  readonly needsK: boolean;
  readonly range: string;
  /** The tool or paper whose definition this is. */
  readonly source: string;
  /** null when the question has no gold: not scoreable, never NaN. `k` is read only by metrics that need it. */
  measure(ranking: Ranking, k: number): number | null;
  /** The formula with this question's own numbers. */
  explain(ranking: Ranking, k: number): string;
}

/** Said by every metric of a question without gold. */
export const noGold = 'not scoreable: the question has no gold';

/** A value as shown to people: at most four decimals. */
export function show(value: number | null): string {
  return value === null ? 'not scoreable' : String(Number(value.toFixed(4)));
}
