// The guards of the built desktop window, run against the stand-in: each with a real attempt to get past it.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Desktop } from '../electron-stand-in/launch.ts';
import { expectName, prepareDesktop } from './prepare.ts';

const page = 'https://assay.app.invalid/';
const prepared = prepareDesktop();

describe('one window', () => {
  let desktop: Desktop;

  beforeAll(async () => {
    desktop = await prepared.launch([join(prepared.folder, 'one')]);
  }, 60_000);

  afterAll(() => desktop.close());

  test('shows the workspace through the real preload', async () => {
    await expectName(desktop.page, 'Проба one');
    expect(desktop.page.url()).toBe(`${page}index.html`);
  });

  test('the page is given two functions and nothing of Electron or Node', async () => {
    const found = await desktop.page.evaluate(() => ({
      bridge: Object.getOwnPropertyNames(window.assay).sort(),
      kinds: Object.values(window.assay ?? {}).map((member) => typeof member),
      frozen: Object.isFrozen(window.assay),
      node: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter(
        (name) => name in window,
      ),
    }));
    expect(found).toEqual({
      bridge: ['call', 'on'],
      kinds: ['function', 'function'],
      frozen: true,
      node: [],
    });
  });

  test('a listener hears the event alone, until it unsubscribes', async () => {
    const heard = await desktop.page.evaluate(async () => {
      const words: unknown[][] = [];
      const listen = (...given: unknown[]) => void words.push(given);
      const stop = window.assay?.on(listen as () => void);
      const touch = async () => {
        await window.assay?.call('config.saveNothing', {});
        await window.assay?.call('run.deleteRun', { runId: 'none' });
        await new Promise((resolve) => setTimeout(resolve, 300));
      };
      await touch();
      stop?.();
      await touch();
      return words;
    });
    expect(heard).toEqual([
      [{ sequence: expect.any(Number) as number, name: 'topics.changed', payload: { topics: ['runs'] } }],
    ]);
  });

  test('the policy stops inline scripts, connections, foreign images and frames', async () => {
    const blocked = await desktop.page.evaluate(async () => {
      const directives = new Set<string>();
      document.addEventListener('securitypolicyviolation', (event) =>
        directives.add(event.effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'window.broken = true';
      const image = document.createElement('img');
      image.src = 'https://other.example/x.png';
      const frame = document.createElement('iframe');
      frame.src = 'https://other.example/';
      const base = document.createElement('base');
      base.href = 'https://other.example/';
      document.body.append(script, image, frame, base);
      await fetch('https://other.example/').catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      for (const element of [script, image, frame, base]) element.remove();
      return { directives: [...directives].sort(), broken: 'broken' in window };
    });
    expect(blocked).toEqual({
      directives: ['base-uri', 'connect-src', 'frame-src', 'img-src', 'script-src-elem'],
      broken: false,
    });
    expect(desktop.journal.filter(({ url }) => String(url).includes('other.example'))).toEqual([]);
  });

  test('the request filter cancels by itself what the policy would stop first', async () => {
    const session = await desktop.page.context().newCDPSession(desktop.page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await desktop.command('reload', 0);
    const wanted = ['https://other.example/a', 'http://127.0.0.1:9/b', 'https://elsewhere.app.invalid/c'];
    const failed = await desktop.page.evaluate(
      (urls) => Promise.all(urls.map((url) => fetch(url, { mode: 'no-cors' }).then(() => '', String))),
      wanted,
    );
    expect(failed).toEqual(Array(3).fill('TypeError: Failed to fetch'));
    const cancelled = desktop.journal.filter(({ kind }) => kind === 'cancelled').map(({ url }) => url);
    expect(cancelled.sort()).toEqual([
      'app://elsewhere/c',
      'http://127.0.0.1:9/b',
      'https://other.example/a',
    ]);
    expect(desktop.journal.filter(({ kind }) => kind === 'let-through')).toEqual([]);
    const statuses = await desktop.page.evaluate(
      (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
      ['./index.html', './none.html', './..%2f..%2fpackage.json', './%2e%2e/main/electron.js', './..%5cmain'],
    );
    expect(statuses).toEqual([200, 404, 404, 404, 404]);
    await session.send('Page.setBypassCSP', { enabled: false });
    await session.detach();
    await desktop.command('reload', 0);
    await expectName(desktop.page, 'Проба one');
  });

  test.each(['https://other.example/go', `${page}assets/`, 'http://127.0.0.1:9/go'])(
    'the page cannot navigate to %s',
    async (url) => {
      await desktop.page.evaluate((to) => void (location.href = to), url);
      const asked = url.replace(page, 'app://assay/');
      await desktop.noted('navigation-prevented', (noted) => noted.url === asked);
      await expectName(desktop.page, 'Проба one');
      expect(desktop.page.url()).toBe(`${page}index.html`);
    },
  );

  test('a link of the document opens neither here nor in a new window', async () => {
    for (const target of ['_self', '_blank']) {
      await desktop.page.evaluate((where) => {
        const link = document.createElement('a');
        link.href = `https://other.example/link${where}`;
        link.target = where;
        link.rel = 'opener';
        link.textContent = 'link';
        document.body.append(link);
        link.click();
        link.remove();
      }, target);
    }
    await desktop.noted('navigation-prevented', ({ url }) => url === 'https://other.example/link_self');
    await desktop.noted('window-denied', ({ url }) => url === 'https://other.example/link_blank');
    await expectName(desktop.page, 'Проба one');
  });

  test('window.open is refused', async () => {
    await desktop.page.evaluate(() => void window.open('https://other.example/popup'));
    await desktop.noted('window-denied', ({ url }) => url === 'https://other.example/popup');
    const closed = () => desktop.journal.filter(({ kind }) => kind === 'popup-closed');
    // The link's and this one.
    await expect.poll(closed, { timeout: 10_000 }).toHaveLength(2);
    expect(desktop.journal.filter(({ kind }) => kind === 'window-allowed')).toEqual([]);
  });

  test('redirects, webviews and permissions are refused', async () => {
    expect(await desktop.command('navigateEvent', 'will-redirect')).toBe(true);
    expect(await desktop.command('navigateEvent', 'will-attach-webview')).toBe(true);
    for (const permission of ['media', 'geolocation', 'notifications', 'openExternal', 'usb'])
      expect(await desktop.command('askPermission', permission)).toEqual({
        request: false,
        check: false,
        device: false,
      });
    expect(await desktop.noted('spell-checker')).toMatchObject({ enabled: false });
  });

  test.each([
    ['a frame that is gone', null],
    ['another site', { url: 'https://other.example/', parent: null }],
    ['another host of the scheme', { url: 'app://other/index.html', parent: null }],
    ['a name that begins alike', { url: 'app://assay.other/index.html', parent: null }],
    ['a user of that name', { url: 'app://assay@other/index.html', parent: null }],
    ['a file', { url: 'file:///index.html', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['no address', { url: '', parent: null }],
    ['a frame inside the page', { url: 'app://assay/index.html', parent: { url: 'app://assay/index.html' } }],
  ])('a call from %s is refused', async (_who, frame) => {
    const words = ['workspace.getOverview', {}];
    expect(await desktop.command('invokeAs', frame, 'assay:call', words)).toEqual({
      ok: false,
      failure: { code: 'invalid-input', message: 'Only the page of Assay itself may call it.' },
    });
  });

  test('a call from the page itself is heard, and its name must be a string', async () => {
    const own = { url: 'app://assay/index.html', parent: null };
    const heard = await desktop.command('invokeAs', own, 'assay:call', ['workspace.getOverview', {}]);
    expect(heard).toMatchObject({ ok: true, value: { name: 'Проба one' } });
    const odd = await desktop.command('invokeAs', own, 'assay:call', [
      { toString: 'workspace.getOverview' },
      {},
    ]);
    expect(odd).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
  });

  test('a second start opens its workspace in a window of its own, or shows the one that is open', async () => {
    await desktop.command('secondInstance', { root: join(prepared.folder, 'two'), isSample: false });
    const findSecond = () =>
      desktop.pages().find((one) => one !== desktop.page && one.url() !== 'about:blank');
    await expect.poll(findSecond, { timeout: 10_000 }).toBeDefined();
    await expectName(findSecond(), 'Проба two');
    await expectName(desktop.page, 'Проба one');
    await desktop.command('secondInstance', { root: join(prepared.folder, 'one'), isSample: false });
    await desktop.noted('focused');
    for (const bad of [
      null,
      'x',
      { root: 'relative', isSample: false },
      { root: join(prepared.folder, 'two') },
    ])
      await desktop.command('secondInstance', bad);
    expect(await desktop.command('windows')).toBe(2);
    await desktop.command('closeWindow', 1);
    expect(await desktop.command('windows')).toBe(1);
    await expectName(desktop.page, 'Проба one');
  });
});
