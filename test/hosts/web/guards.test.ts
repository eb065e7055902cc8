// The web host's guards: who is heard and what is heard, each with a real request that tries to get past.
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startWebHost } from '#hosts/web/start-web-host';
import { overview } from '../fake-app.ts';
import { send } from './http.ts';
import { bearer, callOverview, failureOf, json, openPage, serveEachTest } from './serve.ts';

const served = serveEachTest();

describe('token and cookie', () => {
  test('the first page load exchanges the token for a cookie and drops it from the address', async () => {
    expect(served.host.url).toBe(`http://127.0.0.1:${served.host.port}/?token=${served.host.token}`);
    const exchange = await send(served.host.port, { path: `/?token=${served.host.token}` });
    expect([exchange.status, exchange.headers.location]).toEqual([303, '/']);
    expect(exchange.headers['set-cookie']).toEqual([
      expect.stringMatching(
        new RegExp(`^assay-${served.host.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
      ) as string,
    ]);
    expect(exchange.headers['set-cookie']?.[0]).not.toContain(served.host.token);
    const cookie = exchange.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    const page = await send(served.host.port, { headers: { cookie } });
    expect([page.status, page.text]).toEqual([200, '<!doctype html><title>Assay</title>']);
    const reply = await send(served.host.port, {
      ...callOverview,
      headers: { ...json, cookie: `a=b; ${cookie}` },
    });
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { ok: true, value: overview }]);
  });

  test('refused requests use nothing up: the right token works afterwards, and again', async () => {
    const wrong = 'x'.repeat(served.host.token.length);
    const refused = [
      await send(served.host.port, { path: '/' }),
      await send(served.host.port, { path: `/?token=${wrong}` }),
      await send(served.host.port, { path: '/?token=' }),
      await send(served.host.port, { path: `/?token=${served.host.token}&token=${wrong}` }),
      await send(served.host.port, { path: `/assets/app.js?token=${served.host.token}` }),
      await send(served.host.port, {
        path: '/',
        headers: { cookie: `assay-${served.host.port}=${served.host.token}` },
      }),
      await send(served.host.port, { ...callOverview, headers: json }),
      await send(served.host.port, {
        ...callOverview,
        headers: { ...json, authorization: `Bearer ${wrong}` },
      }),
      await send(served.host.port, {
        ...callOverview,
        headers: json,
        path: `${callOverview.path}?token=${served.host.token}`,
      }),
      await send(served.host.port, { path: '/api/events' }),
    ];
    for (const answer of refused) {
      expect([answer.status, answer.headers['set-cookie']]).toEqual([401, undefined]);
      expect(failureOf(answer).failure.message).toContain('token');
    }
    expect((await send(served.host.port, { path: `/?token=${served.host.token}` })).status).toBe(303);
    expect((await send(served.host.port, { path: `/?token=${served.host.token}` })).status).toBe(303);
  });

  test('two hosts on the same workspace have secrets of their own, and one browser can hold both cookies', async () => {
    const other = await startWebHost(served.app, { rendererFolder: join(served.folder, 'renderer') });
    try {
      const first = await openPage(served.host);
      const second = await send(other.port, { path: `/?token=${other.token}` });
      const cookie = `${first}; ${second.headers['set-cookie']?.[0]?.split(';')[0] ?? ''}`;
      for (const port of [served.host.port, other.port])
        expect((await send(port, { ...callOverview, headers: { ...json, cookie } })).status).toBe(200);
      expect((await send(other.port, { ...callOverview, headers: { ...json, cookie: first } })).status).toBe(
        401,
      );
      expect((await send(other.port, { path: `/?token=${served.host.token}` })).status).toBe(401);
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
    const headers = { ...json, ...bearer(served.host), host: name.replace('PORT', String(served.host.port)) };
    expect((await send(served.host.port, { ...callOverview, headers })).status).toBe(status);
    const page = await send(served.host.port, {
      path: `/?token=${served.host.token}`,
      headers: { host: headers.host },
    });
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
    const headers = {
      ...json,
      ...bearer(served.host),
      origin: name.replace('PORT', String(served.host.port)),
    };
    const answer = await send(served.host.port, { ...callOverview, headers });
    expect(answer.status).toBe(status);
    expect(Object.keys(answer.headers).filter((header) => header.startsWith('access-control'))).toEqual([]);
  });

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['same-origin', 200],
  ])('Sec-Fetch-Site %s gives %i', async (site, status) => {
    const cookie = await openPage(served.host);
    const headers = { ...json, cookie, 'sec-fetch-site': site };
    expect((await send(served.host.port, { ...callOverview, headers })).status).toBe(status);
  });

  test('listens on 127.0.0.1 alone', async () => {
    const tried = new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.2', port: served.host.port });
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
    const headers = { ...bearer(served.host), ...(type === '' ? {} : { 'content-type': type }) };
    const answer = await send(served.host.port, { ...callOverview, headers });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({ ok: status === 200 });
  });

  test.each([
    ['half a value', '{"a":'],
    ['no JSON', 'a=b'],
    ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
  ])('a body that is %s gives 400', async (_what, body) => {
    const answer = await send(served.host.port, {
      ...callOverview,
      headers: { ...json, ...bearer(served.host) },
      body,
    });
    expect([answer.status, failureOf(answer)]).toMatchObject([
      400,
      { ok: false, failure: { code: 'invalid-input' } },
    ]);
    expect(served.app.bugs).toEqual([]);
  });

  test('an empty JSON body is no input; a body over the limit gives 413', async () => {
    const headers = { ...json, ...bearer(served.host) };
    expect((await send(served.host.port, { ...callOverview, headers, body: '' })).status).toBe(200);
    const large = JSON.stringify({ id: 'x'.repeat(16 * 1024 * 1024) });
    const answer = await send(served.host.port, {
      method: 'POST',
      path: '/api/document.getText',
      headers,
      body: large,
    });
    expect([answer.status, failureOf(answer).failure.code]).toEqual([413, 'invalid-input']);
  });

  test('a dropped file of 64 MiB passes, a larger body does not', async () => {
    const headers = { ...json, ...bearer(served.host) };
    const statuses: number[] = [];
    for (const mebibytes of [64, 70]) {
      const base64 = Buffer.alloc(mebibytes * 1024 * 1024).toString('base64');
      const body = JSON.stringify({ path: 'a.txt', base64 });
      const answer = await send(served.host.port, {
        method: 'POST',
        path: '/api/document.addBytes',
        headers,
        body,
      });
      statuses.push(answer.status);
    }
    // The small app finds nothing: its handler was reached.
    expect(statuses).toEqual([404, 413]);
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
    const answer = await send(served.host.port, {
      method,
      path,
      headers: { ...json, ...bearer(served.host) },
      body,
    });
    expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
    expect(failureOf(answer)).toMatchObject({
      ok: false,
      failure: { message: expect.any(String) as string },
    });
  });

  test('a procedure spelled with percent signs passes the same guards', async () => {
    const path = '/%61pi/workspace.getOverview';
    const answer = await send(served.host.port, {
      ...callOverview,
      path,
      headers: { ...bearer(served.host), 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });
});
