// A user's own retriever: what is asked of it, what is read out of its answer, and everything it can do wrong.
import { afterEach, describe, expect, it } from 'vitest';
import { createEgress } from '#adapters/egress/egress';
import type { EgressSettings } from '#adapters/egress/policy';
import { openHttpRetriever } from '#adapters/retrieve/http-retriever';
import { send, startServer, type TestServer } from '../model/model-fixtures.ts';

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...given: Parameters<typeof startServer>): Promise<TestServer> {
  const server = await startServer(...given);
  servers.push(server);
  return server;
}

function open(port: number, more: { timeoutMs?: number; apiKey?: string; egress?: EgressSettings } = {}) {
  const egress = createEgress(() => more.egress ?? { policy: 'loopback', hosts: [] });
  const { timeoutMs = 2_000, apiKey = null } = more;
  return openHttpRetriever(
    { id: 'mine', url: `http://127.0.0.1:${port}/find?x=1`, timeoutMs, apiKey },
    egress,
    { KEY: 'secret-1' },
  );
}
const signal = new AbortController().signal;

it('sends the query and k, with the key, and gives the hits in the order of the answer', async () => {
  const hits = [
    { documentId: 'd1', score: 0.1, more: 1 },
    { chunkId: 'd2#3', documentId: null, score: 9 },
    { text: 'ñandú', score: -1 },
  ];
  const server = await serve((response) => send(response, 200, JSON.stringify({ hits, took: 3 })));
  const retriever = await open(server.port, { apiKey: 'env:KEY' });
  expect(await retriever.retrieve('¿Quién?', 7, signal)).toEqual({
    ok: true,
    hits: [
      { documentId: 'd1', score: 0.1 },
      { chunkId: 'd2#3', score: 9 },
      { text: 'ñandú', score: -1 },
    ],
  });
  expect(server.seen[0]).toMatchObject({
    url: '/find?x=1',
    body: { query: '¿Quién?', k: 7 },
    headers: { authorization: 'Bearer secret-1' },
  });
});

describe('an answer that cannot be used is data', () => {
  it.each([
    ['{"hits": []', 'bad-reply', /did not answer with JSON/],
    ['{"results": []}', 'bad-reply', /did not answer with \{hits/],
    ['{"hits": [{"documentId": "d1"}]}', 'bad-reply', /score/],
    ['{"hits": [{"documentId": "d1", "score": "9"}]}', 'bad-reply', /score/],
    ['{"hits": [{"score": 1}]}', 'bad-reply', /names no documentId, chunkId or text/],
  ])('%s', async (body, kind, message) => {
    const server = await serve((response) => send(response, 200, body));
    const answer = await (await open(server.port)).retrieve('q', 3, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind, message: expect.stringMatching(message) } });
  });

  it.each([
    [429, 'rate-limited'],
    [500, 'server'],
    [404, 'rejected'],
    [302, 'rejected'],
  ])('status %i', async (status, kind) => {
    const headers: Record<string, string> = status === 302 ? { location: 'http://example.com/' } : {};
    const server = await serve((response) => send(response, status, 'secret-1 is wrong', headers));
    const answer = await (await open(server.port, { apiKey: 'env:KEY' })).retrieve('q', 3, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind, status } });
    expect(JSON.stringify(answer)).not.toContain('secret-1');
  });

  it('a server that hangs is a timeout', async () => {
    const server = await serve(() => undefined);
    const answer = await (await open(server.port, { timeoutMs: 150 })).retrieve('q', 3, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'timeout' } });
  });

  it('nobody there is a connection error', async () => {
    const server = await serve(() => undefined);
    await server.close();
    servers.length = 0;
    const answer = await (await open(server.port)).retrieve('q', 3, signal);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'connection' } });
  });
});

it('is refused before anything is sent where the policy or a missing key forbids it', async () => {
  const server = await serve((response) => send(response, 200, '{"hits": []}'));
  await expect(open(server.port, { egress: { policy: 'none', hosts: [] } })).rejects.toMatchObject({
    code: 'egress-denied',
  });
  await expect(open(server.port, { apiKey: 'env:OTHER' })).rejects.toMatchObject({ code: 'unavailable' });
  expect(server.seen).toEqual([]);
});

it('ends when the caller gives up', async () => {
  const server = await serve(() => undefined);
  const controller = new AbortController();
  const asked = (await open(server.port)).retrieve('q', 3, controller.signal);
  setTimeout(() => controller.abort(), 50);
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
});
