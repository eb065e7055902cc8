// rr: how far down the first evidence stands; its mean is mrr. And the rank itself.
import { noGold, show, type Metric } from './metric.ts';
import type { Ranking } from './ranking.ts';

export const reciprocalRank: Metric = {
  name: 'rr',
  meanName: 'mrr',
  title: 'Reciprocal rank',
  summary: 'One over the rank of the first evidence found, over the whole list.',
  formula: '1 / rank of the first group found, 0 if none is',
  needsK: false,
  range: '0 to 1',
  source: 'trec_eval recip_rank',
  measure: measureReciprocalRank,
  explain(ranking) {
    const value = measureReciprocalRank(ranking);
    const rank = firstRank(ranking);
    if (value === null) return noGold;
    return rank === null
      ? `no evidence among ${ranking.returned} passages: 0`
      : `1 / rank ${rank} = ${show(value)}`;
  },
};

/** The rank of the first evidence; unlike the others it is no share, and null also where none was found. */
export const rank: Metric = {
  name: 'rank',
  meanName: 'meanRank',
  title: 'Rank of the first evidence',
  summary: 'Where the first evidence stands in the list, as far as the list goes.',
  formula: 'the lowest rank of a group found',
  needsK: false,
  range: '1 to the length of the list; null when not in it',
  source: 'known-item search',
  measure: firstRank,
  explain(ranking) {
    const found = firstRank(ranking);
    return found === null
      ? `not among ${ranking.returned} passages`
      : `rank ${found} of ${ranking.returned} passages`;
  },
};

/** Rank of the first evidence, from 1, or null where the list holds none. */
export function firstRank(ranking: Ranking): number | null {
  return ranking.credits[0]?.rank ?? null;
}

function measureReciprocalRank(ranking: Ranking): number | null {
  if (ranking.idealGrades.length === 0) return null;
  const found = firstRank(ranking);
  return found === null ? 0 : 1 / found;
}
