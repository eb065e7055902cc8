// success@k and allEvidence@k: is any evidence, is all evidence in the top k?
import { noGold, show, type Metric } from './metric.ts';
import { creditsWithin, type Ranking } from './ranking.ts';

export const success: Metric = {
  name: 'success',
  meanName: 'success',
  title: 'Success at k (hit rate)',
  summary: 'Whether the first k passages hold any evidence group.',
  formula: '1 if a group is found in the top k, else 0',
  needsK: true,
  range: '0 or 1',
  source: 'trec_eval success',
  measure: measureSuccess,
  explain(ranking, k) {
    const value = measureSuccess(ranking, k);
    return value === null
      ? noGold
      : `${creditsWithin(ranking, k).length} found in the top ${k}: ${show(value)}`;
  },
};

export const allEvidence: Metric = {
  name: 'allEvidence',
  meanName: 'allEvidence',
  title: 'All evidence at k',
  summary: 'Whether the first k passages hold every evidence group.',
  formula: '1 if every group is found in the top k, else 0',
  needsK: true,
  range: '0 or 1',
  source: 'recall of trec_eval, all or nothing',
  measure: measureAllEvidence,
  explain(ranking, k) {
    const value = measureAllEvidence(ranking, k);
    if (value === null) return noGold;
    const found = creditsWithin(ranking, k).length;
    return `${found} of ${ranking.idealGrades.length} found in the top ${k}: ${show(value)}`;
  },
};

function measureSuccess(ranking: Ranking, k: number): number | null {
  if (ranking.idealGrades.length === 0) return null;
  return creditsWithin(ranking, k).length > 0 ? 1 : 0;
}

function measureAllEvidence(ranking: Ranking, k: number): number | null {
  const groups = ranking.idealGrades.length;
  if (groups === 0) return null;
  return creditsWithin(ranking, k).length === groups ? 1 : 0;
}
