// precision@k: how many of k places complete a piece of evidence.
import { noGold, show, type Metric } from './metric.ts';
import { creditsWithin, type Ranking } from './ranking.ts';

export const precision: Metric = {
  name: 'precision',
  meanName: 'precision',
  title: 'Precision at k',
  summary: 'The share of k places whose passage completes an evidence group.',
  formula: 'passages in the top k that complete a group / k, even if fewer were returned',
  needsK: true,
  range: '0 to 1',
  source: 'trec_eval P',
  measure: measurePrecision,
  explain(ranking, k) {
    const value = measurePrecision(ranking, k);
    return value === null
      ? noGold
      : `${countCompleting(ranking, k)} passages complete evidence / ${k} = ${show(value)}`;
  },
};

function measurePrecision(ranking: Ranking, k: number): number | null {
  return ranking.idealGrades.length === 0 ? null : countCompleting(ranking, k) / k;
}

function countCompleting(ranking: Ranking, k: number): number {
  return new Set(creditsWithin(ranking, k).map((credit) => credit.rank)).size;
}
