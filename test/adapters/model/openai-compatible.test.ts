// What is asked of a server, and what is read out of its answer.
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress } from '#adapters/egress/egress';
import { createOpenAiCompatible } from '#adapters/model/openai-compatible';
import {
  ask,
  completion,
  fine,
  fineReply,
  modelRequest,
  send,
  serverModel,
  startServer,
  until,
  type TestServer,
} from './model-fixtures.ts';

const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...given: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...given);
  servers.push(server);
  return server;
}

describe('the request', () => {
  const messages = modelRequest().messages;

  it('carries model, messages and the settings that are set, and nothing else', async () => {
    const server = await serve((response) => send(response, 200, fine));
    expect(await ask(serverModel(server.port))).toEqual(fineReply);
    await ask(serverModel(server.port, { temperature: 0.7, seed: 0, maxOutputTokens: 256 }));
    expect(server.seen.map(({ body }) => body)).toEqual([
      { model: 'test-model', messages, temperature: 0, stream: false },
      { model: 'test-model', messages, temperature: 0.7, seed: 0, max_tokens: 256, stream: false },
    ]);
  });

  it('holds the reply to a schema where the server can, and asks without one ever after where it cannot', async () => {
    const replySchema = { type: 'object' };
    const request = modelRequest({ replySchema });
    const egress = createEgress(() => ({ policy: 'loopback', hosts: [] }));
    const able = await serve((response) => send(response, 200, fine));
    expect(await createOpenAiCompatible(serverModel(able.port), egress, {}).ask(request)).toEqual(fineReply);
    expect((able.seen[0]?.body as { response_format: unknown }).response_format).toEqual({
      type: 'json_schema',
      json_schema: { name: 'reply', strict: true, schema: replySchema },
    });
    const hasFormat = ({ body }: { body: unknown }) => 'response_format' in (body as object);
    const unable: TestServer = await serve((response, number) =>
      unable.seen[number - 1] && hasFormat(unable.seen[number - 1]!)
        ? send(response, 400, '{"error": "unknown field response_format"}')
        : send(response, 200, fine),
    );
    const chat = createOpenAiCompatible(serverModel(unable.port), egress, {});
    for (let round = 0; round < 2; round += 1) expect(await chat.ask(request)).toEqual(fineReply);
    expect(unable.seen.map(hasFormat)).toEqual([true, false, false]);
  });

  it.each([
    ['/v1', {}, '/v1/chat/completions'],
    ['/v1/', {}, '/v1/chat/completions'],
    ['', {}, '/chat/completions'],
    [
      '/openai/deployments/a%20b',
      { 'api-version': '2024-10-21' },
      '/openai/deployments/a%20b/chat/completions?api-version=2024-10-21',
    ],
    ['/v1?x=1', { y: 'ñ&z', key: 'env:QUERY_KEY' }, '/v1/chat/completions?x=1&y=%C3%B1%26z&key=q'],
  ])('goes to %s%o as %s', async (path, query, expected) => {
    const server = await serve((response) => send(response, 200, fine));
    const model = serverModel(server.port, { baseUrl: `http://127.0.0.1:${server.port}${path}`, query });
    expect(await ask(model, { env: { QUERY_KEY: 'q' } })).toEqual(fineReply);
    expect(server.seen[0]?.url).toBe(expected);
  });

  it('takes keys from the environment and lets the headers of the config win', async () => {
    const server = await serve((response) => send(response, 200, fine));
    const env = { MY_KEY: ' sk-secret\n', OTHER: 'azure' };
    await ask(serverModel(server.port, { apiKey: 'env:MY_KEY' }), { env });
    const headers = { 'API-Key': 'env:OTHER', Authorization: 'Basic x', 'X-Plain': 'env: no reference' };
    await ask(serverModel(server.port, { apiKey: 'env:MY_KEY', headers }), { env });
    const sent = server.seen.map((request) => request.headers);
    expect(sent[0]).toMatchObject({ authorization: 'Bearer sk-secret', 'content-type': 'application/json' });
    expect(sent[1]).toMatchObject({
      authorization: 'Basic x',
      'api-key': 'azure',
      'x-plain': 'env: no reference',
    });
  });

  it.each([
    [{ apiKey: 'env:MY_KEY' }, 'model.apiKey'],
    [{ headers: { 'api-key': 'env:MY_KEY' } }, 'model.headers.api-key'],
  ])('names the variable that is missing: %o', (more, field) => {
    const egress = createEgress(() => ({ policy: 'loopback', hosts: [] }));
    for (const env of [{}, { MY_KEY: '  ' }])
      expect(() => createOpenAiCompatible(serverModel(1, more), egress, env)).toThrow(
        expect.objectContaining({
          code: 'unavailable',
          message: `The environment variable MY_KEY, which the config names as ${field}, is not set. Set it and start again.`,
        }) as Error,
      );
  });

  it('does not start with a base URL that is none', () => {
    const egress = createEgress(() => ({ policy: 'loopback', hosts: [] }));
    expect(() => createOpenAiCompatible(serverModel(1, { baseUrl: 'http://' }), egress, {})).toThrow(
      expect.objectContaining({ code: 'invalid-input' }) as Error,
    );
  });
});

