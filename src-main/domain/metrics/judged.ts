// judged@k and unjudged@k: how much of the list anybody has looked at.
import { noGold, show, type Metric } from './metric.ts';
import type { Ranking } from './ranking.ts';

export const judged: Metric = {
  name: 'judged',
  meanName: 'judged',
  title: 'Judged at k',
  summary: 'The share of the returned top k that is evidence or has a judgment.',
  formula: 'judged passages in the top k / min(k, passages returned); 0 when nothing was returned',
  needsK: true,
  range: '0 to 1',
  source: 'ir_measures Judged',
  measure: measureJudged,
  explain(ranking, k) {
    const value = measureJudged(ranking, k);
    if (value === null) return noGold;
    const shown = Math.min(k, ranking.returned);
    return `${shown - countUnjudged(ranking, k)} judged of ${shown} returned in the top ${k}: ${show(value)}`;
  },
};

export const unjudged: Metric = {
  name: 'unjudged',
  meanName: 'unjudged',
  title: 'Unjudged at k',
  summary: 'How many of k places hold a passage that nobody has judged.',
  formula: 'unjudged passages in the top k / k, even if fewer were returned',
  needsK: true,
  range: '0 to 1',
  source: 'trec_eval unj',
  measure: measureUnjudged,
  explain(ranking, k) {
    const value = measureUnjudged(ranking, k);
    return value === null ? noGold : `${countUnjudged(ranking, k)} unjudged / ${k} = ${show(value)}`;
  },
};

function measureJudged(ranking: Ranking, k: number): number | null {
  if (ranking.idealGrades.length === 0) return null;
  const shown = Math.min(k, ranking.returned);
  return shown === 0 ? 0 : (shown - countUnjudged(ranking, k)) / shown;
}

function measureUnjudged(ranking: Ranking, k: number): number | null {
  return ranking.idealGrades.length === 0 ? null : countUnjudged(ranking, k) / k;
}

function countUnjudged(ranking: Ranking, k: number): number {
  return ranking.unjudgedRanks.filter((rank) => rank <= k).length;
}
