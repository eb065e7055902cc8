import { describe, expect, it } from 'vitest';
import type { AnswerContract, Config } from '#contract/config';
import { formatDetails, type Passage } from '#contract/items';
import { checks as checkList } from '#domain/checks/checks';
import { checkGrounded } from '#domain/checks/grounded';
import { readReply } from '#domain/checks/read-reply';
import { bracketContract, freeContract, jsonContract } from '../prompt/fixtures.ts';

const all: Config['checks'] = { numbers: true, quotes: true, locale: 'auto' };

const passages: readonly Passage[] = [
  ['връщане-1', 'Можете да върнете стоката до 14 дни в оригиналната опаковка.'],
  ['доставка-1', 'Доставката до офис на куриер струва 3 €.'],
  ['връщане-1', 'Парите се възстановяват до 5 дни след като получим върнатата стока.'],
].map(([documentId = '', text = ''], index) => ({
  number: index + 1,
  chunkId: `${documentId}#${index}`,
  documentId,
  start: 0,
  end: text.length,
  text,
}));

function check(reply: string, contract: AnswerContract = bracketContract, checks = all) {
  const { answer } = readReply({ reply, finishReason: 'stop', refused: false, contract, passages });
  return checkGrounded({ answer, passages, contract, checks });
}

describe('bracket', () => {
  it.each<[string, string[]]>([
    ['До 14 дни. [връщане-1]', []],
    ['До 5 дни. [връщане-1]', []],
    ['Струва 3 €. [2]', []],
    ['До 14 дни, струва 3 €. [връщане-1; доставка-1]', []],
    ['1. До 14 дни [1]\n2. До 5 дни [3]', []],
    ['До 14 дни.', ['no-source']],
    ['До 30 дни. [връщане-1]', ['number-missing: 30']],
    ['Струва 3 €. [връщане-1]', ['number-missing: 3']],
    ['Струва 3 лв. [доставка-1]', ['number-other-unit: 3 лв (the passages have 3 €)']],
    ['До 30 дни. [връщане-9]', ['source-outside-prompt: връщане-9']],
    [
      'До 30 дни. [връщане-9, 4; 1]',
      ['source-outside-prompt: връщане-9', 'source-outside-prompt: 4', 'number-missing: 30'],
    ],
  ])('%j', (reply, reasons) => {
    expect(check(reply)).toEqual({ pass: reasons.length === 0, reasons });
  });

  it('an honest abstention passes, one with a claim is checked like any answer', () => {
    expect(check('Не знам.')).toEqual({ pass: true, reasons: [] });
    expect(check('Не знам, може би 30 дни.')).toEqual({
      pass: false,
      reasons: ['no-source', 'abstention-with-claim'],
    });
    expect(check('Не знам, до 14 дни. [1]')).toEqual({ pass: true, reasons: ['abstention-with-claim'] });
  });
});

describe('json', () => {
  it.each<[string, string[]]>([
    ['{"respuesta": "14 дни", "pasaje": 1}', []],
    ['{"respuesta": "14 дни", "pasaje": 3}', ['number-missing: 14']],
    ['{"respuesta": "no lo sé", "pasaje": null}', []],
    ['{"respuesta": "14 дни", "pasaje": 4}', ['no-compliant-reply']],
  ])('%s', (reply, reasons) => {
    expect(check(reply, jsonContract)).toEqual({ pass: reasons.length === 0, reasons });
  });

  it('names a citation that an answer should never have had', () => {
    const answer = { text: 'x', abstained: false, citations: [7], sources: [] };
    expect(checkGrounded({ answer, passages, contract: jsonContract, checks: all }).reasons).toEqual([
      'source-outside-prompt: 7',
    ]);
    expect(
      checkGrounded({ answer: { ...answer, citations: [] }, passages, contract: jsonContract, checks: all })
        .reasons,
    ).toEqual(['no-source']);
  });
});

it('free: all passages count, and the answer is marked uncited', () => {
  expect(check('До 14 дни, струва 3 €.', freeContract)).toEqual({ pass: true, reasons: ['uncited'] });
  expect(check('До 30 дни.', freeContract)).toEqual({
    pass: false,
    reasons: ['number-missing: 30', 'uncited'],
  });
});

describe('quotes', () => {
  it.each<[string, string[]]>([
    ['„Можете да върнете стоката до 14 дни“ [1]', []],
    ['«МОЖЕТЕ да върнете, стоката» [1]', []],
    ['“Можете да върнете … в оригиналната опаковка” [1]', []],
    ['"Можете да върнете [...] в оригиналната опаковка" [1]', []],
    ['Нарича се "опаковка" [1]', []],
    ['"струва 3 €" [2]', []],
    ['"Доставката до офис на куриер" [1]', ['quote-misattributed: "Доставката до офис на куриер"']],
    [
      '"в оригиналната опаковка Можете да върнете" [1]',
      ['quote-stitched: "в оригиналната опаковка Можете да върнете"'],
    ],
    [
      '"в оригиналната опаковка … Можете да върнете" [1]',
      ['quote-stitched: "в оригиналната опаковка … Можете да върнете"'],
    ],
    ['"Можете да върнете до офис на куриер" [1]', ['quote-stitched: "Можете да върнете до офис на куриер"']],
    ['"Не приемаме стоката обратно" [1]', ['quote-fabricated: "Не приемаме стоката обратно"']],
    ['"стоката до 14 д" [1]', ['quote-fabricated: "стоката до 14 д"']],
    ['"една две три" и "една две три" [1]', ['quote-fabricated: "една две три"']],
  ])('%j', (reply, reasons) => {
    expect(check(reply)).toEqual({ pass: reasons.length === 0, reasons });
  });

  it('too short to be judged is noted where no cited passage holds it', () => {
    expect(check('Нарича се "лесно връщане" [1]')).toEqual({
      pass: true,
      reasons: ['quote-too-short: "лесно връщане"'],
    });
  });

  it.each([
    ['open marks', '“'.repeat(200_000)],
    ['short quotes', '"а б в" '.repeat(50_000)],
    ['one long quote', `"${'до 14 дни '.repeat(380)}" [1]`],
  ])('are safe on %s', (_, reply) => {
    expect(check(`${reply} [1]`).pass).toBe(reply.startsWith('“'));
  });
});

it('each part can be switched off', () => {
  const reply = '"Не приемаме стоката обратно" до 30 дни [1]';
  expect(check(reply, bracketContract, { ...all, numbers: false }).reasons).toEqual([
    'quote-fabricated: "Не приемаме стоката обратно"',
  ]);
  expect(check(reply, bracketContract, { ...all, quotes: false }).reasons).toEqual(['number-missing: 30']);
});

it('reads separators by the locale of the checks', () => {
  const one = [
    { ...passages[0], number: 1, chunkId: 'p#0', documentId: 'p', start: 0, end: 5, text: '1.234 units' },
  ];
  const answer = { text: '1234', abstained: false, citations: [1], sources: [] };
  const pass = (locale: string) =>
    checkGrounded({ answer, passages: one, contract: jsonContract, checks: { ...all, locale } }).pass;
  expect([pass('es'), pass('en'), pass('auto')]).toEqual([true, false, true]);
});

it('the list of checks names every reason of the format check', () => {
  expect(checkList.map((check) => check.name)).toEqual(['format', 'grounded', 'correct']);
  expect(checkList[0]?.reasons.map((reason) => reason.reason).toSorted()).toEqual(
    [...formatDetails].toSorted(),
  );
});
