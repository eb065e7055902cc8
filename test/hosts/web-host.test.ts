// The web host's guards, statuses and streams, each with a real request.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failureCodes } from '#contract/failure';
import { contentSecurityPolicy } from '#hosts/page-headers';
import { startWebHost, type WebHost } from '#hosts/web/start-web-host';
import { createFakeApp, overview, type FakeApp } from './fake-app.ts';
import { send, type Answer } from './http.ts';

const json = { 'content-type': 'application/json' };
const callOverview = { method: 'POST', path: '/api/workspace.getOverview', body: '{}' };

let folder: string;
let app: FakeApp;
let host: WebHost;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-web-'));
  await mkdir(join(folder, 'renderer/assets'), { recursive: true });
  await writeFile(join(folder, 'renderer/index.html'), '<!doctype html><title>Assay</title>');
  await writeFile(join(folder, 'renderer/assets/app.js'), 'export {};');
  await writeFile(join(folder, 'secret.txt'), 'outside');
  await symlink(join(folder, 'secret.txt'), join(folder, 'renderer/link.txt'));
  app = createFakeApp();
  host = await startWebHost(app, { rendererFolder: join(folder, 'renderer') });
});

afterEach(async () => {
  await host.close();
  await rm(folder, { recursive: true, force: true });
});

function bearer(): Record<string, string> {
  return { authorization: `Bearer ${host.token}` };
}

function call(name: string, input: unknown): Promise<Answer> {
  const body = JSON.stringify(input);
  return send(host.port, { method: 'POST', path: `/api/${name}`, headers: { ...json, ...bearer() }, body });
}

async function openPage(): Promise<string> {
  const answer = await send(host.port, { path: `/?token=${host.token}` });
  return answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function failureOf(answer: Answer): { ok: boolean; failure: { code: string; message: string } } {
  return JSON.parse(answer.text) as { ok: boolean; failure: { code: string; message: string } };
}

describe('token and cookie', () => {
  test('the first page load exchanges the token for a cookie and drops it from the address', async () => {
    expect(host.url).toBe(`http://127.0.0.1:${host.port}/?token=${host.token}`);
    const exchange = await send(host.port, { path: `/?token=${host.token}` });
    expect([exchange.status, exchange.headers.location]).toEqual([303, '/']);
    expect(exchange.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^assay-${host.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
      ) as string,
    ]);
    expect(exchange.headers['set-cookie']?.[0]).not.toContain(host.token);
    const cookie = exchange.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const page = await send(host.port, { headers: { cookie } });
    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Assay</title>']);
    const reply = await send(host.port, { ...callOverview, headers: { ...json, cookie: `a=b; ${cookie}` } });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { ok: true, value: overview }]);
  });

  test('refused requests use nothing up: the right token works afterwards, and again', async () => {
    const wrong = 'x'.repeat(host.token.length);
    const refused = [
      await send(host.port, { path: '/' }),
      await send(host.port, { path: `/?token=${wrong}` }),
      await send(host.port, { path: '/?token=' }),
      await send(host.port, { path: `/?token=${host.token}&token=${wrong}` }),
      await send(host.port, { path: `/assets/app.js?token=${host.token}` }),
      await send(host.port, { path: '/', headers: { cookie: `assay-${host.port}=${host.token}` } }),
      await send(host.port, { ...callOverview, headers: json }),
      await send(host.port, { ...callOverview, headers: { ...json, authorization: `Bearer ${wrong}` } }),
      await send(host.port, {
        ...callOverview,
        headers: json,
        path: `${callOverview.path}?token=${host.token}`,
      }),
      await send(host.port, { path: '/api/events' }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
      expect(failureOf(answer).failure.message).toContain('token');
    }
    expect((await send(host.port, { path: `/?token=${host.token}` })).status).toBe(303);
    expect((await send(host.port, { path: `/?token=${host.token}` })).status).toBe(303);
  });

  test('two hosts on the same workspace have secrets of their own, and one browser can hold both cookies', async () => {
    const other = await startWebHost(app, { rendererFolder: join(folder, 'renderer') });
    try {
      const first = await openPage();
      const second = await send(other.port, { path: `/?token=${other.token}` });
      const cookie = `${first}; ${second.headers['set-cookie']?.[0]?.split(';')[0] ?? ''}`;
      for (const port of [host.port, other.port])
        expect((await send(port, { ...callOverview, headers: { ...json, cookie } })).status).toBe(200);
      expect((await send(other.port, { ...callOverview, headers: { ...json, cookie: first } })).status).toBe(
        401,
      );
      expect((await send(other.port, { path: `/?token=${host.token}` })).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});

describe('who is heard', () => {
  test.each([
    ['evil.example', 403],
    ['evil.example:PORT', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
    ['127.0.0.1.evil.example:PORT', 403],
    ['[::1]:PORT', 403],
    ['0.0.0.0:PORT', 403],
    ['127.0.0.1:PORT', 200],
    ['localhost:PORT', 200],
    ['LOCALHOST:PORT', 200],
  ])('Host %s gives %i', async (name, status) => {
    const headers = { ...json, ...bearer(), host: name.replace('PORT', String(host.port)) };
    expect((await send(host.port, { ...callOverview, headers })).status).toBe(status);
    const page = await send(host.port, { path: `/?token=${host.token}`, headers: { host: headers.host } });
    expect(page.status).toBe(status === 200 ? 303 : 403);
  });

  test.each([
    ['http://evil.example', 403],
    ['null', 403],
    ['http://127.0.0.1', 403],
    ['http://127.0.0.1:1', 403],
    ['https://127.0.0.1:PORT', 403],
    ['http://localhost:PORT', 403],
    ['http://127.0.0.1:PORT', 200],
  ])('Origin %s gives %i', async (name, status) => {
    const headers = { ...json, ...bearer(), origin: name.replace('PORT', String(host.port)) };
    const answer = await send(host.port, { ...callOverview, headers });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
  ])('Sec-Fetch-Site %s gives %i', async (site, status) => {
    const cookie = await openPage();
    const headers = { ...json, cookie, 'sec-fetch-site': site };
    expect((await send(host.port, { ...callOverview, headers })).status).toBe(status);
  });

  test('listens on 127.0.0.1 alone', async () => {
    const tried = new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: host.port });
      socket.on('connect', () => resolve('connected')).on('error', (error) => resolve(error.message));
    });
    expect(await tried).toContain('ECONNREFUSED');
  });
});

