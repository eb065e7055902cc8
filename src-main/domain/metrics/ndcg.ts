// ndcg@k: graded evidence, discounted by the logarithm of its position.
import { noGold, show, type Metric } from './metric.ts';
import { positionsOf, type Ranking } from './ranking.ts';

export const ndcg: Metric = {
  name: 'ndcg',
  meanName: 'ndcg',
  title: 'Normalised discounted cumulative gain at k',
  summary: 'The gain of the evidence found in the top k, against the best order of all gold.',
  formula:
    'sum of grade / log2(position + 1) over the groups found, divided by the same sum for all gold in the best order; both cut at k',
  needsK: true,
  range: '0 to 1',
  source: 'trec_eval ndcg_cut (linear gain; the ideal from all judged gold)',
  measure: measureNdcg,
  explain(ranking, k) {
    const value = measureNdcg(ranking, k);
    if (value === null) return noGold;
    return `gain ${show(gainOf(ranking, k))} / ideal ${show(idealOf(ranking, k))} = ${show(value)}`;
  },
};

function measureNdcg(ranking: Ranking, k: number): number | null {
  return ranking.idealGrades.length === 0 ? null : gainOf(ranking, k) / idealOf(ranking, k);
}

function gainOf(ranking: Ranking, k: number): number {
  const positions = positionsOf(ranking);
  let gain = 0;
  for (const [i, credit] of ranking.credits.entries()) {
    const position = positions[i] ?? Infinity;
    if (position <= k) gain += credit.grade / Math.log2(position + 1);
  }
  return gain;
}

function idealOf(ranking: Ranking, k: number): number {
  let ideal = 0;
  for (const [i, grade] of ranking.idealGrades.slice(0, k).entries()) ideal += grade / Math.log2(i + 2);
  return ideal;
}
