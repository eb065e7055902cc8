// The window in a real browser, through the real web host: overview, a run from start to proof, keyboard, accessibility.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { ChildProcess } from 'node:child_process';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { chromiumSwitches, findChromium } from '../../hosts/electron-stand-in/chromium.ts';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const hostile = '<img src=x onerror="document.title=\'owned\'"></script><b>bold</b>';

let world: CliWorld;
let host: ChildProcess;
let browser: Browser;
let address: string;
let runId: string;

async function serve(): Promise<string> {
  host = world.start('serve', 'ws', '--json');
  let printed = '';
  for await (const text of host.stdout ?? []) {
    printed += String(text);
    if (printed.trimEnd().endsWith('}')) break;
  }
  return (JSON.parse(printed) as { url: string }).url;
}

beforeAll(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws', '--sample']);
  await world.write('hostile.txt', `The gate code is 4711. ${hostile}\n`);
  await world.json(['add', 'ws', 'hostile.txt']);
  const row = {
    id: 'aa-hostile',
    question: `What is the gate code? ${hostile}`,
    answers: ['4711'],
    evidenceQuote: 'The gate code is 4711.',
    scriptedReply: `${hostile} no json`,
  };
  await world.write('bank.jsonl', `${JSON.stringify(row)}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
  runId = (await world.json<RunSummary>(['run', 'ws', '--config', 'scripted-demo'])).runId;
  address = await serve();
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches() });
});

afterAll(async () => {
  await browser.close();
  host.kill('SIGINT');
  await world.close();
});

async function openPage(
  place: string,
  scheme: 'light' | 'dark' = 'light',
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(address);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  return { page, errors };
}

test('the overview shows the workspace, its runs with their stages, and what may leave the machine', async () => {
  const { page, errors } = await openPage('#/');
  await page.getByText('81 questions').waitFor();
  const row = page.getByRole('grid').first().getByRole('row').nth(1);
  await row.waitFor();
  expect(await row.innerText()).toContain('Written replies (no model)');
  expect(await page.locator('body').innerText()).toContain('Calls stay on this machine');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a run started from the window is watched to its end, and a reload in the middle finds it whole', async () => {
  const { page, errors } = await openPage('#/');
  await page.getByRole('button', { name: 'Run…' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false);
  await dialog.getByRole('checkbox', { name: /^TF-IDF(?! \+)/ }).check();
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.reload();
  await page.evaluate(() => {
    location.hash = '#/runs';
  });
  await page
    .getByText('81 of 81 questions')
    .or(page.getByText(/complete/).nth(1))
    .first()
    .waitFor({ timeout: 60_000 });
  const { runs } = await world.json<{ runs: { config: string; state: string }[] }>(['runs', 'list', 'ws']);
  expect(runs.map(({ config, state }) => `${config} ${state}`)).toContain('tfidf complete');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a failure opens by keyboard alone, with its proof and the first broken link; Escape closes it', async () => {
  const { page } = await openPage(`#/runs/${runId}`);
  const grid = page.getByRole('grid').last();
  await grid.waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByText('first broken link').waitFor();
  expect(page.url()).toContain('aa-hostile');
  expect(await page.locator('body').innerText()).toContain('Reply parsed');
  await page.keyboard.press('Escape');
  await page.getByText('first broken link').waitFor({ state: 'detached' });
  await page.context().close();
});

test('text of documents, questions and replies is text, never markup', async () => {
  const { page } = await openPage(`#/runs/${runId}/aa-hostile`);
  await page.getByText('first broken link').waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    expect(await page.locator('img').count()).toBe(0);
  }
  expect(await page.locator('body').innerText()).toContain(hostile);
  expect(await page.title()).not.toBe('owned');
  await page.context().close();
});

describe('no accessibility violation', () => {
  const places = ['#/', '#/runs', '#/documents', '#/bank', '#/configs', 'run', 'item'];
  test.each(places.flatMap((place) => [[place, 'light'] as const, [place, 'dark'] as const]))(
    '%s, %s',
    async (place, scheme) => {
      const hash = { run: `#/runs/${runId}`, item: `#/runs/${runId}/aa-hostile` }[place] ?? place;
      const { page } = await openPage(hash, scheme);
      await page.getByRole('grid').first().waitFor();
      if (place === 'item') await page.getByText('first broken link').waitFor();
      // Through the debugger, since the page's own policy refuses scripts that are not the app's.
      const debug = await page.context().newCDPSession(page);
      await debug.send('Runtime.evaluate', { expression: axe });
      const { result } = await debug.send('Runtime.evaluate', {
        expression: `axe.run().then(({ violations }) => JSON.stringify(violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])))`,
        awaitPromise: true,
      });
      expect(JSON.parse(String(result.value))).toEqual([]);
      await page.context().close();
    },
  );
});