describe('what is heard', () => {
  test.each([
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['text/json', 415],
    ['application/jsonp', 415],
    ['application/json; charset=utf-16', 415],
    ['', 415],
    ['application/json', 200],
    ['Application/JSON; charset=UTF-8', 200],
  ])('a body of type "%s" gives %i', async (type, status) => {
    const headers = { ...bearer(), ...(type === '' ? {} : { 'content-type': type }) };
    const answer = await send(host.port, { ...callOverview, headers });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: status === 200 });
  });

  test.each([
    ['half a value', '{"a":'],
    ['no JSON', 'a=b'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('a body that is %s gives 400', async (_what, body) => {
    const answer = await send(host.port, { ...callOverview, headers: { ...json, ...bearer() }, body });
    expect([answer.status, failureOf(answer)]).toMatchObject([
      400,
      { ok: false, failure: { code: 'invalid-input' } },
    ]);
    expect(app.bugs).toEqual([]);
  });

  test('an empty JSON body is no input; a body over the limit gives 413', async () => {
    const headers = { ...json, ...bearer() };
    expect((await send(host.port, { ...callOverview, headers, body: '' })).status).toBe(200);
    const large = JSON.stringify({ id: 'x'.repeat(16 * 1024 * 1024) });
    const answer = await send(host.port, {
      method: 'POST',
      path: '/api/document.getText',
      headers,
      body: large,
    });
    expect([answer.status, failureOf(answer).failure.code]).toEqual([413, 'invalid-input']);
  });

  test.each([
    ['GET', '/api/workspace.getOverview', 405, 'POST'],
    ['PUT', '/api/workspace.getOverview', 405, 'POST'],
    ['DELETE', '/api/workspace.getOverview', 405, 'POST'],
    ['OPTIONS', '/api/workspace.getOverview', 405, 'POST'],
    ['GET', '/%61pi/workspace.getOverview', 404, undefined],
    ['POST', '/api/events', 405, 'GET'],
    ['POST', '/', 405, 'GET'],
    ['POST', '/api/no.such', 404, undefined],
    ['POST', '/api/__proto__', 404, undefined],
    ['POST', `/api/${'x'.repeat(300)}`, 400, undefined],
    ['POST', '/api/a/b', 404, undefined],
    ['POST', '/api/%zz', 400, undefined],
  ])('%s %s gives %i', async (method, path, status, allow) => {
    const body = method === 'POST' ? '{}' : undefined;
    const answer = await send(host.port, { method, path, headers: { ...json, ...bearer() }, body });
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
    expect(failureOf(answer)).toMatchObject({
      ok: false,
      failure: { message: expect.any(String) as string },
    });
  });

  test('a procedure spelled with percent signs passes the same guards', async () => {
    const path = '/%61pi/workspace.getOverview';
    const answer = await send(host.port, {
      ...callOverview,
      path,
      headers: { ...bearer(), 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});

describe('replies', () => {
  test('every failure code has its status', async () => {
    const statuses = await Promise.all(
      failureCodes.map(async (code) => [code, (await call('run.deleteRun', { runId: code })).status]),
    );
    expect(Object.fromEntries(statuses)).toEqual({
      'invalid-input': 400,
      'not-found': 404,
      conflict: 409,
      stale: 409,
      unavailable: 503,
      'egress-denied': 403,
      cancelled: 409,
      internal: 500,
    });
  });

  test('a bug shows its id alone', async () => {
    const answer = await call('config.getConfig', { id: 'a' });
    expect([answer.status, app.bugs.length]).toEqual([500, 1]);
    expect(failureOf(answer).failure).toMatchObject({ code: 'internal', id: 'bug-1' });
    expect(answer.text).not.toContain('secret');
  });

  test('wrong input names its problems', async () => {
    const answer = await call('document.getText', { id: 7, extra: 1 });
    expect(answer.status).toBe(400);
    expect(failureOf(answer).failure).toMatchObject({ problems: [{ path: '/' }, { path: '/id', value: 7 }] });
  });

  test('a caller that leaves aborts its query, and lets its command go on', async () => {
    for (const name of ['run.waitForRun', 'run.resumeRun']) {
      const socket = connect({ host: '127.0.0.1', port: host.port });
      const body = '{"runId":"r"}';
      socket.write(
        `POST /api/${name} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nAuthorization: Bearer ${host.token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await until(() => app.waiting.some((call) => call.name === name));
      socket.destroy();
    }
    const [query, command] = app.waiting;
    await until(() => query?.signal.aborted === true);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(command?.signal.aborted).toBe(false);
  });
});

describe('files', () => {
  test.each([
    ['/', 200],
    ['/index.html', 200],
    ['/assets/app.js', 200],
    ['/assets/%61pp.js', 200],
    ['/assets/', 404],
    ['/link.txt', 404],
    ['/../secret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2fsecret.txt', 404],
    ['/assets/..%5c..%5csecret.txt', 404],
    ['/%252e%252e/secret.txt', 404],
    ['//secret.txt', 404],
    ['/assets/app.js%00', 404],
    ['/%ff', 400],
  ])('%s gives %i', async (path, status) => {
    const answer = await send(host.port, { path, headers: bearer() });
    expect([answer.status, answer.text.includes('outside')]).toEqual([status, false]);
  });

  test('pages carry the policy and the API is not cached', async () => {
    const page = await send(host.port, { headers: bearer() });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy("'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const reply = await call('workspace.getOverview', {});
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('a renderer that was not built, or a port that is taken, is refused with what to do', async () => {
    await expect(startWebHost(app, { rendererFolder: join(folder, 'none') })).rejects.toMatchObject({
      code: 'not-found',
    });
    const options = { rendererFolder: join(folder, 'renderer'), port: host.port };
    await expect(startWebHost(app, options)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('events', () => {
  async function listen(): Promise<{ text: () => string; ended: Promise<void>; leave: () => void }> {
    const leaving = new AbortController();
    const response = await fetch(`http://127.0.0.1:${host.port}/api/events`, {
      headers: bearer(),
      signal: leaving.signal,
    });
    let text = '';
    const reader = response.body?.getReader();
    const ended = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += Buffer.from(part.value).toString('utf8');
    })().catch(() => undefined);
    await until(() => text.includes(': connected'));
    return { text: () => text, ended, leave: () => leaving.abort() };
  }

  test('arrive numbered at every listener', async () => {
    const streams = [await listen(), await listen()];
    for (const runId of ['a\nb', 'c']) app.events.announce('run.ended', { runId, state: 'complete' });
    app.events.flush();
    const wanted =
      'id: 1\ndata: {"sequence":1,"name":"run.ended","payload":{"runId":"a\\nb","state":"complete"}}\n\n' +
      'id: 2\ndata: {"sequence":2,"name":"run.ended","payload":{"runId":"c","state":"complete"}}\n\n';
    for (const stream of streams) {
      await until(() => stream.text().includes('id: 2'));
      expect(stream.text().split(': connected\n\n')[1]).toBe(wanted);
      stream.leave();
    }
  });

  test('end when the host closes, with every socket, within a second', async () => {
    const stream = await listen();
    const pending = call('run.waitForRun', { runId: 'r' });
    const stuck = call('run.resumeRun', { runId: 'r' }).catch((error: Error) => error);
    await until(() => app.waiting.length === 2);
    const startedMs = performance.now();
    await host.close();
    await stream.ended;
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(failureOf(await pending).failure.code).toBe('cancelled');
    expect(await stuck).toBeInstanceOf(Error);
    expect(app.closed).toBe(false);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 5_000;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error('It did not come about within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
