// One metric of one question in words: its definition, and the formula with the question's own numbers.
import { findMetric } from './metrics.ts';
import type { Ranking } from './ranking.ts';

export interface MetricExplanation {
  /** As asked for. */
  readonly metric: string;
  readonly title: string;
  readonly summary: string;
  readonly formula: string;
  readonly source: string;
  readonly withNumbers: string;
  /** null: not scoreable, and `withNumbers` says why. */
  readonly value: number | null;
}

/** Explains `name`, such as `ndcg@10` or `rr`, by the ranking of one question; null for a name findMetric does not know. */
export function explainMetric(name: string, ranking: Ranking): MetricExplanation | null {
  const found = findMetric(name);
  if (!found) return null;
  const { metric, k } = found;
  const { title, summary, formula, source } = metric;
  return {
    ...{ metric: name, title, summary, formula, source },
    withNumbers: metric.explain(ranking, k),
    value: metric.measure(ranking, k),
  };
}
