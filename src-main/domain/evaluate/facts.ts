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

export interface ListFacts {
  readonly returned: number;
  /** null when the place of some chunk of the list is not known. */
  readonly ranking: Ranking | null;
}

export interface LegFacts extends ListFacts {
  readonly retriever: string;
  /** Why it was not asked, or null; of such a leg nothing is measured. */
  readonly skipped: string | null;
}

export interface RerankFacts extends ListFacts {
  readonly kind: string;
  /** The question's rule, on this list; null when that is not known. */
  readonly found: boolean | null;
}

/** Of a question without usable gold, every `found...` is null and the rankings hold no credit. */
export interface Facts extends ScoreInput {
  readonly require: 'any' | 'all';
  readonly hasGold: boolean;
  /** Chunks can satisfy the question's rule at all. */
  readonly indexed: boolean;
  readonly ranking: Ranking;
  readonly legs: readonly LegFacts[];
  /** The list before the first rerank step; null where the item holds none. */
  readonly fused: ListFacts | null;
  readonly foundFused: boolean | null;
  /** Empty where the item holds none. */
  readonly reranks: readonly RerankFacts[];
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

/** The gold that may be measured: a question with a label problem, or whose retrieval never ran, has none. */
export function usableGold(gold: Gold, item: Item): Gold {
  const ran = item.providerError === null || item.retrieval.legs.length > 0;
  return gold.problem === null && ran ? gold : { groups: [], problem: gold.problem };
}

/** Compares every list of the item with the gold, as far as that is usable. */
export function gatherFacts(input: ScoreInput): Facts {
  const { item, question, config, covered } = input;
  const require = question.require ?? 'all';
  const usable = usableGold(input.gold, item);
  const hasGold = usable.groups.length > 0;
  const compare = (ranked: readonly Place[]): Ranking =>
    compareRanking({ ...input, gold: usable, judgments: question.judgments, ranked });
  const credits = (places: readonly Place[]) => findGold(usable, places, input.documents, input.theta);
  const { ranked, selected } = item.retrieval;
  const place = createPlacing(input);
  const legs = item.retrieval.legs.map((leg) => ({ ...leg, places: place(leg.hits) }));
  const ranking = compare(ranked);
  const inLegs = credits(legs.flatMap((leg) => leg.places ?? []));
  const inSelected = credits(ranked.slice(0, selected));
  const sent = credits(item.prompt.passages);
  const rule = (found: ReturnType<typeof credits>) => (hasGold ? isFound(usable, found, require) : null);
  const measure = (hits: readonly Named[]) => {
    const places = place(hits);
    return {
      returned: hits.length,
      ranking: places && compare(places),
      found: places && rule(credits(places)),
    };
  };
  const fused = item.retrieval.fused ? measure(item.retrieval.fused) : null;
  return {
    ...input,
    require,
    hasGold,
    indexed: require === 'any' ? covered.some(Boolean) : covered.every(Boolean),
    ranking,
    legs: legs.map(({ retriever, hits, skipped, places }) => ({
      retriever,
      returned: hits.length,
      skipped: skipped ?? null,
      ranking: skipped === undefined ? places && compare(places) : null,
    })),
    fused,
    foundFused: fused?.found ?? null,
    reranks: (item.retrieval.reranks ?? []).map(({ kind, hits }) => ({ kind, ...measure(hits) })),
    foundInLegs: rule(inLegs),
    foundRanked: rule(ranking.credits),
    foundSelected: rule(inSelected),
    found: rule(sent),
    groupsSelected: inSelected.length,
    groupsSent: sent.length,
    truncation: findServerTruncation(item, config.model.contextTokens),
  };
}

interface Named {
  readonly chunkId: string;
}

/** Where the chunks of a list stand, or null where that is not known of all. */
function createPlacing({ item, locate }: ScoreInput): (hits: readonly Named[]) => readonly Place[] | null {
  const known = new Map<string, Place>(item.retrieval.ranked.map((hit) => [hit.chunkId, hit]));
  return (hits) => {
    const places = hits.flatMap(({ chunkId }) => known.get(chunkId) ?? locate?.(chunkId) ?? []);
    return places.length === hits.length ? places : null;
  };
}
