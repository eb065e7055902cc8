// The provider a config names answers, and what it needs is missed before any question is asked.
import { describe, expect, it } from 'vitest';
import type { AnswerContract } from '#contract/config';
import type { Model } from '#contract/config/model';
import { createEgress } from '#adapters/egress/egress';
import { createChatModel, type ChatModelOptions } from '#adapters/model/chat-model';
import { completion, modelRequest, serverModel, startServer } from './model-fixtures.ts';

const contract: AnswerContract = {
  kind: 'json',
  answerField: 'answer',
  passageField: 'passage',
  abstention: "I don't know",
  citations: 'one',
};
const common = modelRequest().model;

function options(model: Model, more: Partial<ChatModelOptions> = {}): ChatModelOptions {
  return {
    config: { model, contract },
    egress: createEgress(() => ({ policy: 'loopback', hosts: [] })),
    loadText: (path) =>
      path === 'replies.json' ? Promise.resolve('{"q1": "written"}') : Promise.reject(new Error(path)),
    scriptedFromBank: new Map([['q1', 'of the bank']]),
    env: {},
    ...more,
  };
}

async function replyOf(model: Model, request = modelRequest()): Promise<unknown> {
  const reply = await (await createChatModel(options(model))).ask(request);
  return reply.ok ? reply.reply : reply.error;
}

describe('the provider', () => {
  it('extractive answers from the passages in the contract of the config', async () => {
    const passages = [
      { number: 1, documentId: 'a', text: 'The wind is still.' },
      { number: 2, documentId: 'b', text: 'It rains. Sofia plays the piano.' },
    ];
    const model: Model = { ...common, provider: 'extractive' };
    expect(await replyOf(model, modelRequest({ passages }))).toBe(
      '{"answer": "Sofia plays the piano.", "passage": 2}',
    );
    const unrelated = modelRequest({ passages, question: 'Who wrote Hamlet?' });
    expect(await replyOf(model, unrelated)).toBe('{"answer": "I don\'t know", "passage": null}');
    const stopped = replyOf(model, modelRequest({ signal: AbortSignal.abort() }));
    await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('scripted plays a file of the workspace or the bank', async () => {
    expect(await replyOf({ ...common, provider: 'scripted', replies: 'replies.json' })).toBe('written');
    expect(await replyOf({ ...common, provider: 'scripted', replies: 'bank' })).toBe('of the bank');
    await expect(replyOf({ ...common, provider: 'scripted', replies: 'gone.json' })).rejects.toThrow(
      'gone.json',
    );
  });

  it('openai-compatible asks the server, and misses its key at once', async () => {
    const server = await startServer((response) => void response.end(completion({ content: 'from afar' })));
    try {
      expect(await replyOf(serverModel(server.port))).toBe('from afar');
      await expect(
        createChatModel(options(serverModel(server.port, { apiKey: 'env:NO_SUCH_KEY' }))),
      ).rejects.toMatchObject({ code: 'unavailable', detail: { variable: 'NO_SUCH_KEY' } });
      expect(server.seen).toHaveLength(1);
    } finally {
      await server.close();
    }
  });
});
