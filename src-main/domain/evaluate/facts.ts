// What is known about one item once its lists are compared with the gold: the facts that stage and proof reason from.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { CorpusDocument } from '#contract/documents';
import type { Item } from '#contract/items';
import type { CheckResult } from '#contract/scores';
import { findGold, isFound } from '#domain/labels/find-gold';
import type { Gold, Place } from '#domain/labels/gold';
import { compareRanking, type Ranking } from '#domain/metrics/ranking';
import { findServerTruncation } from './server-truncation.ts';

export interface ScoreInput {
  readonly item: Item;
  readonly question: Question;
  /** As resolveGold gives it. */
  readonly gold: Gold;
  readonly config: Config;
  /** The run's foundThreshold, in (0, 1]. */
  readonly theta: number;
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  /** Per gold group, in order: can any selection of chunks find it (indexCoverage)? */
  readonly covered: readonly boolean[];
  /** The run's own k where it differs from the config's: recorded as one more cutoff. */
  readonly k?: number;
  /**
   * Where a chunk stands. Items keep the place of a chunk in the final list alone; without this, a retriever's list
   * of which minScore dropped a chunk cannot be measured and its figures are null.
   */
  readonly locate?: (chunkId: string) => Place | null;
}

export interface LegFacts {
  readonly retriever: string;
  readonly returned: number;
  /** null when the place of some chunk of the list is not known. */
  readonly ranking: Ranking | null;
}

/** Of a question without usable gold, every `found...` is null and the rankings hold no credit. */
export interface Facts extends ScoreInput {
  readonly require: 'any' | 'all';
  readonly hasGold: boolean;
  /** Chunks can satisfy the question's rule at all. */
  readonly indexed: boolean;
  readonly ranking: Ranking;
  readonly legs: readonly LegFacts[];
  /** In all the retrievers' lists together; in the final list; among the selected; in the prompt as sent. */
  readonly foundInLegs: boolean | null;
  readonly foundRanked: boolean | null;
  readonly foundSelected: boolean | null;
  readonly found: boolean | null;
  /** Evidence groups among the selected passages, and in the prompt as sent. */
  readonly groupsSelected: number;
  readonly groupsSent: number;
  /** What shows that the server cut the prompt; null when nothing does. */
  readonly truncation: string | null;
}

/** The checks of one item; see judge-answer. */
export interface Checks {
  readonly format: CheckResult;
  readonly grounded: CheckResult;
  readonly correct: CheckResult;
  readonly correctIfRecovered: CheckResult;
}

/** Compares every list of the item with the gold. A question with a label problem, or whose retrieval never ran, has no usable gold. */
export function gatherFacts(input: ScoreInput): Facts {
  const { item, question, gold, config, covered } = input;
  const require = question.require ?? 'all';
  const ran = item.providerError === null || item.retrieval.legs.length > 0;
  const usable: Gold = gold.problem === null && ran ? gold : { groups: [], problem: gold.problem };
  const hasGold = usable.groups.length > 0;
  const compare = (ranked: readonly Place[]): Ranking =>
    compareRanking({ ...input, gold: usable, judgments: question.judgments, ranked });
  const credits = (places: readonly Place[]) => findGold(usable, places, input.documents, input.theta);
  const { ranked, selected } = item.retrieval;
  const legs = placeLegs(input);
  const ranking = compare(ranked);
  const inLegs = credits(legs.flatMap((leg) => leg.places ?? []));
  const inSelected = credits(ranked.slice(0, selected));
  const sent = credits(item.prompt.passages);
  const rule = (found: ReturnType<typeof credits>) => (hasGold ? isFound(usable, found, require) : null);
  return {
    ...input,
    require,
    hasGold,
    indexed: require === 'any' ? covered.some(Boolean) : covered.every(Boolean),
    ranking,
    legs: legs.map(({ retriever, returned, places }) => ({
      retriever,
      returned,
      ranking: places && compare(places),
    })),
    foundInLegs: rule(inLegs),
    foundRanked: rule(ranking.credits),
    foundSelected: rule(inSelected),
    found: rule(sent),
    groupsSelected: inSelected.length,
    groupsSent: sent.length,
    truncation: findServerTruncation(item, config.model.contextTokens),
  };
}

interface PlacedLeg {
  readonly retriever: string;
  readonly returned: number;
  readonly places: readonly Place[] | null;
}

function placeLegs({ item, locate }: ScoreInput): readonly PlacedLeg[] {
  const known = new Map<string, Place>(item.retrieval.ranked.map((hit) => [hit.chunkId, hit]));
  return item.retrieval.legs.map(({ retriever, hits }) => {
    const places = hits.flatMap(({ chunkId }) => known.get(chunkId) ?? locate?.(chunkId) ?? []);
    return { retriever, returned: hits.length, places: places.length === hits.length ? places : null };
  });
}
