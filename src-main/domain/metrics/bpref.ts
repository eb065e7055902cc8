// bpref: how often evidence stands before documents that are judged irrelevant; unjudged ones do not count.
import { noGold, show, type Metric } from './metric.ts';
import type { Ranking } from './ranking.ts';

export const bpref: Metric = {
  name: 'bpref',
  meanName: 'bpref',
  title: 'Binary preference',
  summary: 'How rarely documents judged irrelevant stand before the evidence.',
  formula:
    'mean over all groups R of 1 - min(irrelevant before it, R) / min(all irrelevant, R); 0 for a group not found',
  needsK: false,
  range: '0 to 1',
  source: 'trec_eval bpref (Buckley and Voorhees 2004)',
  measure: measureBpref,
  explain(ranking) {
    const value = measureBpref(ranking);
    if (value === null) return noGold;
    const before = ranking.credits.map((credit) => countBefore(ranking, credit.rank)).join(', ');
    return `irrelevant before each group found: ${before || 'none found'}; ${ranking.irrelevant} judged irrelevant, ${ranking.idealGrades.length} groups: ${show(value)}`;
  },
};

function measureBpref(ranking: Ranking): number | null {
  const groups = ranking.idealGrades.length;
  if (groups === 0) return null;
  let sum = 0;
  for (const credit of ranking.credits) {
    const before = countBefore(ranking, credit.rank);
    sum += before === 0 ? 1 : 1 - Math.min(before, groups) / Math.min(ranking.irrelevant, groups);
  }
  return sum / groups;
}

function countBefore(ranking: Ranking, rank: number): number {
  return ranking.irrelevantRanks.filter((irrelevantRank) => irrelevantRank < rank).length;
}
