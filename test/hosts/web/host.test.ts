// What the web host answers: statuses, files and streams of events.
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AppEvent } from '#contract/events';
import { failureCodes } from '#contract/failure';
import { contentSecurityPolicy } from '#hosts/page-headers';
import { startWebHost } from '#hosts/web/start-web-host';
import { listenTo } from '../listen.ts';
import { send } from './http.ts';
import { bearer, call, failureOf, serveEachTest } from './serve.ts';

const served = serveEachTest();

describe('replies', () => {
  test('every failure code has its status', async () => {
    const statuses = await Promise.all(
      failureCodes.map(async (code) => [
        code,
        (await call(served.host, 'run.deleteRun', { runId: code })).status,
      ]),
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
    const answer = await call(served.host, 'config.getConfig', { id: 'a' });
    expect([answer.status, served.app.bugs.length]).toEqual([500, 1]);
    expect(failureOf(answer).failure).toMatchObject({ code: 'internal', id: 'bug-1' });
    expect(answer.text).not.toContain('secret');
  });

  test('wrong input names its problems', async () => {
    const answer = await call(served.host, 'document.getText', { id: 7, extra: 1 });
    expect(answer.status).toBe(400);
    expect(failureOf(answer).failure).toMatchObject({ problems: [{ path: '/' }, { path: '/id', value: 7 }] });
  });

  test('a caller that leaves aborts its query, and lets its command go on', async () => {
    for (const name of ['run.waitForRun', 'run.resumeRun']) {
      const socket = connect({ host: '127.0.0.1', port: served.host.port });
      const body = '{"runId":"r"}';
      socket.write(
        `POST /api/${name} HTTP/1.1\r\nHost: 127.0.0.1:${served.host.port}\r\nAuthorization: Bearer ${served.host.token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      await until(() => served.app.waiting.some((call) => call.name === name));
      socket.destroy();
    }
    const [query, command] = served.app.waiting;
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
    const answer = await send(served.host.port, { path, headers: bearer(served.host) });
    expect([answer.status, answer.text.includes('outside')]).toEqual([status, false]);
  });

  test('pages carry the policy and the API is not cached', async () => {
    const page = await send(served.host.port, { headers: bearer(served.host) });
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy("'self'"),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const reply = await call(served.host, 'workspace.getOverview', {});
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('a renderer that was not built, or a port that is taken, is refused with what to do', async () => {
    await expect(
      startWebHost(served.app, { rendererFolder: join(served.folder, 'none') }),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
    const options = { rendererFolder: join(served.folder, 'renderer'), port: served.host.port };
    await expect(startWebHost(served.app, options)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('events', () => {
  async function listen(): Promise<{ text: () => string; ended: Promise<void>; leave: () => void }> {
    const leaving = new AbortController();
    const response = await fetch(`http://127.0.0.1:${served.host.port}/api/events`, {
      headers: bearer(served.host),
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
    for (const runId of ['a\nb', 'c']) served.app.events.announce('run.ended', { runId, state: 'complete' });
    served.app.events.flush();
    const wanted =
      'id: 1\ndata: {"sequence":1,"name":"run.ended","payload":{"runId":"a\\nb","state":"complete"}}\n\n' +
      'id: 2\ndata: {"sequence":2,"name":"run.ended","payload":{"runId":"c","state":"complete"}}\n\n';
    for (const stream of streams) {
      await until(() => stream.text().includes('id: 2'));
      expect(stream.text().split(': connected\n\n')[1]).toBe(wanted);
      stream.leave();
    }
  });

  test('end cleanly when the host closes', async () => {
    const heard: AppEvent[] = [];
    const url = `http://127.0.0.1:${served.host.port}/api/events`;
    const { ended } = await listenTo(url, bearer(served.host).authorization ?? '', (event) =>
      heard.push(event),
    );
    await served.host.close();
    // A connection that was cut would reject.
    await ended;
    expect(heard).toEqual([]);
  });

  test('end when the host closes, with every socket, within a second', async () => {
    const stream = await listen();
    const pending = call(served.host, 'run.waitForRun', { runId: 'r' });
    const stuck = call(served.host, 'run.resumeRun', { runId: 'r' }).catch((error: Error) => error);
    await until(() => served.app.waiting.length === 2);
    const startedMs = performance.now();
    await served.host.close();
    await stream.ended;
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    expect(failureOf(await pending).failure.code).toBe('cancelled');
    expect(await stuck).toBeInstanceOf(Error);
    expect(served.app.closed).toBe(false);
  });
});

async function until(isSo: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + 5_000;
  while (!isSo()) {
    if (performance.now() > deadlineMs) throw new Error('It did not come about within 5 s.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
