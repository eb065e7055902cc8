import { describe, expect, it } from 'vitest';
import type { Match, Question } from '#contract/bank';
import type { AnswerContract } from '#contract/config';
import { checkCorrect, countParts } from '#domain/checks/correct';
import { bracketContract, jsonContract } from '../prompt/fixtures.ts';

function makeQuestion(answers: string[], match?: Match, unanswerable = false): Question {
  return { id: 'q', question: '?', answers, evidence: [], match, unanswerable };
}

function makeInput(text: string | null, question: Question, contract: AnswerContract = jsonContract) {
  const answer = text === null ? null : { text, abstained: text === 'no lo sé', citations: [1], sources: [] };
  return { answer, question, contract };
}

function check(text: string | null, question: Question, contract?: AnswerContract) {
  return checkCorrect(makeInput(text, question, contract));
}

const right = { pass: true, reasons: [] };

describe('contains', () => {
  it.each([
    ['la señá María Canela', 'María Canela', true],
    ['MARÍA   canela.', 'María Canela', true],
    ['María y Canela', 'María Canela', false],
    ['Maria Canela', 'María Canela', false],
    ['diez y seis años', 'diez y seis', true],
    ['la «Nela»', 'nela', true],
    ['Nelas', 'Nela', false],
    ['30 días', '3', false],
    ['3.5 días', '3', false],
    ['−3 °C', '3', false],
    ['es de −3 °C', '-3 °C', true],
    ['3 °F', '3 °C', false],
    ['cuesta 3€', '3 €', true],
    ['cuesta EUR 3.00', '3 €', true],
    ['cuesta 3 лв', '3 €', false],
    ['cuesta 3', '3 €', false],
    ['cuesta 3 €', '3', true],
    ['el 20%', '20 %', true],
    ['20 euros', '20 %', false],
    ['1.234,50', '1,234.5', true],
    ['٣٠ يوم', '30', true],
    ['два дни', 'два дни', true],
    ['答えは東京です', '東京', true],
    ['a — b', '—', true],
    ['a - b', '—', false],
  ])('%j with %j: %s', (reply, accepted, pass) => {
    expect(check(reply, makeQuestion([accepted])).pass).toBe(pass);
  });

  it('any accepted answer is enough, and a failure lists them', () => {
    expect(check('b', makeQuestion(['a', 'b']))).toEqual(right);
    expect(check('c', makeQuestion(['a', 'b'], { kind: 'contains' }))).toEqual({
      pass: false,
      reasons: ['none of the accepted answers stands in the reply: "a", "b"'],
    });
  });

  it('brackets are taken out for the contract bracket alone', () => {
    const question = makeQuestion(['връщане']);
    expect(check('14 дни [връщане-1]', question, bracketContract).pass).toBe(false);
    expect(check('14 дни [връщане-1]', question).pass).toBe(true);
  });
});

it.each([
  ['Sofía.', 'sofía', true],
  ['la Sofía', 'Sofía', false],
  ['3€', '€ 3', true],
  ['—', ' — ', true],
  ['— x', '—', false],
])('exact: %j with %j: %s', (reply, accepted, pass) => {
  expect(check(reply, makeQuestion([accepted], 'exact')).pass).toBe(pass);
});

it.each<[string, string[], Match, boolean | null, string]>([
  ['до 14 дни', ['^\\d+ дни$', '14 (дни|days)'], 'regex', true, ''],
  ['14 ДНИ', ['14 дни'], { kind: 'regex', flags: 'i' }, true, ''],
  ['14 ДНИ', ['14 дни'], 'regex', false, 'no accepted pattern matches'],
  ['x', ['('], 'regex', null, 'Unterminated group'],
  ['x', ['(', 'x'], 'regex', true, ''],
  ['x', ['a(?=b)'], 'regex', null, 'look-around'],
])('regex: %j with %j', (reply, accepted, match, pass, says) => {
  const result = check(reply, makeQuestion(accepted, match));
  expect(result.pass).toBe(pass);
  expect(result.reasons.join()).toContain(says);
});

it.each<[string, string, number, boolean | null]>([
  ['about 1.234,5 km', '1234.5', 0, true],
  ['2.3', '2.2', 0.1, true],
  ['2.31', '2.2', 0.1, false],
  ['14 hours', '14 days', 0, false],
  ['13 to 15 days', '13 days', 0, true],
  ['-5', '5', 0, false],
  ['none', '5', 0, false],
  ['5', 'five', 0, null],
  ['NX-5', 'NX-5', 0, null],
])('number: %j with %j within %d: %s', (reply, accepted, tolerance, pass) => {
  expect(check(reply, makeQuestion([accepted], { kind: 'number', tolerance })).pass).toBe(pass);
});

it('regex: a pattern that would hang a backtracking engine does not hang', () => {
  expect(check(`${'a'.repeat(20_000)}b`, makeQuestion(['^(a+)+$'], 'regex')).pass).toBe(false);
});

describe('parts', () => {
  const question = makeQuestion([], {
    kind: 'parts',
    parts: [
      ['14 days', '14 дни'],
      ['original packaging', 'опаковка'],
    ],
  });

  it.each([
    ['Within 14 days, in the original packaging.', [], 2],
    ['14 дни', ['missing part: original packaging | опаковка'], 1],
    ['no', ['missing part: 14 days | 14 дни', 'missing part: original packaging | опаковка'], 0],
  ])('%j', (reply, reasons, present) => {
    expect(check(reply, question)).toEqual({ pass: reasons.length === 0, reasons });
    expect(countParts(makeInput(reply, question))).toEqual({ present, total: 2 });
  });

  it('are counted only where a question has them', () => {
    expect(countParts(makeInput('x', makeQuestion(['x'])))).toBeNull();
    expect(countParts(makeInput('no lo sé', question))).toEqual({ present: 0, total: 2 });
    expect(countParts(makeInput(null, question))).toEqual({ present: 0, total: 2 });
  });
});

describe('abstaining', () => {
  it.each([
    ['no lo sé', true, right],
    ['3 €', true, { pass: false, reasons: ['answered, but the question has no answer'] }],
    ['no lo sé', false, { pass: false, reasons: ['abstained, but the question has an answer'] }],
    [null, true, { pass: false, reasons: ['no-compliant-reply'] }],
    [null, false, { pass: false, reasons: ['no-compliant-reply'] }],
  ])('%j on a question that is unanswerable: %s', (reply, unanswerable, result) => {
    expect(check(reply, makeQuestion(['3 €'], undefined, unanswerable))).toEqual(result);
  });

  it('without accepted answers nothing can be judged', () => {
    expect(check('x', makeQuestion([]))).toEqual({ pass: null, reasons: ['no accepted answers'] });
  });
});
