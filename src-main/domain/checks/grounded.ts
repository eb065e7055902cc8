// The check `grounded`: does the answer stand on the passages it cites?
import type { AnswerContract, Config } from '#contract/config';
import type { Answer, Passage } from '#contract/items';
import type { CheckResult } from '#contract/scores';
import { compareNumbers, findNumbers } from './numbers.ts';
import { judgeQuotes } from './quotes.ts';
import { isAbstentionWithClaim } from './reply/text-reply.ts';
import { indexSources, removeBrackets, resolveSource } from './sources.ts';

export interface GroundedInput {
  /** null when no attempt complied. */
  readonly answer: Answer | null;
  /** The passages as sent. */
  readonly passages: readonly Passage[];
  readonly contract: AnswerContract;
  readonly checks: Config['checks'];
}

/**
 * An honest abstention passes. Otherwise there must be a source (`no-source`), every source must be one of the passages
 * as sent (`source-outside-prompt: X`), every number of the answer must stand in the cited passages by value and with its
 * unit where it has one (`number-missing: 30`, `number-other-unit: ...`; numbers.ts), and every quotation must stand
 * there (`quote-misattributed|stitched|fabricated: ...`; quotes.ts). Numbers and quotations are compared as far as some
 * cited passage was sent, and as `checks.numbers` and `checks.quotes` say; the markers of a numbered list are no numbers.
 * Under `free` all passages count as cited. Reasons that do not fail the check may stand beside a pass: `uncited`
 * (contract free), `abstention-with-claim`, `quote-too-short: ...`. Without a compliant reply the check fails with
 * `no-compliant-reply`. Grounded is not correct: an answer can stand on the wrong passage.
 */
export function checkGrounded(input: GroundedInput): CheckResult {
  const { answer, passages, contract, checks } = input;
  if (answer === null) return { pass: false, reasons: ['no-compliant-reply'] };
  if (answer.abstained) return { pass: true, reasons: [] };
  const sources = findSourceProblems(answer, passages, contract);
  const cited = passages.filter((passage) => sources.cited.has(passage.number));
  const others = passages.filter((passage) => !sources.cited.has(passage.number));
  const text = readComparedText(answer, contract);
  const numbers = checks.numbers && cited.length > 0 ? findNumberProblems(text, cited, checks.locale) : [];
  const quotes =
    checks.quotes && cited.length > 0
      ? judgeQuotes(text, cited.map(readText), others.map(readText))
      : { failures: [], notes: [] };
  const failures = [...sources.problems, ...numbers, ...quotes.failures];
  const notes = [
    ...(contract.kind === 'free' ? ['uncited'] : []),
    ...(isAbstentionWithClaim(answer.text, contract) ? ['abstention-with-claim'] : []),
    ...quotes.notes,
  ];
  return { pass: failures.length === 0, reasons: [...failures, ...notes] };
}

interface SourceProblems {
  readonly problems: readonly string[];
  /** Numbers of the passages that count as cited. */
  readonly cited: ReadonlySet<number>;
}

function findSourceProblems(
  answer: Answer,
  passages: readonly Passage[],
  contract: AnswerContract,
): SourceProblems {
  if (contract.kind === 'free')
    return { problems: [], cited: new Set(passages.map((passage) => passage.number)) };
  const index = indexSources(passages);
  const named =
    contract.kind === 'bracket'
      ? answer.sources.map((source) => ({ source, numbers: resolveSource(index, source) }))
      : answer.citations.map((number) => ({ source: String(number), numbers: findNumber(passages, number) }));
  const outside = named.filter((one) => one.numbers.length === 0);
  return {
    problems:
      named.length === 0 ? ['no-source'] : outside.map((one) => `source-outside-prompt: ${one.source}`),
    cited: new Set(named.flatMap((one) => one.numbers)),
  };
}

function findNumber(passages: readonly Passage[], number: number): readonly number[] {
  return passages.some((passage) => passage.number === number) ? [number] : [];
}

function readComparedText(answer: Answer, contract: AnswerContract): string {
  if (contract.kind !== 'bracket') return answer.text;
  return removeBrackets(answer.text.replace(/\[\s*(?:\.{3}|…)\s*\]/g, '…'));
}

function findNumberProblems(text: string, cited: readonly Passage[], locale: string): readonly string[] {
  const given = findNumbers(dropListMarkers(text), locale);
  return compareNumbers(
    given,
    cited.flatMap((passage) => findNumbers(passage.text, locale)),
  );
}

/** Takes out '1.', '2.', ... where they open the lines of a list that counts from 1. */
function dropListMarkers(text: string): string {
  const marker = /^[ \t]*(\d{1,2})[.)](?=\s)/gm;
  const markers = [...text.matchAll(marker)];
  const counts = markers.length > 1 && markers.every((match, index) => Number(match[1]) === index + 1);
  return counts ? text.replace(marker, '') : text;
}

function readText(passage: Passage): string {
  return passage.text;
}
