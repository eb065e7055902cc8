// The checks of one item: does the reply keep the contract, stand on its source, give an accepted answer?
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { Answer, Item } from '#contract/items';
import type { CheckResult } from '#contract/scores';
import { checkCorrect, countParts } from '#domain/checks/correct';
import { checkGrounded } from '#domain/checks/grounded';
import type { Checks } from './facts.ts';

const noReply = 'no-compliant-reply';

/** The checks of an item whose call did not fail. Without a compliant reply, format and grounded fail. */
export function judgeAnswer(item: Item, question: Question, config: Config): Checks {
  const { answer, attempts } = item;
  const { contract } = config;
  const correct = checkCorrect({ answer, question, contract });
  const recovered = attempts.find((attempt) => attempt.recovered !== null)?.recovered ?? null;
  return {
    format: judgeFormat(item),
    grounded: checkGrounded({ answer, passages: item.prompt.passages, contract, checks: config.checks }),
    correct,
    correctIfRecovered: answer === null ? checkCorrect({ answer: recovered, question, contract }) : correct,
  };
}

/** The checks of an item that cannot be judged, for `reason`. */
export function leaveUnjudged(reason: string): Checks {
  const result: CheckResult = { pass: null, reasons: [reason] };
  return { format: result, grounded: result, correct: result, correctIfRecovered: result };
}

/** True when some part of the accepted answer stands in a reply that is not accepted: others are missing. */
export function isPartlyCorrect(answer: Answer, question: Question, config: Config): boolean {
  const parts = countParts({ answer, question, contract: config.contract });
  return parts !== null && parts.present > 0;
}

function judgeFormat(item: Item): CheckResult {
  if (item.answer !== null) return { pass: true, reasons: [] };
  const violation = item.attempts.at(-1)?.violation ?? null;
  return { pass: false, reasons: [violation ? `${violation.reason}: ${violation.message}` : noReply] };
}
