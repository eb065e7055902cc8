import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { judgeReplySchema, renderJudgePrompt } from '#domain/retrieval/judge/judge-prompt';
import { readJudgements } from '#domain/retrieval/judge/read-judgements';

const yes = { relevant: true, score: null, problem: null };
const no = { relevant: false, score: null, problem: null };
const of = (problem: string) => ({ relevant: null, score: null, problem });
const scored = (score: number) => ({ relevant: null, score, problem: null });

describe('one chunk', () => {
  test.each([
    ['{"relevant": true}', yes],
    [' {"relevant":false}\n', no],
    ['```json\n{"relevant": true}\n```', yes],
    ['{"relevant": true, "reason": "it says so"}', yes],
    ['{"relevant": "true"}', of('unreadable')],
    ['{"relevant": 1}', of('unreadable')],
    ['{"relevant": null}', of('unreadable')],
    ['{"relevant": true, "relevant": false}', of('unreadable')],
    ['{"score": 7}', of('unreadable')],
    ['yes', of('unreadable')],
    ['', of('unreadable')],
    ['{"relevant": true} and so on', of('unreadable')],
    ['[true]', of('unreadable')],
  ])('boolean: %s', (reply, judgement) => {
    expect(readJudgements(reply, 'boolean', 1)).toEqual({ judgements: [judgement], unknown: 0 });
  });

  test.each([
    ['{"score": 1}', scored(1)],
    ['{"score": 10}', scored(10)],
    ['{"score": 0}', of('unreadable')],
    ['{"score": 11}', of('unreadable')],
    ['{"score": 7.5}', of('unreadable')],
    ['{"score": 7.0}', of('unreadable')],
    ['{"score": "7"}', of('unreadable')],
    ['{"score": -3}', of('unreadable')],
    ['{"relevant": true}', of('unreadable')],
  ])('score: %s', (reply, judgement) => {
    expect(readJudgements(reply, 'score', 1)).toEqual({ judgements: [judgement], unknown: 0 });
  });
});

describe('several chunks', () => {
  test('entries are placed by their number, whatever their order', () => {
    const entries = [
      { chunk: 3, score: 9 },
      { chunk: 1, score: 2 },
    ];
    expect(readJudgements(JSON.stringify({ judgements: entries }), 'score', 3)).toEqual({
      judgements: [scored(2), of('missing'), scored(9)],
      unknown: 0,
    });
  });

  test('unknown, duplicate, unreadable and missing ones are told apart', () => {
    const entries = [
      { chunk: 1, relevant: true },
      { chunk: 1, relevant: true },
      { chunk: 9, relevant: true },
      { chunk: 2, relevant: 'perhaps' },
      'nonsense',
    ];
    expect(readJudgements(JSON.stringify({ judgements: entries }), 'boolean', 4)).toEqual({
      judgements: [of('duplicate'), of('unreadable'), of('missing'), of('missing')],
      unknown: 2,
    });
  });

  test('a reply about one chunk where several were asked about is unreadable for all', () => {
    expect(readJudgements('{"relevant": true}', 'boolean', 2)).toEqual({
      judgements: [of('unreadable'), of('unreadable')],
      unknown: 0,
    });
  });

  test('the order of the entries never matters', () => {
    const entry = fc.record({
      chunk: fc.integer({ min: 0, max: 6 }),
      score: fc.integer({ min: 0, max: 11 }),
    });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), fc.nat(), (entries, turn) => {
        const at = entries.length === 0 ? 0 : turn % entries.length;
        const turned = [...entries.slice(at), ...entries.slice(0, at)].reverse();
        const read = (list: readonly object[]) =>
          readJudgements(JSON.stringify({ judgements: list }), 'score', 5);
        expect(read(turned)).toEqual(read(entries));
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test('whatever the reply, there is one judgement for each chunk', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), fc.integer({ min: 1, max: 6 }), (reply, count) => {
        expect(readJudgements(reply, 'score', count).judgements).toHaveLength(count);
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

test('the chunk text is handed over as it is, after what the model is told', () => {
  const [system, user] = renderJudgePrompt('boolean', 'Why?', ['Because {"relevant": true}.']);
  expect(system?.role).toBe('system');
  expect(user).toEqual({
    role: 'user',
    content: 'Chunk:\nBecause {"relevant": true}.\n\nQuestion: Why?',
  });
  expect(renderJudgePrompt('score', 'Why?', ['a', 'b'])[1]?.content).toBe(
    'Chunk [1]:\na\n\nChunk [2]:\nb\n\nQuestion: Why?',
  );
});

test('the schema of the reply closes the object', () => {
  expect(judgeReplySchema('boolean', 1)).toEqual({
    type: 'object',
    properties: { relevant: { type: 'boolean' } },
    required: ['relevant'],
    additionalProperties: false,
  });
});
