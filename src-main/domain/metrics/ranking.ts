// What a metric reads: one ranked list, already compared with the gold and the judgments of its question.
import type { Question } from '#contract/bank';
import type { CorpusDocument } from '#contract/documents';
import { findGold, touchesGold, type Credit } from '#domain/labels/find-gold';
import type { Gold, Place } from '#domain/labels/gold';
import { measureOverlaps, type SpanOverlap } from '#domain/labels/span-overlap';

export interface Ranking {
  /** By rank, then grade descending. */
  readonly credits: readonly Credit[];
  /** The highest grade of each gold group, descending: as many as there are groups. */
  readonly idealGrades: readonly number[];
  /** How many passages were returned. */
  readonly returned: number;
  /** First rank of each returned document that is judged irrelevant, ascending, unless gold is completed there. */
  readonly irrelevantRanks: readonly number[];
  /** How many documents are judged irrelevant, returned or not. */
  readonly irrelevant: number;
  /** Ranks, ascending, of passages that neither touch evidence nor belong to a judged document. */
  readonly unjudgedRanks: readonly number[];
  /** The top `k` and the evidence by characters, as measureOverlaps gives it; worked out when asked. */
  overlapAt(k: number): SpanOverlap | null;
}

/**
 * Compares a ranked list, best first, with the gold of its question. `theta` as in findGold. A passage is judged when
 * it touches evidence or its document has a judgment; with one chunk per document that is trec_eval's notion.
 */
export function compareRanking(input: {
  readonly gold: Gold;
  readonly judgments: Question['judgments'];
  readonly ranked: readonly Place[];
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  readonly theta: number;
}): Ranking {
  const { gold, ranked, documents, theta } = input;
  const irrelevant = new Set((input.judgments ?? []).map((judgment) => judgment.document));
  const credits = findGold(gold, ranked, documents, theta);
  const completing = new Set(credits.map((credit) => credit.rank));
  const seen = new Set<string>();
  const irrelevantRanks: number[] = [];
  const unjudgedRanks: number[] = [];
  for (const [index, place] of ranked.entries()) {
    const rank = index + 1;
    if (irrelevant.has(place.documentId)) {
      if (!completing.has(rank) && !seen.has(place.documentId)) irrelevantRanks.push(rank);
      seen.add(place.documentId);
    } else if (!completing.has(rank) && !touchesGold(gold, place, documents)) unjudgedRanks.push(rank);
  }
  return {
    credits,
    idealGrades: gold.groups
      .map(({ members }) => Math.max(...members.map(({ grade }) => grade)))
      .sort(descending),
    returned: ranked.length,
    irrelevantRanks,
    irrelevant: irrelevant.size,
    unjudgedRanks,
    overlapAt: measureOverlaps(gold, ranked, documents),
  };
}

/** The groups credited in the top `k`. */
export function creditsWithin(ranking: Ranking, k: number): readonly Credit[] {
  return ranking.credits.filter((credit) => credit.rank <= k);
}

/**
 * The position at which each credited group counts for ap and ndcg: max(its rank, previous position + 1), so that two
 * groups found in one passage do not both count at its rank and the value cannot pass 1.
 */
export function positionsOf(ranking: Ranking): readonly number[] {
  let previous = 0;
  return ranking.credits.map((credit) => (previous = Math.max(credit.rank, previous + 1)));
}

function descending(left: number, right: number): number {
  return right - left;
}
