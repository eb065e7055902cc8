// The guard over real sockets: what is sent, how it ends, and that nothing is followed, reused or left open.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { request as undiciRequest } from 'undici';
import { createEgress, redirectTarget, type EgressRequest } from '#adapters/egress/egress';
import type { EgressSettings } from '#adapters/egress/policy';

const loopback: EgressSettings = { policy: 'loopback', hosts: [] };
const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

async function serve(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer(handle);
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((go) => server.close(go));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: new URL(`http://127.0.0.1:${port}/`), sockets, connections: () => connections };
}

function asRequest(url: URL, more: Partial<EgressRequest> = {}): EgressRequest {
  const signal = new AbortController().signal;
  return { url, method: 'GET', headers: {}, body: null, signal, maxBytes: 1_000, ...more };
}

async function until(condition: () => boolean): Promise<boolean> {
  for (const end = performance.now() + 1_000; performance.now() < end && !condition();)
    await new Promise((go) => setTimeout(go, 5));
  return condition();
}

describe('send', () => {
  it('carries method, path, query, headers and body, and brings back status, headers and body', async () => {
    const seen: unknown[] = [];
    const { url } = await serve((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        seen.push([request.method, request.url, request.headers['x-key'], body]);
        response.writeHead(418, { 'X-One': ['a', 'b'], 'content-type': 'text/plain' }).end('naïve €');
      });
    });
    const target = new URL('/v1/x%20y?a=1&b=%C3%A9', url);
    const egress = createEgress(() => loopback);
    const response = await egress.send(
      asRequest(target, { method: 'POST', headers: { 'X-Key': 'k' }, body: '{"ñ":1}' }),
    );
    expect(seen).toEqual([['POST', '/v1/x%20y?a=1&b=%C3%A9', 'k', '{"ñ":1}']]);
    expect({ status: response.status, one: response.headers['x-one'] }).toEqual({ status: 418, one: 'a, b' });
    expect(Buffer.from(response.body).toString()).toBe('naïve €');
  });

  it('reaches localhost without a look-up, opens a socket per request and leaves none open', async () => {
    const { port, sockets, connections } = await serve((_, response) => void response.end('ok'));
    const egress = createEgress(async () => loopback);
    const url = new URL(`http://models.localhost:${port}/`);
    for (let n = 1; n <= 3; n++) expect((await egress.send(asRequest(url))).status).toBe(200);
    expect(connections()).toBe(3);
    expect(await until(() => sockets.size === 0)).toBe(true);
  });

  it('asks the policy for every request, so that a change holds at once', async () => {
    const { url, connections } = await serve((_, response) => void response.end('ok'));
    let settings = loopback;
    const egress = createEgress(() => settings);
    await egress.send(asRequest(url));
    settings = { policy: 'none', hosts: [] };
    await expect(egress.send(asRequest(url))).rejects.toMatchObject({ code: 'egress-denied' });
    expect(connections()).toBe(1);
  });

  it('does not follow a redirect and names where it led', async () => {
    const other = await serve((_, response) => void response.end('never'));
    const { url } = await serve((request, response) => {
      const location = request.url === '/far' ? `http://127.0.0.1:${other.port}/x` : '../y';
      response.writeHead(307, { location }).end();
    });
    const egress = createEgress(() => loopback);
    for (const [path, target] of [
      ['/far', `http://127.0.0.1:${other.port}/x`],
      ['/a/b', `${url.origin}/y`],
    ] as const) {
      const response = await egress.send(asRequest(new URL(path, url)));
      expect(redirectTarget(new URL(path, url), response)).toBe(target);
    }
    expect(other.connections()).toBe(0);
  });

  it('gives up a body past its limit and closes the socket', async () => {
    const { url, sockets } = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(400)), 2);
      response.on('close', () => clearInterval(timer));
    });
    await expect(createEgress(() => loopback).send(asRequest(url))).rejects.toMatchObject({
      code: 'unavailable',
      detail: { reason: 'too-large', maxBytes: 1_000 },
    });
    expect(await until(() => sockets.size === 0)).toBe(true);
  });

  it('ignores the proxy settings of the environment', async () => {
    const proxy = await serve((_, response) => void response.end('proxy'));
    const { url } = await serve((_, response) => void response.end('direct'));
    const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'HTTPS_PROXY'];
    const before = names.map((name) => process.env[name]);
    for (const name of names) process.env[name] = proxy.url.href;
    try {
      const { body } = await createEgress(() => loopback).send(asRequest(url));
      expect([Buffer.from(body).toString(), proxy.connections()]).toEqual(['direct', 0]);
    } finally {
      for (const [at, name] of names.entries()) {
        if (before[at] === undefined) delete process.env[name];
        else process.env[name] = before[at];
      }
    }
  });
});

describe('aborting', () => {
  const reason = new Error('enough');

  it.each([
    ['while the server has not answered', () => undefined],
    ['in the middle of the body', (response: ServerResponse) => void response.write('half')],
  ])('%s closes the socket and rejects with the reason', async (_, answer) => {
    const controller = new AbortController();
    const { url, sockets } = await serve((_request, response) => {
      answer(response);
      setTimeout(() => controller.abort(reason), 20);
    });
    const sent = createEgress(() => loopback).send(asRequest(url, { signal: controller.signal }));
    await expect(sent).rejects.toBe(reason);
    expect(await until(() => sockets.size === 0)).toBe(true);
  });

  it('while connecting rejects at once and gives the socket up', async () => {
    const controller = new AbortController();
    const opening: Socket[] = [];
    // A host that drops every packet: connecting neither succeeds nor fails.
    const connect = vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      opening.push(this);
      setImmediate(() => controller.abort(reason));
      return this;
    });
    try {
      const url = new URL('http://127.0.0.1:81/');
      const sent = createEgress(() => loopback).send(asRequest(url, { signal: controller.signal }));
      await expect(sent).rejects.toBe(reason);
      expect(opening.map((socket) => socket.destroyed)).toEqual([true]);
    } finally {
      connect.mockRestore();
    }
  });

  it('before or while the settings are read opens no socket', async () => {
    const { url, connections } = await serve((_, response) => void response.end('ok'));
    const controller = new AbortController();
    const egress = createEgress(async () => {
      controller.abort(reason);
      return loopback;
    });
    for (let n = 1; n <= 2; n++)
      await expect(egress.send(asRequest(url, { signal: controller.signal }))).rejects.toBe(reason);
    await new Promise((go) => setTimeout(go, 30));
    expect(connections()).toBe(0);
  });
});

describe('the dispatcher', () => {
  it('is the same guard for a library of its own', async () => {
    const { url, connections } = await serve((_, response) => void response.end('ok'));
    let settings = loopback;
    const egress = createEgress(() => settings);
    closers.push(() => egress.close());
    const first = await undiciRequest(url, { dispatcher: egress.dispatcher });
    expect(await first.body.text()).toBe('ok');
    settings = { policy: 'none', hosts: [] };
    await expect(undiciRequest(url, { dispatcher: egress.dispatcher })).rejects.toMatchObject({
      code: 'egress-denied',
    });
    expect(connections()).toBe(1);
  });
});
