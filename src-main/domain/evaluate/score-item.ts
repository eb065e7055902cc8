// Scores one item under the labels as they are: found, grounded, correct, the stage that failed, and the proof.
import type { Score } from '#contract/scores';
import { defaultCutoffs, measureAll } from '#domain/metrics/metrics';
import { firstRank } from '#domain/metrics/reciprocal-rank';
import { attributeStage, collectFlags } from './attribute-stage.ts';
import { gatherFacts, type Facts, type ScoreInput } from './facts.ts';
import { judgeAnswer, leaveUnjudged } from './judge-answer.ts';
import { buildProof } from './proof.ts';

type Excluded = Score['excluded'];

/**
 * The score of one item: an opinion that follows from the stored item and the labels alone.
 *
 * A failed call excludes the item (`provider`), and so does a label that does not resolve (`label`, `ingestion`): it
 * then has no stage and its `correct` is null. Ranking metrics read the final list in full, before the cut; a failed
 * call after the retrieval leaves them valid. Never throws on data.
 */
export function scoreItem(input: ScoreInput): Score {
  const facts = gatherFacts(input);
  const { item, question, config } = facts;
  const excluded = findExclusion(input);
  const judged = judgeAnswer(item, question, config);
  const nothing = excluded && leaveUnjudged(excluded.reason);
  // A broken label says nothing about format and grounding, which need no label.
  const checks =
    nothing === null
      ? judged
      : excluded?.kind === 'provider'
        ? nothing
        : { ...nothing, format: judged.format, grounded: judged.grounded };
  const attribution = excluded
    ? { stage: null, detail: null, unjudged: null }
    : attributeStage(facts, checks);
  const proof = buildProof(facts, checks, attribution.detail);
  return {
    questionId: item.questionId,
    answerable: question.unanswerable !== true,
    excluded,
    found: facts.found,
    foundSelected: facts.foundSelected,
    ...checks,
    ...attribution,
    flags: [...collectFlags(facts, checks)],
    firstBroken: proof.find(({ ok }) => ok === false)?.step ?? null,
    proof: [...proof],
    ...measureLists(facts),
  };
}

function findExclusion({ item, gold }: ScoreInput): Excluded {
  const { answer, providerError, attempts } = item;
  if (answer === null && providerError)
    return { kind: 'provider', reason: `${providerError.kind}: ${providerError.message}` };
  if (answer === null && attempts.length === 0)
    return { kind: 'provider', reason: 'the item holds neither a reply nor an error' };
  return gold.problem;
}

function measureLists(facts: Facts): Pick<Score, 'rank' | 'legRanks' | 'metrics' | 'legMetrics'> {
  const k = facts.k ?? facts.config.select.k;
  const cutoffs = [...new Set([...defaultCutoffs, k])].toSorted((left, right) => left - right);
  const metrics = measureAll(facts.ranking, cutoffs);
  const unknown = Object.fromEntries(Object.keys(metrics).map((name) => [name, null]));
  return {
    rank: firstRank(facts.ranking),
    legRanks: Object.fromEntries(
      facts.legs.map(({ retriever, ranking }) => [retriever, ranking && firstRank(ranking)]),
    ),
    metrics,
    legMetrics: Object.fromEntries(
      facts.legs.map(({ retriever, ranking }) => [
        retriever,
        ranking ? measureAll(ranking, cutoffs) : unknown,
      ]),
    ),
  };
}
