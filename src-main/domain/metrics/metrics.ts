// The list of retrieval metrics, and the set of them that every run records.
import { averagePrecision } from './average-precision.ts';
import { bpref } from './bpref.ts';
import { judged, unjudged } from './judged.ts';
import type { Metric } from './metric.ts';
import { ndcg } from './ndcg.ts';
import { precision } from './precision.ts';
import type { Ranking } from './ranking.ts';
import { recall } from './recall.ts';
import { rank, reciprocalRank } from './reciprocal-rank.ts';
import { iou, spanPrecision, spanRecall } from './span-metrics.ts';
import { allEvidence, success } from './success.ts';

/** Raised whenever a definition changes: runs of different versions are not comparable. */
export const metricsVersion = '1';

/** The k at which every run records its metrics, besides its own. */
export const defaultCutoffs: readonly number[] = [1, 3, 5, 10];

/** judged@k is recorded at this k alone. */
const judgedCutoff = 10;

export const metrics: readonly Metric[] = [
  recall,
  success,
  allEvidence,
  precision,
  reciprocalRank,
  ndcg,
  averagePrecision,
  bpref,
  judged,
  unjudged,
  spanRecall,
  spanPrecision,
  iou,
  rank,
];

const recordedAtCutoffs: readonly Metric[] = [recall, success, precision, ndcg, allEvidence];
const recordedOfSpans: readonly Metric[] = [spanRecall, spanPrecision, iou];

/**
 * The metrics that a run records for one question, by name: recall@k, success@k, precision@k, ndcg@k and
 * allEvidence@k for each cutoff, rr, ap, bpref and judged@10; spanRecall@k, spanPrecision@k and iou@k too where all its
 * evidence is spans. Values lie in [0, 1]; every one is null when the
 * question has no gold.
 */
export function measureAll(
  ranking: Ranking,
  cutoffs: readonly number[] = defaultCutoffs,
): Readonly<Record<string, number | null>> {
  const values: Record<string, number | null> = {};
  for (const metric of recordedAtCutoffs)
    for (const k of cutoffs) values[`${metric.name}@${k}`] = metric.measure(ranking, k);
  for (const metric of [reciprocalRank, averagePrecision, bpref])
    values[metric.name] = metric.measure(ranking, 0);
  values[`${judged.name}@${judgedCutoff}`] = judged.measure(ranking, judgedCutoff);
  if (ranking.overlapAt(0) === null) return values;
  for (const metric of recordedOfSpans)
    for (const k of cutoffs) values[`${metric.name}@${k}`] = metric.measure(ranking, k);
  return values;
}

/** The metric and k that a name such as `recall@3`, `rr` or its mean `mrr` stands for; null for an unknown name. */
export function findMetric(name: string): { readonly metric: Metric; readonly k: number } | null {
  const [, base, cutoff] = /^([A-Za-z]+)(?:@([1-9]\d*))?$/u.exec(name) ?? [];
  const metric = metrics.find((known) => known.name === base || known.meanName === base);
  if (!metric || metric.needsK !== (cutoff !== undefined)) return null;
  return { metric, k: Number(cutoff ?? 0) };
}

/** The name under which the mean over questions is shown: `rr` becomes `mrr`, `ap` becomes `map`. */
export function meanName(name: string): string {
  return metrics.find((metric) => !metric.needsK && metric.name === name)?.meanName ?? name;
}
