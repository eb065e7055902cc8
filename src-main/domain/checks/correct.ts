// The check `correct`: does the answer say what the bank accepts?
import type { Match, Question } from '#contract/bank';
import type { AnswerContract } from '#contract/config';
import type { Answer } from '#contract/items';
import type { CheckResult } from '#contract/scores';
import { matchPattern } from './match/match-pattern.ts';
import { containsTokens, isSameTokens, splitTokens, type AnswerToken } from './normalise.ts';
import { findNumbers, type NumberMention } from './numbers.ts';
import { showText } from './reply/show.ts';
import { removeBrackets } from './sources.ts';

export interface CorrectInput {
  /** null when no attempt complied. */
  readonly answer: Answer | null;
  readonly question: Question;
  readonly contract: AnswerContract;
}

type MatchRule = Exclude<Match, string>;

/**
 * An unanswerable question is answered correctly by abstaining and by nothing else; an answerable one never by
 * abstaining. Otherwise the question's `match` (default `contains`) decides, against any one of its accepted answers:
 * - `contains`: the accepted answer stands in the reply, token by token and contiguous (normalise.ts says what a token
 *   is; '3' is not in '30', '3 €' is '3€' and 'EUR 3'); `exact`: the reply is the accepted answer and nothing more.
 * - `regex`: an accepted answer is a pattern found anywhere in the reply (match-pattern.ts; case counts unless flag i).
 * - `number`: some number of the reply lies within `tolerance` (absolute, inclusive, default 0) of the first number of an
 *   accepted answer, with the same unit where that has one.
 * - `parts`: each part has an alternative that the reply contains; `answers` are not read.
 * Under the contract `bracket` the reply is read without its brackets. `pass` is null, with the reason, where the bank
 * gives nothing to compare with: no accepted answers, or none that can be read.
 */
export function checkCorrect(input: CorrectInput): CheckResult {
  const { answer, question } = input;
  const unanswerable = question.unanswerable === true;
  const rule = readRule(question.match);
  if (!unanswerable && rule.kind !== 'parts' && question.answers.length === 0) {
    return { pass: null, reasons: ['no accepted answers'] };
  }
  if (answer === null) return { pass: false, reasons: ['no-compliant-reply'] };
  if (answer.abstained) {
    return unanswerable
      ? { pass: true, reasons: [] }
      : { pass: false, reasons: ['abstained, but the question has an answer'] };
  }
  if (unanswerable) return { pass: false, reasons: ['answered, but the question has no answer'] };
  return compareBy(rule, readComparedText(answer, input.contract), question.answers);
}

/** How many parts of a `parts` question the answer holds; null for any other match. Abstaining and no answer hold none. */
export function countParts(input: CorrectInput): { readonly present: number; readonly total: number } | null {
  const rule = readRule(input.question.match);
  if (rule.kind !== 'parts') return null;
  const { answer, contract } = input;
  if (answer === null || answer.abstained) return { present: 0, total: rule.parts.length };
  const missing = findMissingParts(rule.parts, readComparedText(answer, contract));
  return { present: rule.parts.length - missing.length, total: rule.parts.length };
}

function readRule(match: Match | undefined): MatchRule {
  if (match === undefined) return { kind: 'contains' };
  return typeof match === 'string' ? { kind: match } : match;
}

function readComparedText(answer: Answer, contract: AnswerContract): string {
  return contract.kind === 'bracket' ? removeBrackets(answer.text) : answer.text;
}

function compareBy(rule: MatchRule, reply: string, accepted: readonly string[]): CheckResult {
  switch (rule.kind) {
    case 'contains':
      return judge(
        containsAny(reply, accepted),
        `none of the accepted answers stands in the reply: ${list(accepted)}`,
      );
    case 'exact':
      return judge(
        equalsAny(reply, accepted),
        `the reply is none of the accepted answers: ${list(accepted)}`,
      );
    case 'regex':
      return comparePatterns(reply, accepted, rule.flags ?? '');
    case 'number':
      return compareValues(reply, accepted, rule.tolerance ?? 0);
    case 'parts': {
      const missing = findMissingParts(rule.parts, reply);
      return {
        pass: missing.length === 0,
        reasons: missing.map((part) => `missing part: ${part.join(' | ')}`),
      };
    }
  }
}