const absurdUsages: [unknown, number | null, number | null][] = [
  [{ prompt_tokens: -1, completion_tokens: 1.5 }, null, null],
  [{ prompt_tokens: '12', completion_tokens: 1e300 }, null, null],
  [{ prompt_tokens: 0, completion_tokens: 0 }, null, null],
  [{ prompt_tokens: 7 }, 7, null],
  [[], null, null],
  ['many', null, null],
];

/** What it is, the message, what else the completion holds, and the reply read. */
type Row = [string, unknown, Readonly<Record<string, unknown>>, Readonly<Record<string, unknown>>];

describe('a reply', () => {
  const stop = { finishReason: 'stop', refused: false };
  const counted = { promptTokens: 12, completionTokens: 3 };

  it.each<Row>([
    [
      'text, to the last space',
      { content: ' {"a": 1}\n ' },
      {},
      { reply: ' {"a": 1}\n ', ...stop, usage: counted },
    ],
    ['null', { content: null }, {}, { reply: '', ...stop, usage: counted }],
    ['nothing', { role: 'assistant' }, {}, { reply: '', ...stop, usage: counted }],
    [
      'parts',
      {
        content: [
          { type: 'text', text: 'So' },
          { type: 'image', text: 7 },
          { type: 'text', text: 'fía' },
        ],
      },
      {},
      { reply: 'Sofía', ...stop, usage: counted },
    ],
    [
      'a refusal',
      { content: null, refusal: 'I cannot.' },
      {},
      { reply: 'I cannot.', finishReason: 'stop', refused: true, usage: counted },
    ],
    ['an empty refusal', { content: 'x', refusal: null }, {}, { reply: 'x', ...stop, usage: counted }],
    [
      'filtered',
      { content: 'par' },
      { choices: [{ message: { content: 'par' }, finish_reason: 'content_filter' }] },
      { reply: 'par', finishReason: 'content_filter', refused: true, usage: counted },
    ],
    [
      'cut at the limit',
      {},
      {
        choices: [
          { message: { content: 'par' }, finish_reason: 'length' },
          { message: { content: 'second' } },
        ],
      },
      { reply: 'par', finishReason: 'length', refused: false, usage: counted },
    ],
    [
      'without finish reason or usage',
      {},
      { choices: [{ message: { content: 'x' } }], usage: null },
      {
        reply: 'x',
        finishReason: null,
        refused: false,
        usage: { promptTokens: null, completionTokens: null },
      },
    ],
    ...absurdUsages.map(([usage, promptTokens, completionTokens]): Row => [
      `with the usage ${JSON.stringify(usage)}`,
      { content: 'x' },
      { usage },
      { reply: 'x', ...stop, usage: { promptTokens, completionTokens } },
    ]),
  ])('%s', async (_, message, more, expected) => {
    const server = await serve((response) => send(response, 200, completion(message, more)));
    expect(await ask(serverModel(server.port))).toEqual({ ok: true, ...expected });
  });

  it.each([
    [
      'not JSON',
      '<html>'.repeat(100),
      `The answer is not JSON. It begins: ${'<html>'.repeat(100).slice(0, 200)}...`,
    ],
    ['empty', '', 'The answer is not JSON. It begins: '],
    [
      'an error with status 200',
      '{"error":{"message":"model\\nnot loaded"}}',
      'The answer is no chat completion (/: the field "choices" is missing). It begins: {"error":{"message":"model\\nnot loaded"}}',
    ],
    ['no choice', '{"choices":[]}', /^The answer is no chat completion \(\/choices: .+\{"choices":\[\]\}$/],
    [
      'a choice without message',
      '{"choices":[{"text":"x"}]}',
      /\/choices\/0: the field "message" is missing/,
    ],
    ['content of another type', '{"choices":[{"message":{"content":5}}]}', /\/choices\/0\/message\/content/],
    ['JSON of another kind', 'null', /no chat completion/],
  ])('that is none is a bad-reply: %s', async (_, body, message) => {
    const server = await serve((response) => send(response, 200, body));
    expect(await ask(serverModel(server.port))).toEqual({
      ok: false,
      error: {
        kind: 'bad-reply',
        message: typeof message === 'string' ? message : (expect.stringMatching(message) as unknown),
      },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('longer than 8 MiB is given up', async () => {
    const server = await serve((response) =>
      send(response, 200, completion({ content: 'x'.repeat(9_000_000) })),
    );
    expect(await ask(serverModel(server.port))).toMatchObject({
      ok: false,
      error: { kind: 'bad-reply', message: 'The response is longer than 8388608 bytes and was given up.' },
    });
    expect(await until(() => server.sockets.size === 0)).toBe(true);
  });
});
