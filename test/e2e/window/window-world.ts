// A sample workspace behind the real web host, and pages of a real browser on it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ChildProcess } from 'node:child_process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumSwitches, findChromium } from '../../hosts/electron-stand-in/chromium.ts';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface OpenPage {
  readonly page: Page;
  /** What the page threw, and what the browser refused: a breach of the policy is told here. */
  readonly errors: string[];
}

export interface WindowWorld extends CliWorld {
  openPage(
    hash: string,
    options?: { scheme?: 'light' | 'dark'; width?: number; height?: number },
  ): Promise<OpenPage>;
}

/** `prepare` makes what the workspace `ws` holds beside the sample, before it is served. */
export async function createWindowWorld(
  prepare: (world: CliWorld) => Promise<void>,
  { sample = true } = {},
): Promise<WindowWorld> {
  const world = await createCliWorld();
  await world.json(['init', 'ws', ...(sample ? ['--sample'] : [])]);
  await prepare(world);
  const host = world.start('serve', 'ws', '--json');
  const address = await readAddress(host);
  const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches() });
  return {
    ...world,
    openPage: (hash, options = {}) => openPage(browser, address, hash, options),
    async close() {
      await browser.close();
      const ended = new Promise((resolve) => host.once('exit', resolve));
      host.kill('SIGINT');
      await ended;
      await world.close();
    },
  };
}

async function readAddress(host: ChildProcess): Promise<string> {
  let printed = '';
  for await (const text of host.stdout ?? []) {
    printed += String(text);
    if (printed.trimEnd().endsWith('}')) break;
  }
  return (JSON.parse(printed) as { url: string }).url;
}

async function openPage(
  browser: Browser,
  address: string,
  hash: string,
  {
    scheme = 'light',
    width = 1280,
    height = 800,
  }: { scheme?: 'light' | 'dark'; width?: number; height?: number },
): Promise<OpenPage> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  await page.evaluate((place) => {
    location.hash = place;
  }, hash);
  return { page, errors };
}

/** Ids of the rules that are broken, each with where. Through the debugger: the page's policy refuses foreign scripts. */
export async function findViolations(page: Page): Promise<readonly [string, readonly string[]][]> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('Runtime.evaluate', { expression: axe });
  const { result } = await debug.send('Runtime.evaluate', {
    expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])))`,
    awaitPromise: true,
  });
  return JSON.parse(String(result.value)) as [string, string[]][];
}

/** What a procedure answers the page itself: the app's own word, to compare with what is drawn. */
export async function askApp<Value>(page: Page, name: string, input: unknown): Promise<Value> {
  const reply = await page.evaluate(
    async ([procedure, body]) => {
      const response = await fetch(`./api/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: body ?? '',
      });
      return (await response.json()) as { ok: boolean; value?: unknown; failure?: { message: string } };
    },
    [name, JSON.stringify(input)],
  );
  if (!reply.ok) throw new Error(reply.failure?.message);
  return reply.value as Value;
}
