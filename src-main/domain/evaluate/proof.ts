// The proof of a verdict: the chain from source to accepted answer, each link in a plain sentence with its numbers.
import type { ProofStep, ProofStepName } from '#contract/scores';
import { firstRank } from '#domain/metrics/reciprocal-rank';
import type { Ranking } from '#domain/metrics/ranking';
import type { Checks, Facts, ListFacts } from './facts.ts';

/** All links in order. `ok: null` = the link does not apply; `detail` is the attribution's. */
export function buildProof(facts: Facts, checks: Checks, detail: string | null): readonly ProofStep[] {
  return [
    proveSource(facts),
    ...(facts.hasGold ? proveRetrieval(facts, detail) : skipRetrieval()),
    proveParsed(facts, checks),
    proveCitation(facts, checks),
    proveNumbers(facts, checks),
    proveAccepted(checks),
  ];
}

function proveSource({ question, gold, hasGold }: Facts): ProofStep {
  if (gold.problem) return link('in-source', false, gold.problem.reason);
  if (question.unanswerable === true)
    return link('in-source', null, 'the question is marked unanswerable: there is no evidence to follow');
  if (gold.groups.length === 0) return link('in-source', null, 'the question has no evidence to follow');
  const ids = new Set(gold.groups.flatMap(({ members }) => members.map(({ documentId }) => documentId)));
  const where = [...ids].slice(0, 3).join(', ') + (ids.size > 3 ? ` and ${ids.size - 3} more` : '');
  const ran = hasGold ? '' : '; the retrieval did not run';
  return link('in-source', true, `${groups(gold.groups.length)} in the text of ${where}${ran}`);
}

function skipRetrieval(): readonly ProofStep[] {
  const steps = ['in-index', 'ranked', 'fused', 'reranked', 'selected', 'in-prompt'] as const;
  return steps.map((step) => link(step, null, 'no evidence to look for'));
}

function proveRetrieval(facts: Facts, detail: string | null): readonly ProofStep[] {
  const { covered, item, gold } = facts;
  const all = gold.groups.length;
  const indexed = covered.filter(Boolean).length;
  return [
    link(
      'in-index',
      facts.indexed || facts.foundInLegs === true || facts.foundRanked === true,
      `the chunks cover ${indexed} of ${groups(all)}`,
    ),
    link('ranked', facts.foundInLegs === true || facts.foundRanked === true, describeLegs(facts)),
    proveFused(facts),
    proveReranked(facts),
    link('selected', facts.foundSelected, describeSelected(facts)),
    provePrompt(facts, detail, item.prompt.dropped.length),
  ];
}

function describeLegs({ legs, gold }: Facts): string {
  if (legs.length === 0) return 'no retriever ran';
  return legs
    .map(({ retriever, returned, ranking, skipped }) => {
      if (skipped !== null) return `${retriever} was not asked (${skipped})`;
      if (ranking === null)
        return `not known in ${retriever}: the places of its ${returned} chunks are not kept`;
      return `${describeRank(ranking, returned, gold.groups.length)} ${returned === 0 ? 'from' : 'in'} ${retriever}`;
    })
    .join('; ');
}

/** 'rank 2 of 100', with the number of groups where the question has several. */
function describeRank(ranking: Ranking, returned: number, all: number): string {
  if (returned === 0) return 'nothing returned';
  const rank = firstRank(ranking);
  if (rank === null) return `not among the ${returned}`;
  const several = all > 1 ? ` (${ranking.credits.length} of ${groups(all)})` : '';
  return `rank ${rank} of ${returned}${several}`;
}

function proveFused(facts: Facts): ProofStep {
  const { legs, config, item, ranking, gold, fused } = facts;
  if (legs.filter(({ skipped }) => skipped === null).length < 2)
    return link('fused', null, 'one retriever: nothing to fuse');
  if (fused) return link('fused', facts.foundFused, `${describeList(fused, facts)} after fusion`);
  if (config.rerank.length > 0) return link('fused', null, 'the order before the rerank is not kept');
  // Fusion keeps every chunk of every list: what is missing then was dropped by minScore, at the next cut.
  const dropped = facts.foundRanked !== true && config.select.minScore !== null && facts.foundInLegs === true;
  const says = dropped
    ? `in the fused list, below minScore ${config.select.minScore}`
    : `${describeRank(ranking, item.retrieval.ranked.length, gold.groups.length)} after fusion`;
  return link('fused', facts.foundRanked === true || dropped, says);
}

