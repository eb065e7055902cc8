// Prints the metrics of a run as trec_eval does with -q and -c: one line per measure and query, then those of all.
import { findMetric } from '#domain/metrics/metrics';
import type { Ranking } from '#domain/metrics/ranking';

export interface TrecQuery {
  readonly id: string;
  /** Of a question with judgments alone it holds no group, and every measure is 0. */
  readonly ranking: Ranking;
}

/** trec_eval's own names, with ours; `_k` stands for a cutoff. */
const measures: readonly (readonly [theirs: string, ours: string])[] = [
  ['map', 'ap'],
  ['bpref', 'bpref'],
  ['recip_rank', 'rr'],
  ['P_', 'precision@'],
  ['recall_', 'recall@'],
  ['ndcg_cut_', 'ndcg@'],
  ['success_', 'success@'],
  ['unj_', 'unjudged@'],
];

/** Lists are a hundred deep unless a config asks for more. */
const trecCutoffs: readonly number[] = [1, 3, 5, 10, 20, 100];

const counts: readonly (readonly [name: string, count: (ranking: Ranking) => number])[] = [
  ['num_ret', ({ returned }) => returned],
  ['num_rel', ({ idealGrades }) => idealGrades.length],
  ['num_rel_ret', ({ credits }) => credits.length],
];

/**
 * Lines `measure<TAB>query<TAB>value`, the measure padded to 22 as trec_eval does; means have four decimals, and over
 * all queries the counts are sums. Measures with a cutoff are printed at 1, 3, 5, 10, 20, 100 and at `k`.
 * @param queries every query with evidence or judgments, those that returned nothing too
 */
export function renderTrecMeasures(queries: readonly TrecQuery[], tag: string, k: number): readonly string[] {
  const cutoffs = [...new Set([...trecCutoffs, k])].toSorted((left, right) => left - right);
  const named = measures.flatMap(([theirs, ours]) =>
    ours.endsWith('@')
      ? cutoffs.map((cutoff) => [`${theirs}${cutoff}`, `${ours}${cutoff}`] as const)
      : [[theirs, ours] as const],
  );
  const rows = queries.map(({ id, ranking }) => ({
    id,
    counted: counts.map(([, count]) => count(ranking)),
    measured: named.map(([, ours]) => measure(ours, ranking)),
  }));
  const print = (query: string, ofCounts: readonly number[], ofMeasures: readonly number[]) => [
    ...counts.map(([name], index) => line(name, query, String(ofCounts[index]))),
    ...named.map(([name], index) => line(name, query, (ofMeasures[index] ?? 0).toFixed(4))),
  ];
  const sums = (lists: readonly (readonly number[])[], names: readonly unknown[]) =>
    names.map((_, index) => lists.reduce((sum, values) => sum + (values[index] ?? 0), 0));
  const counted = sums(
    rows.map((row) => row.counted),
    counts,
  );
  const measured = sums(
    rows.map((row) => row.measured),
    named,
  );
  return [
    ...rows.flatMap((row) => print(row.id, row.counted, row.measured)),
    line('runid', 'all', tag),
    line('num_q', 'all', String(rows.length)),
    ...print(
      'all',
      counted,
      measured.map((sum) => sum / Math.max(1, rows.length)),
    ),
  ];
}

/** What we call not scoreable, trec_eval counts 0. */
function measure(name: string, ranking: Ranking): number {
  const found = findMetric(name);
  if (!found) throw new Error(`there is no metric ${name}`);
  return found.metric.measure(ranking, found.k) ?? 0;
}

function line(name: string, query: string, value: string): string {
  return `${name.padEnd(22)}\t${query}\t${value}`;
}
