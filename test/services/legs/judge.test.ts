// A judging model: how it is asked, that calls overlap within their bound, and that nothing it says is lost.
import { expect, test } from 'vitest';
import { createJudge } from '#services/legs/judge';
import type { ChatModel, ModelReply, ModelRequest } from '#services/model-ports';
import { serverModel } from '../../adapters/model/model-fixtures.ts';

const model = serverModel(1);
const question = { id: 'q', text: 'Which?' };
const chunks = Array.from({ length: 7 }, (_, index) => ({ id: `d#${index + 1}`, text: `text ${index + 1}` }));

function fine(reply: string): ModelReply {
  return {
    ok: true,
    reply,
    finishReason: 'stop',
    usage: { promptTokens: 10, completionTokens: 2 },
    refused: false,
  };
}

function chatOf(answer: (request: ModelRequest) => ModelReply): ChatModel & { readonly most: () => number } {
  let now = 0;
  let most = 0;
  return {
    most: () => most,
    async ask(request) {
      now += 1;
      most = Math.max(most, now);
      await new Promise((go) => setTimeout(go, 5));
      now -= 1;
      return answer(request);
    },
  };
}

test('calls overlap, never more than allowed, and the result is in the order of the chunks', async () => {
  const chat = chatOf(({ messages }) =>
    fine(JSON.stringify({ score: Number(/text (\d+)/.exec(messages[1]?.content ?? '')?.[1]) })),
  );
  const judge = createJudge({ mode: 'score', concurrency: 3, batch: 1, model, chat });
  const judged = await Promise.all([
    judge.judge(question, chunks, new AbortController().signal),
    judge.judge(question, chunks.slice(0, 2), new AbortController().signal),
  ]);
  expect(judged[0].judgements.map(({ chunkId, score }) => [chunkId, score])).toEqual(
    chunks.map(({ id }, index) => [id, index + 1]),
  );
  expect(judged[0].usage).toEqual({ calls: 7, promptTokens: 70, completionTokens: 14, estimated: false });
  expect(chat.most()).toBe(3);
});

test('what fails is told by its kind and the rest stands', async () => {
  const chat = chatOf(({ messages }) => {
    const text = messages[1]?.content ?? '';
    if (text.includes('text 3')) return { ok: false, error: { kind: 'timeout', message: 'too slow' } };
    return fine(text.includes('text 2') ? 'maybe' : '{"relevant": true}');
  });
  const judge = createJudge({ mode: 'boolean', concurrency: 2, batch: 1, model, chat });
  const judged = await judge.judge(question, chunks.slice(0, 3), new AbortController().signal);
  expect(judged.judgements).toEqual([
    { chunkId: 'd#1', relevant: true, score: null, problem: null, reply: '{"relevant": true}' },
    { chunkId: 'd#2', relevant: null, score: null, problem: 'unreadable', reply: 'maybe' },
    { chunkId: 'd#3', relevant: null, score: null, problem: 'provider', reply: 'too slow' },
  ]);
  expect(judged.providerError).toEqual({ kind: 'timeout', message: 'too slow' });
});

test('several chunks in one call, and what nobody asked about is counted', async () => {
  const chat = chatOf(() =>
    fine('{"judgements": [{"chunk": 2, "relevant": false}, {"chunk": 8, "relevant": true}]}'),
  );
  const judge = createJudge({ mode: 'boolean', concurrency: 2, batch: 3, model, chat });
  const judged = await judge.judge(question, chunks.slice(0, 3), new AbortController().signal);
  expect(judged.judgements.map(({ relevant, problem }) => relevant ?? problem)).toEqual([
    'missing',
    false,
    'missing',
  ]);
  expect([judged.unknown, judged.usage.calls]).toEqual([1, 1]);
});

test('tokens that a server does not report are estimated, and it says so', async () => {
  const chat = chatOf(() => ({
    ...fine('{"relevant": true}'),
    usage: { promptTokens: null, completionTokens: null },
  }));
  const judge = createJudge({ mode: 'boolean', concurrency: 1, batch: 1, model, chat });
  const { usage } = await judge.judge(question, chunks.slice(0, 1), new AbortController().signal);
  expect(usage.estimated).toBe(true);
  expect(usage.completionTokens).toBe(Math.ceil('{"relevant": true}'.length / 4));
  expect(usage.promptTokens).toBeGreaterThan(50);
});

test('a cancelled run asks nothing more', async () => {
  const controller = new AbortController();
  let asked = 0;
  const chat = chatOf(() => {
    asked += 1;
    controller.abort();
    return fine('{"relevant": true}');
  });
  const judge = createJudge({ mode: 'boolean', concurrency: 1, batch: 1, model, chat });
  await expect(judge.judge(question, chunks, controller.signal)).rejects.toThrow();
  expect(asked).toBe(1);
});
