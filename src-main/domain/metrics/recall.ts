// recall@k: the share of all gold that the top k holds.
import { noGold, show, type Metric } from './metric.ts';
import { creditsWithin, type Ranking } from './ranking.ts';

export const recall: Metric = {
  name: 'recall',
  meanName: 'recall',
  title: 'Recall at k',
  summary: 'The share of the evidence groups that the first k passages hold.',
  formula: 'groups found in the top k / all groups (not min(k, groups))',
  needsK: true,
  range: '0 to 1',
  source: 'trec_eval recall',
  measure: measureRecall,
  explain(ranking, k) {
    const value = measureRecall(ranking, k);
    if (value === null) return noGold;
    const found = creditsWithin(ranking, k).length;
    return `${found} found in the top ${k} / ${ranking.idealGrades.length} in all = ${show(value)}`;
  },
};

function measureRecall(ranking: Ranking, k: number): number | null {
  const groups = ranking.idealGrades.length;
  return groups === 0 ? null : creditsWithin(ranking, k).length / groups;
}
