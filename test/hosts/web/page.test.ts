// The web host in a real browser: the way in, the policy in force, other sites shut out, and events that keep a page current.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { App } from '#hosts/app';
import { startWebHost, type WebHost } from '#hosts/web/start-web-host';
import { root } from '../built.ts';
import { chromiumSwitches, findChromium } from '../electron-stand-in/chromium.ts';
import { createFakeApp, overview, type FakeApp } from '../fake-app.ts';

let folder: string;
let browser: Browser;
let context: BrowserContext;
let app: FakeApp;
let calls: string[];
let host: WebHost;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-page-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: join(import.meta.dirname, 'test-page.ts'),
        output: { entryFileNames: 'page.js' },
      },
    },
  });
  const html =
    '<!doctype html><meta charset="utf-8"><script type="module" src="./page.js"></script><body></body>';
  await writeFile(join(folder, 'index.html'), html);
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches() });
});

afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  app = createFakeApp();
  calls = [];
  host = await serve(app);
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await host.close();
});

function serve(served: App): Promise<WebHost> {
  const dispatch = ((name: string, input: unknown, signal?: AbortSignal) => {
    calls.push(name);
    return served.dispatch(name, input, signal);
  }) as App['dispatch'];
  return startWebHost({ ...served, dispatch }, { rendererFolder: folder });
}

async function open(url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

async function expectText(page: Page, text: string): Promise<void> {
  await expect.poll(() => page.locator('body').innerText(), { timeout: 10_000 }).toBe(text);
}

test('the printed address leads in, once and again, and keeps no token', async () => {
  const page = await open(host.url);
  await expectText(page, overview.name);
  expect(page.url()).toBe(`http://127.0.0.1:${host.port}/`);
  expect(
    await page.evaluate(() => [
      document.cookie,
      document.referrer,
      performance.getEntriesByType('navigation')[0]?.name,
    ]),
  ).toEqual(['', '', `http://127.0.0.1:${host.port}/`]);
  expect(await context.cookies()).toMatchObject([
    { name: `assay-${host.port}`, httpOnly: true, sameSite: 'Strict', expires: -1 },
  ]);
  await page.reload();
  await expectText(page, overview.name);
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await elsewhere.goto(`http://127.0.0.1:${host.port}/`);
  expect(await elsewhere.locator('body').innerText()).toContain('Open that address again');
  await elsewhere.goto(host.url);
  await expectText(elsewhere, overview.name);
  await other.close();
});

test('a page hears of changes, and its first connection is no loss', async () => {
  const page = await open(host.url);
  await expectText(page, overview.name);
  const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard);
  const before = calls.length;
  app.events.announce('topics.changed', { topics: ['bank'] });
  app.events.announce('run.ended', { runId: 'r', state: 'complete' });
  const told = [
    { name: 'topics.changed', payload: { topics: ['bank'] } },
    { name: 'run.ended', payload: { runId: 'r', state: 'complete' } },
  ];
  await expect.poll(heard).toEqual(told);
  await expect.poll(() => calls.length).toBe(before + 1);
});

test('a connection that broke and was made again may have missed changes: all is asked anew', async () => {
  const page = await context.newPage();
  let streams = 0;
  await page.route('**/api/events', async (route) => {
    streams += 1;
    // The first stream ends as soon as it stands; the browser comes back after 20 ms.
    if (streams === 1) await route.fulfill({ contentType: 'text/event-stream', body: 'retry: 20\n\n' });
    else await route.continue();
  });
  await page.goto(host.url);
  await expectText(page, overview.name);
  const lost = {
    name: 'topics.changed',
    payload: { topics: expect.arrayContaining(['bank', 'runs']) as unknown },
  };
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard))
    .toEqual([lost]);
});

test('a call to a host that has gone is a failure as data', async () => {
  const page = await open(host.url);
  await expectText(page, overview.name);
  await host.close();
  const reply = await page.evaluate(() =>
    (window as unknown as { client: { call(name: string, input: object): unknown } }).client.call(
      'workspace.getOverview',
      {},
    ),
  );
  expect(reply).toMatchObject({ ok: false, failure: { code: 'unavailable' } });
});

