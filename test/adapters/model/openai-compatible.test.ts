// Real servers that answer well, badly, late or never: what is asked, what is read, what is an error and what is repeated.
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress } from '#adapters/egress/egress';
import type { EgressSettings } from '#adapters/egress/policy';
import { createOpenAiCompatible } from '#adapters/model/openai-compatible';
import type { Environment } from '#adapters/model/secrets';
import {
  completion,
  modelRequest,
  serverModel,
  startServer,
  until,
  type ServerModel,
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

function ask(
  model: ServerModel,
  options: { signal?: AbortSignal; env?: Environment; egress?: EgressSettings } = {},
) {
  const egress = createEgress(() => options.egress ?? { policy: 'loopback', hosts: [] });
  const { signal } = options;
  return createOpenAiCompatible(model, egress, options.env ?? {}).ask(modelRequest(signal ? { signal } : {}));
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

const fine = completion({ role: 'assistant', content: 'Sofía' });
const fineReply = {
  ok: true,
  reply: 'Sofía',
  finishReason: 'stop',
  usage: { promptTokens: 12, completionTokens: 3 },
  refused: false,
};

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

describe('a server that says no', () => {
  it.each([
    [400, 'rejected', 1],
    [401, 'rejected', 1],
    [404, 'rejected', 1],
    [500, 'server', 1],
    [501, 'server', 1],
    [429, 'rate-limited', 3],
    [503, 'server', 3],
  ] as const)('%i is %s after %i requests', async (status, kind, requests) => {
    const server = await serve((response) =>
      send(response, status, '{"error": {"message":\n "no such model"}}', { 'retry-after': '0' }),
    );
    expect(await ask(serverModel(server.port))).toEqual({
      ok: false,
      error: {
        kind,
        status,
        message: `127.0.0.1:${server.port} answered ${status}: {"error": {"message": "no such model"}}`,
      },
    });
    expect(server.seen).toHaveLength(requests);
  });

  it.each([
    ['seconds', 429, { 'retry-after': '0' }],
    ['a date that has passed', 503, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' }],
    ['no time for 502', 502, {}],
    ['no sensible time', 504, { 'retry-after': 'soon' }],
  ])('once is asked again, after %s', async (_, status, headers) => {
    const server = await serve((response, number) =>
      number === 1 ? send(response, status, '', headers) : send(response, 200, fine),
    );
    expect(await ask(serverModel(server.port))).toEqual(fineReply);
    expect(server.seen).toHaveLength(2);
  });

  it('until after the deadline is not asked again, and that is said', async () => {
    const server = await serve((response) => send(response, 429, 'slow down', { 'retry-after': '60' }));
    expect(await ask(serverModel(server.port))).toEqual({
      ok: false,
      error: {
        kind: 'rate-limited',
        status: 429,
        message: `127.0.0.1:${server.port} answered 429: slow down It may be asked again in 60 s, which is past the timeout.`,
      },
    });
    expect(server.seen).toHaveLength(1);
  });

  it('by a redirect is not followed', async () => {
    const other = await serve((response) => send(response, 200, fine));
    const target = `http://127.0.0.1:${other.port}/v1/chat/completions`;
    const server = await serve((response) => send(response, 308, '', { location: target }));
    expect(await ask(serverModel(server.port))).toEqual({
      ok: false,
      error: {
        kind: 'rejected',
        status: 308,
        message: `127.0.0.1:${server.port} answered 308 with a redirect to ${target}, which is not followed. Set the model's baseUrl to where it should go.`,
      },
    });
    expect(other.seen).toEqual([]);
  });

  it('and quotes the key does not bring it into the error', async () => {
    const server = await serve((response, _, request) =>
      send(response, 401, `bad key ${String(request.headers.authorization)}`),
    );
    const model = serverModel(server.port, { apiKey: 'env:MY_KEY' });
    const reply = await ask(model, { env: { MY_KEY: 'sk-secret' } });
    expect(JSON.stringify(reply)).toContain('bad key Bearer [secret]');
    expect(JSON.stringify(reply)).not.toContain('sk-secret');
  });
});

describe('a server that is not there, or breaks off', () => {
  it('refused, by address and by name', async () => {
    const server = await startServer(() => undefined);
    await server.close();
    for (const host of ['127.0.0.1', 'localhost'])
      expect(await ask(serverModel(1, { baseUrl: `http://${host}:${server.port}` }))).toEqual({
        ok: false,
        error: {
          kind: 'connection',
          message: expect.stringMatching(
            new RegExp(`^No answer from ${host}:${server.port}: connect ECONNREFUSED`),
          ) as unknown,
        },
      });
  });

  it.each([
    ['before the headers', (response: ServerResponse) => response.socket?.destroy()],
    ['by a reset', (response: ServerResponse) => response.socket?.resetAndDestroy()],
    [
      'in the body',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"choices"', () => response.socket?.destroy());
      },
    ],
  ])('%s', async (_, answer) => {
    const server = await serve((response) => void answer(response));
    expect(await ask(serverModel(server.port))).toMatchObject({ ok: false, error: { kind: 'connection' } });
    expect(server.seen).toHaveLength(1);
  });

  it('a request that cannot be sent at all is rejected', async () => {
    const server = await serve((response) => send(response, 200, fine));
    const reply = await ask(serverModel(server.port, { headers: { 'x-broken': 'a\nb' } }));
    expect(reply).toMatchObject({ ok: false, error: { kind: 'rejected' } });
    expect(server.seen).toEqual([]);
  });
});

const slow: [string, (response: ServerResponse) => void][] = [
  ['never answers', () => undefined],
  ['never ends its body', (response) => void response.write('{"choices"')],
  [
    'drips for ever',
    (response) => {
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    },
  ],
  ['asks to wait', (response) => send(response, 503, '', { 'retry-after': '3' })],
];

describe('the deadline', () => {
  it.each(slow.slice(0, 3))('ends the call to a server that %s, and its socket', async (_, answer) => {
    const server = await serve(answer);
    expect(await ask(serverModel(server.port, { timeoutMs: 150 }))).toEqual({
      ok: false,
      error: {
        kind: 'timeout',
        message: `127.0.0.1:${server.port} gave no complete answer within 150 ms.`,
      },
    });
    expect(await until(() => server.sockets.size === 0)).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('is one for all repetitions', async () => {
    const server = await serve((response, number) => {
      if (number === 1) send(response, 429, '', { 'retry-after': '0' });
    });
    expect(await ask(serverModel(server.port, { timeoutMs: 200 }))).toMatchObject({
      ok: false,
      error: { kind: 'timeout' },
    });
    expect(server.seen).toHaveLength(2);
  });
});

describe('cancelling', () => {
  it.each(slow)(
    'the call to a server that %s closes its socket, and nothing more is sent',
    async (_, answer) => {
      const controller = new AbortController();
      const server = await serve((response) => {
        answer(response);
        setTimeout(() => controller.abort(), 50);
      });
      await expect(ask(serverModel(server.port), { signal: controller.signal })).rejects.toMatchObject({
        code: 'cancelled',
      });
      expect(await until(() => server.sockets.size === 0)).toBe(true);
      await new Promise((go) => setTimeout(go, 50));
      expect(server.seen).toHaveLength(1);
    },
  );

  it('beforehand sends nothing', async () => {
    const server = await serve((response) => send(response, 200, fine));
    const asked = ask(serverModel(server.port), { signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect(server.seen).toEqual([]);
  });
});

describe('the egress policy', () => {
  it('is thrown, not recorded as a failure of the provider', async () => {
    const server = await serve((response) => send(response, 200, fine));
    const asked = ask(serverModel(server.port), { egress: { policy: 'none', hosts: [] } });
    await expect(asked).rejects.toMatchObject({ code: 'egress-denied', detail: { host: '127.0.0.1' } });
    expect(server.sockets.size).toBe(0);
  });
});
