// Attributes one item to the stage that owns its failure: the first broken link from retriever to reader.
import type { Stage } from '#contract/scores';
import { touchesGold } from '#domain/labels/find-gold';
import type { Checks, Facts } from './facts.ts';
import { isPartlyCorrect } from './judge-answer.ts';

export interface Attribution {
  readonly stage: Stage | null;
  readonly detail: string | null;
  /** Why there is no stage, where the label does not allow one. */
  readonly unjudged: string | null;
}

/** The stage of an item that is not excluded. */
export function attributeStage(facts: Facts, checks: Checks): Attribution {
  if (checks.correct.pass === true) return { stage: 'correct', detail: null, unjudged: null };
  if (facts.question.unanswerable === true)
    return attributeFormat(facts) ?? fault('reading', 'answered-unanswerable');
  if (!facts.hasGold)
    return (
      attributeFormat(facts) ??
      unjudged(
        checks.correct.pass === null
          ? `${checks.correct.reasons.join('; ')}, and no evidence`
          : 'no evidence: the retriever and the reader cannot be told apart',
      )
    );
  const broken = attributeRetriever(facts) ?? attributeContext(facts, checks) ?? attributeFormat(facts);
  if (broken) return broken;
  if (checks.correct.pass === null) return unjudged(checks.correct.reasons.join('; '));
  return fault('reading', describeReading(facts));
}

/** What stands beside the stage: luck or memory, a cut prompt, a reply that could be repaired. */
export function collectFlags(facts: Facts, checks: Checks): readonly string[] {
  const flags: string[] = [];
  if (checks.correct.pass === true && facts.found === false) flags.push('unsupported-correct');
  if (facts.truncation !== null) flags.push('truncated-by-server');
  const { answer, attempts } = facts.item;
  if (answer === null && attempts.some((attempt) => attempt.recovered !== null)) flags.push('recoverable');
  return flags;
}

function attributeRetriever(facts: Facts): Attribution | null {
  if (facts.foundSelected !== false) return null;
  const { item } = facts;
  if (!facts.indexed) return fault('retriever', 'not-indexed');
  if (item.retrieval.selected === 0) return fault('retriever', 'nothing-retrieved');
  if (item.answer === null) return fault('retriever', 'no-compliant-reply');
  return fault('retriever', item.answer.abstained ? 'abstained' : 'fabricated');
}

/** A cut prompt explains a wrong answer only; of an answer that cannot be judged it explains nothing. */
function attributeContext(facts: Facts, checks: Checks): Attribution | null {
  if (facts.found === false) return fault('context', 'dropped-for-window');
  if (facts.truncation !== null && checks.correct.pass === false)
    return fault('context', 'truncated-by-server');
  return null;
}

function attributeFormat({ item }: Facts): Attribution | null {
  if (item.answer !== null) return null;
  return fault('format', item.attempts.at(-1)?.violation?.reason ?? 'empty');
}

function describeReading(facts: Facts): string {
  const { item, question, gold, config, documents } = facts;
  const { answer, prompt } = item;
  if (answer === null) throw new Error(`Question ${question.id}: reading without an answer.`);
  if (isPartlyCorrect(answer, question, config)) return 'incomplete';
  if (answer.abstained) return 'abstained-with-evidence';
  // Under `free` nothing is cited: the answer is held against every passage as sent, and those hold the evidence.
  const uncited = config.contract.kind === 'free';
  const cited = prompt.passages.filter(({ number }) => uncited || answer.citations.includes(number));
  const right = cited.some((passage) => touchesGold(gold, passage, documents));
  return right ? 'wrong-answer-right-passage' : 'wrong-passage-cited';
}

function fault(stage: Stage, detail: string): Attribution {
  return { stage, detail, unjudged: null };
}

function unjudged(reason: string): Attribution {
  return { stage: null, detail: null, unjudged: reason };
}
