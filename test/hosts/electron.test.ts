// The built desktop app, run under plain Node against the stand-in: each guard with a real attempt to get past it.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCli } from './cli.ts';
import { ensureBuilt, root } from './built.ts';
import {
  bundleStandIn,
  launchDesktop,
  startProcess,
  type Desktop,
  type StandIn,
} from './electron-stand-in/launch.ts';

const entry = join(root, 'out/main/electron.js');
const page = 'https://assay.app.invalid/';

let folder: string;
let standIn: StandIn;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-desktop-'));
  standIn = await bundleStandIn();
  await ensureBuilt();
  env = { ASSAY_HOME: join(folder, 'home') };
  for (const name of ['one', 'two'])
    await callCli('workspace.create', { name: `Проба ${name}` }, { workspace: join(folder, name), env });
}, 120_000);

afterAll(async () => {
  await standIn.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Resolves when the page shows the name of its workspace; fails with what it shows instead. */
async function expectName(shown: Page | undefined, name: string): Promise<void> {
  await expect.poll(() => shown?.locator('body').innerText(), { timeout: 10_000 }).toContain(name);
}

function launch(words: readonly string[]): Promise<Desktop> {
  return launchDesktop({ standIn, entry, words, env });
}

describe('one window', () => {
  let desktop: Desktop;

  beforeAll(async () => {
    desktop = await launch([join(folder, 'one')]);
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
    await desktop.command('secondInstance', { root: join(folder, 'two'), isSample: false });
    const findSecond = () =>
      desktop.pages().find((one) => one !== desktop.page && one.url() !== 'about:blank');
    await expect.poll(findSecond, { timeout: 10_000 }).toBeDefined();
    await expectName(findSecond(), 'Проба two');
    await expectName(desktop.page, 'Проба one');
    await desktop.command('secondInstance', { root: join(folder, 'one'), isSample: false });
    await desktop.noted('focused');
    for (const bad of [null, 'x', { root: 'relative', isSample: false }, { root: join(folder, 'two') }])
      await desktop.command('secondInstance', bad);
    expect(await desktop.command('windows')).toBe(2);
    await desktop.command('closeWindow', 1);
    expect(await desktop.command('windows')).toBe(1);
    await expectName(desktop.page, 'Проба one');
  });
});

describe('start and end', () => {
  test('closing the last window ends the process with 0', async () => {
    const desktop = await launch([join(folder, 'one')]);
    await desktop.command('closeWindow', 0);
    expect(await desktop.ended).toBe(0);
    await desktop.close();
  });

  test('quitting ends the child processes first', async () => {
    const desktop = await launch([join(folder, 'one')]);
    await writeFile(join(folder, 'a.txt'), 'One line of text.\n');
    const added = await desktop.page.evaluate(
      (path) => window.assay?.call('document.addFiles', { paths: [path] }),
      join(folder, 'a.txt'),
    );
    expect(added).toMatchObject({ ok: true, value: { accepted: 1 } });
    await desktop.noted('utility-started');
    await desktop.command('quit');
    expect(await desktop.ended).toBe(0);
    const kinds = desktop.journal.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'utility-ended')).toHaveLength(
      kinds.filter((kind) => kind === 'utility-started').length,
    );
    await desktop.close();
  });

  test('the sample workspace opens where none is named', async () => {
    const desktop = await launch([]);
    await expectName(desktop.page, 'Sample');
    expect(await desktop.page.evaluate(() => window.assay?.call('workspace.getOverview', {}))).toMatchObject({
      ok: true,
      value: { root: join(folder, 'home/sample') },
    });
    await desktop.close();
  });

  test('a second process hands its workspace over and ends', async () => {
    const options = {
      standIn,
      entry,
      words: [join(folder, 'one')],
      env: { ...env, ASSAY_STAND_IN_SECOND: '1' },
    };
    const second = await startProcess(options);
    expect(await second.ended).toBe(0);
    expect(second.journal).toEqual([
      {
        kind: 'lock-asked',
        data: { root: join(folder, 'one'), isSample: false },
        userData: join(folder, 'home/window'),
      },
      { kind: 'ended' },
    ]);
    await second.close();
  });
});

describe('a broken build does not pass', () => {
  /** Copies the build beside itself, so that packages are still found, with one file changed. */
  async function breakBuild(
    file: string,
    from: string,
    to: string,
  ): Promise<{ path: string; remove(): Promise<void> }> {
    const path = await mkdtemp(join(root, 'node_modules/.cache/broken-'));
    await cp(join(root, 'out'), join(path, 'out'), { recursive: true });
    const text = await readFile(join(path, 'out', file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(path, 'out', file), text.replace(from, to));
    return { path, remove: () => rm(path, { recursive: true, force: true }) };
  }

  test.each([
    [
      'a preload that requires Node',
      'preload/preload.cjs',
      'contextBridge.',
      'require("node:fs");$&',
      /preload-failed/,
    ],
    [
      'a window without sandbox',
      'main/electron.js',
      'sandbox: true',
      'sandbox: false',
      /sandbox false is not imitated/,
    ],
    ['a missing preload', 'main/electron.js', 'preload.cjs', 'none.cjs', /none\.cjs/],
    [
      'an unknown part of Electron',
      'main/electron.js',
      'app.whenReady()',
      'app.dock.hide()',
      /app\.dock is not imitated/,
    ],
    ['a renderer that was not built', 'renderer/index.html', '', '', /Build the renderer/],
  ])('%s', async (_what, file, from, to, wanted) => {
    const broken = await breakBuild(file, from, to.replace('$&', from));
    if (file === 'renderer/index.html') await rm(join(broken.path, 'out', file));
    const running = await startProcess({
      standIn,
      entry: join(broken.path, 'out/main/electron.js'),
      words: [join(folder, 'one')],
      env,
    });
    const said = () => `${running.stderr()} ${JSON.stringify(running.journal)}`;
    await expect.poll(said, { timeout: 15_000 }).toMatch(wanted);
    await running.close();
    await broken.remove();
  });
});