function judge(pass: boolean, reason: string): CheckResult {
  return { pass, reasons: pass ? [] : [reason] };
}

function list(accepted: readonly string[]): string {
  const shown = accepted.slice(0, 5).map(showText).join(', ');
  return accepted.length > 5 ? `${shown} ...` : shown;
}

function containsAny(reply: string, accepted: readonly string[]): boolean {
  return holdsAny(splitTokens(reply), reply, accepted);
}

/** An accepted answer without any token (a lone sign) is looked for as it is written. */
function holdsAny(tokens: readonly AnswerToken[], reply: string, accepted: readonly string[]): boolean {
  return accepted.some((text) => {
    const part = splitTokens(text);
    return part.length === 0
      ? reply.includes(text.trim()) && text.trim() !== ''
      : containsTokens(tokens, part);
  });
}

function equalsAny(reply: string, accepted: readonly string[]): boolean {
  const tokens = splitTokens(reply);
  return accepted.some((text) => {
    const wanted = splitTokens(text);
    return wanted.length === 0 ? reply.trim() === text.trim() : isSameTokens(tokens, wanted);
  });
}

function findMissingParts(
  parts: readonly (readonly string[])[],
  reply: string,
): readonly (readonly string[])[] {
  const tokens = splitTokens(reply);
  return parts.filter((alternatives) => !holdsAny(tokens, reply, alternatives));
}

/** One pattern that matches is enough; without a match, one that cannot be tried leaves the answer unjudged. */
function comparePatterns(reply: string, patterns: readonly string[], flags: string): CheckResult {
  const text = reply.normalize('NFC');
  const results = patterns.map((pattern) => ({
    pattern,
    ...matchPattern(pattern.normalize('NFC'), flags, text),
  }));
  if (results.some((result) => result.ok && result.matched)) return { pass: true, reasons: [] };
  const broken = results.flatMap((result) =>
    result.ok ? [] : [`pattern ${showText(result.pattern)}: ${result.reason}`],
  );
  if (broken.length > 0) return { pass: null, reasons: broken };
  return { pass: false, reasons: [`no accepted pattern matches the reply: ${list(patterns)}`] };
}

function compareValues(reply: string, accepted: readonly string[], tolerance: number): CheckResult {
  const wanted = accepted
    .flatMap((text) => findNumbers(text, 'auto').slice(0, 1))
    .filter((number) => listValues(number).length > 0);
  if (wanted.length === 0)
    return { pass: null, reasons: [`no accepted answer holds a number: ${list(accepted)}`] };
  const given = findNumbers(reply, 'auto');
  const pass = wanted.some((number) => given.some((other) => isNear(number, other, tolerance)));
  const within = tolerance === 0 ? '' : ` within ${tolerance}`;
  return judge(
    pass,
    `no number of the reply is${within} ${wanted.map((number) => number.written).join(' or ')}`,
  );
}

function isNear(wanted: NumberMention, given: NumberMention, tolerance: number): boolean {
  if (wanted.unit !== null && given.unit !== wanted.unit && given.sharedUnit !== wanted.unit) return false;
  return listValues(wanted).some((value) =>
    listValues(given).some(
      // 2.3 lies within 0.1 of 2.2, though their difference in floating point is a hair more.
      (other) =>
        Math.abs(value - other) <=
        tolerance + 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(other)),
    ),
  );
}

/** The values of a plain number; none for a code, a date or a time. */
function listValues(number: NumberMention): readonly number[] {
  return number.readings.map(Number).filter(Number.isFinite);
}
