// Means of the retrieval metrics, per run and per retriever, and whether fusing the retrievers did harm.
import type { MeasuredSummary, Score } from '#contract/scores';
import { meanName } from '#domain/metrics/metrics';
import { rank as rankMetric } from '#domain/metrics/reciprocal-rank';
import { mcnemarExact } from '#domain/stats/mcnemar';
import { bootstrapInterval } from '#domain/stats/resample';

type Values = Readonly<Record<string, number | null>>;

export interface RetrievalSummary extends Pick<MeasuredSummary, 'retrieval' | 'legs'> {
  readonly legWarnings: readonly string[];
}

/** Means over the questions with gold, an empty result counting 0, and meanRank over those with a rank; null where no question has a value. */
export function summariseRetrieval(scores: readonly Score[], k: number): RetrievalSummary {
  const ids = [...new Set(scores.flatMap(({ legMetrics }) => Object.keys(legMetrics)))];
  const legs = ids.map(
    (id) =>
      [
        id,
        {
          ...averageAll(scores.map(({ legMetrics }) => legMetrics[id] ?? {})),
          ...meanRank(scores.map(({ legRanks }) => legRanks[id] ?? null)),
        },
      ] as const,
  );
  return {
    retrieval: {
      ...averageAll(scores.map(({ metrics }) => metrics)),
      ...meanRank(scores.map(({ rank }) => rank)),
    },
    legs: Object.fromEntries(legs),
    legWarnings: ids.length < 2 ? [] : [...warnOfMrr(scores, ids), ...warnOfSuccess(scores, ids, k)],
  };
}

/** Over the questions whose evidence is in the list at all: recall and mrr tell how many are not. */
function meanRank(ranks: readonly (number | null)[]): Values {
  const found = ranks.filter((rank) => rank !== null);
  return { [rankMetric.meanName]: found.length === 0 ? null : mean(found) };
}

/** In one pass: a live run is summarised again every few seconds. */
function averageAll(lists: readonly Values[]): Record<string, number | null> {
  const totals = new Map<string, { sum: number; n: number }>();
  for (const list of lists) {
    for (const name in list) {
      const value = list[name] ?? null;
      const total = totals.get(name) ?? { sum: 0, n: 0 };
      if (value !== null) {
        total.sum += value;
        total.n += 1;
      }
      totals.set(name, total);
    }
  }
  return Object.fromEntries(
    [...totals].map(([name, { sum, n }]) => [meanName(name), n === 0 ? null : sum / n]),
  );
}

interface Paired {
  readonly leg: string;
  /** Value of the fused list and of the leg, per question. */
  readonly pairs: readonly (readonly [number, number])[];
}

/** The leg with the best mean of `metric` over questions where both are known. */
function pairWithBestLeg(scores: readonly Score[], ids: readonly string[], metric: string): Paired | null {
  const all = ids.map((leg): Paired => {
    const pairs = scores.flatMap(({ metrics, legMetrics }) => {
      const fused = metrics[metric] ?? null;
      const own = legMetrics[leg]?.[metric] ?? null;
      return fused === null || own === null ? [] : [[fused, own] as const];
    });
    return { leg, pairs };
  });
  const known = all.filter(({ pairs }) => pairs.length > 0);
  return known.toSorted((left, right) => ofLeg(right) - ofLeg(left))[0] ?? null;
}

function warnOfMrr(scores: readonly Score[], ids: readonly string[]): readonly string[] {
  const best = pairWithBestLeg(scores, ids, 'rr');
  if (!best || ofFused(best) >= ofLeg(best)) return [];
  const interval = bootstrapInterval(best.pairs.map(([fused, own]) => fused - own));
  if (!interval || interval.high >= 0) return [];
  return [
    `${compare(best, 'mrr')}: ${signed(ofFused(best) - ofLeg(best))}, 95 % ${signed(interval.low)} to ${signed(interval.high)}. ${remedy(best)}`,
  ];
}

function warnOfSuccess(scores: readonly Score[], ids: readonly string[], k: number): readonly string[] {
  const metric = `success@${k}`;
  const best = pairWithBestLeg(scores, ids, metric);
  if (!best) return [];
  const improved = best.pairs.filter(([fused, own]) => fused > own).length;
  const regressed = best.pairs.filter(([fused, own]) => fused < own).length;
  const p = mcnemarExact(improved, regressed);
  if (improved >= regressed || p >= 0.05) return [];
  return [
    `${compare(best, metric)}: ${regressed} questions lost, ${improved} gained, p ${p < 0.0001 ? '< 0.0001' : `= ${p.toFixed(4)}`}. ${remedy(best)}`,
  ];
}

function compare(paired: Paired, metric: string): string {
  return `Fusion is worse than the retriever ${paired.leg} alone over ${paired.pairs.length} questions: ${metric} ${ofFused(paired).toFixed(3)} against ${ofLeg(paired).toFixed(3)}`;
}

function remedy({ leg }: Paired): string {
  return `Try ${leg} alone, or give it more weight.`;
}

function ofFused({ pairs }: Paired): number {
  return mean(pairs.map(([fused]) => fused));
}

function ofLeg({ pairs }: Paired): number {
  return mean(pairs.map(([, own]) => own));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function signed(value: number): string {
  return `${value >= 0 ? '+' : ''}${value.toFixed(3)}`;
}
