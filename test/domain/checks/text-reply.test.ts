import { describe, expect, it } from 'vitest';
import { readReply } from '#domain/checks/read-reply';
import { isAbstentionWithClaim } from '#domain/checks/reply/text-reply';
import { bracketContract, freeContract } from '../prompt/fixtures.ts';

const passages = [
  { number: 1, documentId: 'връщане-1' },
  { number: 2, documentId: 'Общи условия v2.1' },
  { number: 3, documentId: 'връщане-1' },
  { number: 4, documentId: '2' },
  { number: 5, documentId: 'a, b' },
];

function read(reply: string, contract = bracketContract) {
  return readReply({ reply, finishReason: 'stop', refused: false, contract, passages }).answer;
}

describe('sources', () => {
  it.each<[string, string[], number[]]>([
    ['До 14 дни. [връщане-1]', ['връщане-1'], [1, 3]],
    ['a [Общи условия v2.1] b [ връщане-1 ]', ['Общи условия v2.1', 'връщане-1'], [2, 1, 3]],
    ['a [3; Общи условия v2.1, 3]', ['3', 'Общи условия v2.1'], [3, 2]],
    ['the id 2 before the passage 2 [2]', ['2'], [4]],
    ['an id with a comma [a, b]', ['a, b'], [5]],
    ['outside [връщане-9], and [1]', ['връщане-9', '1'], [1]],
    ['the same id decomposed [връщане-1]'.normalize('NFD'), ['връщане-1'.normalize('NFD')], [1, 3]],
    ['nothing [] [ ] [;] here', [], []],
    ['no bracket', [], []],
    ['unclosed [[[връщане-1', [], []],
    ['nested [[1]]', ['1'], [1]],
    ['out of range [9] [01]', ['9', '01'], []],
  ])('of %j', (reply, sources, citations) => {
    expect(read(reply)).toEqual({ text: reply, abstained: false, citations, sources });
  });
});

describe('abstention', () => {
  it.each([
    ['Не знам.', true],
    ['НЕ ЗНАМ', true],
    ['  «Не  знам», съжалявам.', true],
    ['не знаменит', false],
    ['не', false],
    ['Честно, не знам.', false],
    ['Не знам, може би 30 дни.', false],
    ['Не знам, може би ٣ дни.', false],
    ['Не знам. [връщане-1]', false],
    ['Не знам [друго]', false],
  ])('of %j is %s', (reply, abstained) => {
    expect(read(reply)?.abstained).toBe(abstained);
  });

  it.each([
    ['Не знам. [връщане-1]', true],
    ['Не знам, може би 30 дни.', true],
    ['Не знам.', false],
    ['30 дни', false],
  ])('with a claim: %j is %s', (text, claim) => {
    expect(isAbstentionWithClaim(text, bracketContract)).toBe(claim);
  });

  it('of a phrase with an apostrophe, or of signs alone', () => {
    expect(read('I don’t know.', freeContract)?.abstained).toBe(true);
    expect(read(' --- ', { ...freeContract, abstention: '---' })?.abstained).toBe(true);
    expect(read('-- x', { ...freeContract, abstention: '---' })?.abstained).toBe(false);
  });
});

it('free text has no sources', () => {
  expect(read('14 days [1]', freeContract)).toEqual({
    text: '14 days [1]',
    abstained: false,
    citations: [],
    sources: [],
  });
});

it('a cut reply is truncated, a blank one empty', () => {
  const input = { refused: false, contract: bracketContract, passages };
  const reasons = [
    readReply({ ...input, reply: 'До 14 дни [връ', finishReason: 'length' }),
    readReply({ ...input, reply: ' \n', finishReason: 'stop' }),
  ].map((reading) => reading.violation?.reason);
  expect(reasons).toEqual(['truncated', 'empty']);
});

it('reads a megabyte of brackets', () => {
  const reply = '[1;'.repeat(200_000) + '[a] '.repeat(100_000);
  expect(read(reply)?.sources).toEqual(['a']);
});
