// Real servers that refuse, break off, are late or never answer: what is an error, what is repeated, what is cancelled.
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  fine,
  fineReply,
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
    expect(await ask(serverModel(server.port, { timeoutMs: 400 }))).toEqual({
      ok: false,
      error: {
        kind: 'timeout',
        message: `127.0.0.1:${server.port} gave no complete answer within 400 ms.`,
      },
    });
    expect(await until(() => server.sockets.size === 0)).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('is one for all repetitions', async () => {
    const server = await serve((response, number) => {
      if (number === 1) send(response, 429, '', { 'retry-after': '0' });
    });
    expect(await ask(serverModel(server.port, { timeoutMs: 800 }))).toMatchObject({
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