/** Each step in order; the last one decides. What minScore drops afterwards is lost at the selection. */
function proveReranked(facts: Facts): ProofStep {
  const { config, ranking, item, gold, reranks } = facts;
  const last = reranks.at(-1);
  if (last) {
    const says = reranks.map((step) => `${describeList(step, facts)} after ${step.kind}`);
    return link('reranked', last.found, says.join('; '));
  }
  if (config.rerank.length === 0) return link('reranked', null, 'this config has no rerank');
  const says = `${describeRank(ranking, item.retrieval.ranked.length, gold.groups.length)} after rerank`;
  return link('reranked', facts.foundRanked, says);
}

function describeList({ ranking, returned }: ListFacts, { gold }: Facts): string {
  if (ranking === null) return `not known: the places of the ${returned} chunks are not kept`;
  return describeRank(ranking, returned, gold.groups.length);
}

function describeSelected(facts: Facts): string {
  const { ranked, selected } = facts.item.retrieval;
  const { minScore } = facts.config.select;
  if (selected === 0) return `nothing was selected${minScore === null ? '' : ` above minScore ${minScore}`}`;
  const rank = firstRank(facts.ranking);
  const first = rank === null ? 'none in the final list' : `the first at rank ${rank}`;
  return `${facts.groupsSelected} of ${groups(facts.gold.groups.length)} in the ${selected} selected of ${ranked.length}, ${first}`;
}

function provePrompt(facts: Facts, detail: string | null, dropped: number): ProofStep {
  const { prompt } = facts.item;
  const lost = dropped > 0 ? `; ${dropped} dropped so that the prompt fits ${prompt.limitTokens} tokens` : '';
  const sent = `${facts.groupsSent} of ${groups(facts.gold.groups.length)} in the ${prompt.passages.length} passages as sent${lost}`;
  if (facts.truncation === null || facts.found !== true) return link('in-prompt', facts.found, sent);
  // Which part the server cut is not known: only a wrong answer makes it the broken link.
  const ok = detail === 'truncated-by-server' ? false : null;
  return link('in-prompt', ok, `${sent}; ${facts.truncation}`);
}

function proveParsed({ item, config }: Facts, checks: Checks): ProofStep {
  if (item.answeredBy === 'harness')
    return link('parsed', null, 'the model was not called: there was no passage to send');
  if (item.answer !== null) {
    const attempt = item.attempts.at(-1)?.attempt ?? 1;
    return link('parsed', true, `reply ${attempt} of at most ${config.attempts} keeps the contract`);
  }
  if (item.providerError) return link('parsed', null, `the call failed: ${item.providerError.message}`);
  return link('parsed', checks.format.pass, checks.format.reasons.join('; '));
}

function proveCitation({ item, config }: Facts, checks: Checks): ProofStep {
  const { answer } = item;
  if (answer === null) return link('citation-valid', null, 'there is no answer to look at');
  if (answer.abstained) return link('citation-valid', null, 'an abstention cites nothing');
  const broken = [...sourceReasons(checks), ...quoteReasons(checks)];
  if (broken.length > 0) return link('citation-valid', false, broken.join('; '));
  if (config.contract.kind === 'free') return link('citation-valid', null, 'the contract asks for no source');
  return link(
    'citation-valid',
    true,
    `cites passage ${answer.citations.join(', ')} of ${item.prompt.passages.length}`,
  );
}

function proveNumbers({ item, config }: Facts, checks: Checks): ProofStep {
  const { answer } = item;
  if (answer === null) return link('numbers-in-passage', null, 'there is no answer to look at');
  if (answer.abstained) return link('numbers-in-passage', null, 'an abstention claims nothing');
  if (!config.checks.numbers) return link('numbers-in-passage', null, 'the config does not check numbers');
  const broken = checks.grounded.reasons.filter((reason) => reason.startsWith('number-'));
  if (broken.length > 0) return link('numbers-in-passage', false, broken.join('; '));
  if (sourceReasons(checks).length > 0)
    return link('numbers-in-passage', null, 'without a valid source there is no passage to look into');
  return link('numbers-in-passage', true, 'no number of the answer is missing from its source');
}

function sourceReasons(checks: Checks): readonly string[] {
  return checks.grounded.reasons.filter(
    (reason) => reason.startsWith('no-source') || reason.startsWith('source-outside-prompt'),
  );
}

/** A quotation that its passage does not hold is a citation that is not valid; one too short to check is a note. */
function quoteReasons(checks: Checks): readonly string[] {
  return checks.grounded.reasons.filter((reason) =>
    /^quote-(misattributed|stitched|fabricated)/u.test(reason),
  );
}

function proveAccepted({ correct }: Checks): ProofStep {
  const says = correct.pass === true ? 'the answer is accepted' : correct.reasons.join('; ');
  return link('answer-accepted', correct.pass, says || 'the answer is not an accepted one');
}

function groups(count: number): string {
  return count === 1 ? '1 evidence group' : `${count} evidence groups`;
}

function link(step: ProofStepName, ok: boolean | null, says: string): ProofStep {
  return { step, ok, says };
}
