// ap: precision at every place where evidence is found; its mean is map.
import { noGold, show, type Metric } from './metric.ts';
import { positionsOf, type Ranking } from './ranking.ts';

export const averagePrecision: Metric = {
  name: 'ap',
  meanName: 'map',
  title: 'Average precision',
  summary: 'The precision at each evidence group found, averaged over all groups.',
  formula: 'sum over the groups found of i / position of the i-th, divided by all groups',
  needsK: false,
  range: '0 to 1',
  source: 'trec_eval map',
  measure: measureAveragePrecision,
  explain(ranking) {
    const value = measureAveragePrecision(ranking);
    if (value === null) return noGold;
    const terms = positionsOf(ranking).map((position, i) => `${i + 1}/${position}`);
    return `(${terms.length > 0 ? terms.join(' + ') : '0'}) / ${ranking.idealGrades.length} = ${show(value)}`;
  },
};

function measureAveragePrecision(ranking: Ranking): number | null {
  const groups = ranking.idealGrades.length;
  if (groups === 0) return null;
  let sum = 0;
  for (const [i, position] of positionsOf(ranking).entries()) sum += (i + 1) / position;
  return sum / groups;
}