test('the policy stops inline scripts, other hosts, frames, forms and bases', async () => {
  const page = await open(host.url);
  await expectText(page, overview.name);
  const blocked = await page.evaluate(async () => {
    const directives = new Set<string>();
    document.addEventListener('securitypolicyviolation', (event) => directives.add(event.effectiveDirective));
    document.body.innerHTML =
      '<img src="https://other.example/x.png"><iframe src="https://other.example/"></iframe>' +
      '<form action="https://other.example/"></form><base href="https://other.example/">' +
      '<p style="color: red" onclick="window.broken = true"></p>';
    const script = document.createElement('script');
    script.textContent = 'window.broken = true';
    document.body.append(script);
    document.querySelector('p')?.click();
    document.querySelector('form')?.requestSubmit();
    await fetch('http://127.0.0.1:9/').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { directives: [...directives].sort(), broken: 'broken' in window };
  });
  expect(blocked.broken).toBe(false);
  expect(blocked.directives).toEqual(
    expect.arrayContaining([
      'base-uri',
      'connect-src',
      'form-action',
      'frame-src',
      'img-src',
      'script-src-elem',
    ]),
  );
});

test('a page of another port, in the browser that holds the cookie, gets nothing', async () => {
  await expectText(await open(host.url), overview.name);
  const before = calls.length;
  const evil = await servePage('<!doctype html><title>other</title><body></body>');
  try {
    const page = await open(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const tried = await page.evaluate(async (base) => {
      const url = `${base}/api/workspace.getOverview`;
      const failure = (error: unknown) => String(error);
      const json = { 'content-type': 'application/json' };
      const init = { method: 'POST', body: '{}', credentials: 'include' as const };
      const load = (element: HTMLElement & { src: string }, src: string) =>
        new Promise((resolve) => {
          element.onload = () => resolve('loaded');
          element.onerror = () => resolve('refused');
          element.src = src;
          document.body.append(element);
        });
      const listened = new Promise((resolve) => {
        const stream = new EventSource(`${base}/api/events`, { withCredentials: true });
        stream.onopen = () => resolve('open');
        stream.onerror = () => resolve('refused');
      });
      return {
        simple: await fetch(url, { ...init, mode: 'no-cors' }).then((answer) => answer.type, failure),
        asked: await fetch(url, { ...init, headers: json }).then((answer) => answer.type, failure),
        stream: await listened,
        script: await load(document.createElement('script'), `${base}/page.js`),
        events: await load(document.createElement('script'), `${base}/api/events`),
      };
    }, `http://127.0.0.1:${host.port}`);
    expect(tried).toMatchObject({
      asked: 'TypeError: Failed to fetch',
      stream: 'refused',
      script: 'refused',
      events: 'refused',
    });
    await page.evaluate((base) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.enctype = 'text/plain';
      form.action = `${base}/api/workspace.getOverview`;
      form.innerHTML = `<input name='{"a":"' value='"}'>`;
      document.body.append(form);
      form.submit();
    }, `http://127.0.0.1:${host.port}`);
    await expect.poll(() => page.locator('body').innerText()).toContain('"ok":false');
    expect(calls.length).toBe(before);
  } finally {
    evil.close();
  }
});

test('no other page can frame the app', async () => {
  await expectText(await open(host.url), overview.name);
  const before = calls.length;
  const evil = await servePage(`<!doctype html><iframe src="http://127.0.0.1:${host.port}/"></iframe>`);
  try {
    const page = await open(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    await page.waitForTimeout(300);
    expect(
      page
        .frames()
        .map((frame) => frame.url())
        .slice(1),
    ).toEqual(['chrome-error://chromewebdata/']);
    expect(calls.length).toBe(before);
  } finally {
    evil.close();
  }
});

test('two hosts of the same app live side by side in one browser', async () => {
  const second = await serve(app);
  try {
    const pages = [await open(host.url), await open(second.url)];
    for (const page of pages) await expectText(page, overview.name);
    for (const page of pages) {
      await page.reload();
      await expectText(page, overview.name);
    }
  } finally {
    await second.close();
  }
});

async function servePage(html: string): Promise<Server> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
