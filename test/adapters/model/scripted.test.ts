// Written replies: by question, by k, by attempt, by messages; and every way a file of them can be wrong.
import { describe, expect, it } from 'vitest';
import type { AppError } from '#contract/failure';
import type { ModelRequest } from '#services/model-ports';
import { createScripted, hashMessages } from '#adapters/model/scripted';
import { modelRequest } from './model-fixtures.ts';

const usage = { promptTokens: null, completionTokens: null };
const said = (reply: string) => ({ ok: true, reply, finishReason: 'stop', usage, refused: false });
const fromText = (text: string) => createScripted({ file: 'replies.json', loadText: async () => text });

async function askFor(replies: unknown, request: Partial<ModelRequest>) {
  return (await fromText(JSON.stringify(replies))).ask(modelRequest(request));
}

const messages = modelRequest().messages;
const messagesHash = hashMessages(messages);

describe('the reply', () => {
  it.each([
    [{ q1: 'one' }, {}, 'one'],
    [{ q1: '' }, {}, ''],
    [{ q1: ['first', 'second'] }, { attempt: 1 }, 'first'],
    [{ q1: ['first', 'second'] }, { attempt: 2 }, 'second'],
    [{ q1: ['first', 'second'] }, { attempt: 5 }, 'second'],
    [{ q1: 'one' }, { attempt: 2 }, 'one'],
    [{ '3': { q1: 'at three' }, '4': { q1: 'at four' } }, { k: 4 }, 'at four'],
    [{ '3': { q1: ['a', 'b'] } }, { k: 3, attempt: 2 }, 'b'],
    [{ '3': { q1: 'at three' }, q1: 'else' }, { k: 3 }, 'at three'],
    [{ '3': { q1: 'at three' }, q1: 'else' }, { k: 2 }, 'else'],
    [{ '3': { q2: 'other' }, q1: 'else' }, { k: 3 }, 'else'],
    // Question ids may be numbers: a text or a whole entry under one is the reply itself.
    [{ '7': 'seven' }, { questionId: '7' }, 'seven'],
    [{ '7': { reply: 'seven' } }, { questionId: '7' }, 'seven'],
    [{ '7': { '7': 'seven at seven' } }, { questionId: '7', k: 7 }, 'seven at seven'],
    [{ q1: { reply: ['a', 'b'] } }, { attempt: 2 }, 'b'],
    [{ q1: { reply: 'x', messagesHash } }, {}, 'x'],
    [{ '3': { q1: { reply: 'x', messagesHash, note: 'kept' } } }, {}, 'x'],
    [JSON.parse('{"__proto__": "odd id"}'), { questionId: '__proto__' }, 'odd id'],
  ])('%j %j', async (replies, request, expected) => {
    expect(await askFor(replies, request)).toEqual(said(expected));
  });

  it.each([
    [{ q2: 'x' }, {}, 'No reply for question "q1" (k = 3) in replies.json.'],
    [{}, {}, 'No reply for question "q1" (k = 3) in replies.json.'],
    [{ '4': { q1: 'x' } }, { k: 3 }, 'No reply for question "q1" (k = 3) in replies.json.'],
    [{ q1: 'x' }, { questionId: 'toString' }, 'No reply for question "toString" (k = 3) in replies.json.'],
    [
      { q1: { reply: 'x', messagesHash } },
      { messages: messages.slice(1) },
      `The reply for question "q1" in replies.json was written for other messages: it expects ${messagesHash}, sent were ${hashMessages(messages.slice(1))}.`,
    ],
  ])('that is not there is no-script: %j %j', async (replies, request, message) => {
    expect(await askFor(replies, request)).toEqual({ ok: false, error: { kind: 'no-script', message } });
  });

  it('comes out of the bank', async () => {
    const model = await createScripted({
      bank: new Map<string, string | string[]>([
        ['q1', 'one'],
        ['q2', ['a', 'b']],
      ]),
    });
    expect(await model.ask(modelRequest())).toEqual(said('one'));
    expect(await model.ask(modelRequest({ questionId: 'q2', attempt: 2 }))).toEqual(said('b'));
    expect(await model.ask(modelRequest({ questionId: 'q3' }))).toEqual({
      ok: false,
      error: {
        kind: 'no-script',
        message: 'No reply for question "q3" (k = 3) in the bank\'s scriptedReply fields.',
      },
    });
  });

  it('is not given once the question is cancelled', async () => {
    const model = await fromText('{"q1": "x"}');
    await expect(model.ask(modelRequest({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: 'cancelled',
    });
  });
});

describe('the messages hash', () => {
  it('depends on role and content in their order, and on nothing else', () => {
    const same = messages.map(({ role, content }) => ({ content, role, note: 1 }));
    expect(hashMessages(same)).toBe(messagesHash);
    expect(hashMessages([...messages].reverse())).not.toBe(messagesHash);
  });
});

describe('a broken file', () => {
  it.each([
    ['[]', [{ path: '/', message: 'must be an object with a reply for each question id' }]],
    [
      '{"q1": 5}',
      [{ path: '/q1', value: 5, message: 'must be a text, a list of texts, or an object with "reply"' }],
    ],
    ['{"q1": null, "q2": "fine"}', [{ path: '/q1', value: null }]],
    ['{"q1": []}', [{ path: '/q1', value: [] }]],
    ['{"q1": ["a", 2]}', [{ path: '/q1/1', value: 2, message: 'must be string' }]],
    ['{"a/b~c": {}}', [{ path: '/a~1b~0c', message: 'the field "reply" is missing' }]],
    ['{"q1": {"text": "x"}}', [{ path: '/q1', message: 'the field "reply" is missing' }]],
    ['{"q1": {"reply": "x", "messagesHash": "md5:1"}}', [{ path: '/q1/messagesHash', value: 'md5:1' }]],
    [
      '{"3": {"q1": true}, "4": {"q2": [1]}}',
      [
        { path: '/3/q1', value: true },
        { path: '/4/q2/0', value: 1 },
      ],
    ],
    ['{"q1": "a", "q1": "b"}', [{ message: 'the key "q1" stands twice in one object' }]],
    ['{"q1": "a",\n "q2": oops}', [{ line: 2, message: expect.stringContaining('is not JSON') as unknown }]],
  ])('%s', async (text, problems) => {
    const error = await fromText(text).then(
      () => expect.fail('it loaded'),
      (reason: AppError) => reason,
    );
    expect(error.code).toBe('invalid-input');
    expect(error.message).toContain('replies.json');
    expect(error.problems).toHaveLength(problems.length);
    expect(error.problems).toMatchObject(problems.map((problem) => ({ file: 'replies.json', ...problem })));
  });

  it('that cannot be read fails as the reading does', async () => {
    const loadText = () => Promise.reject(new Error('not there'));
    await expect(createScripted({ file: 'gone.json', loadText })).rejects.toThrow('not there');
  });
});
