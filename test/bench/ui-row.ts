// The row of the window: how soon it paints, and what a large bank and a live run cost the page.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { chromiumSwitches, findChromium } from '../hosts/electron-stand-in/chromium.ts';
import { median, type CaseResult, type Measured, type Row } from './row.ts';
import { startHost, type Host } from './ui-host.ts';

const rounds = 5;
const bankRows = 10_000;
const liveItems = 1_000;
const cli = join(process.cwd(), 'out/main/cli.js');

export const ui: Row = {
  name: 'ui',
  title: 'The window',
  about: `The built window in headless Chromium, 1280 by 800, on the web host. First paint is the browser's first contentful paint of a new page, cache empty. The bank holds ${bankRows} questions of one span each: opened, filtered to one question, and scrolled from top to end in 60 steps. The live run asks ${liveItems} questions of scripted replies while its page is open. A long task is one of more than 50 ms on the page's thread, as the browser reports it; the heap is that of JavaScript after a collection.`,
  async run({ folder, log }) {
    if (!existsSync(cli)) throw new Error('Build the window first: npm run build');
    const workspace = await makeWorkspace(folder, bankRows);
    const host = await startHost(cli, workspace, join(folder, 'home'));
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: [...chromiumSwitches(), '--js-flags=--expose-gc'],
    });
    try {
      const paint = await repeat(rounds, () => measurePaint(browser, host));
      log('first paint measured');
      const bank = await repeat(rounds, () => measureBank(browser, host));
      log('bank measured');
      const live = await repeat(3, () => measureLiveRun(browser, host));
      return [
        caseOf('first paint', paint),
        caseOf(`bank of ${bankRows} questions`, bank),
        caseOf(`live run of ${liveItems} questions`, live),
      ];
    } finally {
      await browser.close();
      await host.close();
    }
  },
};

type Figures = Readonly<Record<string, { readonly value: number; readonly unit: string }>>;

async function repeat(times: number, work: () => Promise<Figures>): Promise<Figures[]> {
  const all: Figures[] = [];
  for (let round = 0; round < times; round += 1) all.push(await work());
  return all;
}

function caseOf(name: string, all: readonly Figures[]): CaseResult {
  const measured = Object.entries(all[0] ?? {}).map(([figure, { unit }]): Measured => {
    const values = all.map((figures) => figures[figure]?.value ?? NaN);
    return { side: 'assay', figure, unit, median: median(values), rounds: values };
  });
  return { name, measured, ratios: [], checks: [] };
}

async function makeWorkspace(folder: string, questions: number): Promise<string> {
  const workspace = join(folder, 'ws');
  const env = { ...process.env, ASSAY_HOME: join(folder, 'home') };
  const assay = (...words: string[]) => {
    const { status, stderr } = spawnSync(process.execPath, [cli, ...words, '--quiet'], {
      env,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`assay ${words.join(' ')} ended with ${status}: ${stderr}`);
  };
  assay('init', workspace);
  const texts = join(folder, 'texts');
  await mkdir(texts);
  const fact = (n: number) => `Item ${n} is kept in store ${n % 97} behind door ${(n * 7) % 1009}.`;
  for (let file = 0; file < 20; file += 1) {
    const lines = Array.from({ length: questions / 20 }, (_, line) => fact(file * (questions / 20) + line));
    await writeFile(join(texts, `part-${file}.txt`), lines.join('\n'));
  }
  assay('add', workspace, texts);
  const rows = Array.from({ length: questions }, (_, n) => ({
    id: `q${String(n).padStart(5, '0')}`,
    question: `Where is item ${n} kept?`,
    answers: [`store ${n % 97}`],
    evidenceQuote: fact(n),
    tags: [`group ${n % 12}`, ...(n < liveItems ? ['live'] : [])],
    scriptedReply: `{"answer": "store ${n % 97}", "passage": ${1 + (n % 3)}}`,
  }));
  const bank = join(folder, 'bank.jsonl');
  for (let at = 0; at < rows.length; at += 1000)
    await appendFile(
      bank,
      `${rows
        .slice(at, at + 1000)
        .map((row) => JSON.stringify(row))
        .join('\n')}\n`,
    );
  assay('import', workspace, bank, '--format', 'jsonl');
  const config = {
    schemaVersion: 1,
    id: 'live',
    chunker: { kind: 'sentence' },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'json' },
    model: { provider: 'scripted', replies: 'bank' },
  };
  await writeFile(join(workspace, 'configs/live.json'), JSON.stringify(config));
  assay('index', workspace, '--config', 'live');
  return workspace;
}

async function openPage(browser: Browser, host: Host): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
      buffered: true,
    });
  });
  await page.goto(host.url);
  return page;
}

async function measurePaint(browser: Browser, host: Host): Promise<Figures> {
  const page = await openPage(browser, host);
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.locator('h1').first().waitFor();
  const [paint, content] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    performance.now(),
  ]);
  await page.context().close();
  return {
    'first contentful paint': { value: paint ?? NaN, unit: 'ms' },
    'heading of the overview': { value: content ?? NaN, unit: 'ms' },
  };
}

async function measureBank(browser: Browser, host: Host): Promise<Figures> {
  const page = await openPage(browser, host);
  await page.locator('h1').first().waitFor();
  const startMs = performance.now();
  await page.evaluate(() => {
    location.hash = '#/bank';
  });
  await page.getByText('Where is item 0 kept?').first().waitFor();
  const openMs = performance.now() - startMs;
  const opening = await longestTask(page);
  await page.evaluate(async () => {
    const area = document.querySelector('.work');
    if (area === null) throw new Error('there is nothing to scroll');
    for (let step = 1; step <= 60; step += 1) {
      area.scrollTop = (step / 60) * area.scrollHeight;
      await new Promise((next) => requestAnimationFrame(next));
    }
  });
  const scrolling = await longestTask(page);
  const heap = await heapOf(page);
  await page.context().close();
  return {
    'until the first row is seen': { value: openMs, unit: 'ms' },
    'longest task while opening': { value: opening, unit: 'ms' },
    'longest task while scrolling': { value: scrolling, unit: 'ms' },
    heap: { value: heap, unit: 'MB' },
  };
}

async function measureLiveRun(browser: Browser, host: Host): Promise<Figures> {
  const page = await openPage(browser, host);
  await page.locator('h1').first().waitFor();
  const started = await page.evaluate(async () => {
    const response = await fetch('./api/run.startRuns', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ configs: ['live'], tags: ['live'] }),
    });
    const { value } = (await response.json()) as { value: { runs: { runId: string }[] } };
    const runId = value.runs[0]?.runId ?? '';
    location.hash = `#/runs/${encodeURIComponent(runId)}`;
    return runId;
  });
  const startMs = performance.now();
  await page
    .getByText(/Complete: 1,000 questions finished/)
    .first()
    .waitFor({ timeout: 120_000 });
  const elapsedMs = performance.now() - startMs;
  const longest = await longestTask(page);
  const heap = await heapOf(page);
  await page.evaluate(
    (runId) =>
      fetch('./api/run.deleteRun', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ runId }),
      }),
    started,
  );
  await page.context().close();
  return {
    'until the run is complete': { value: elapsedMs, unit: 'ms' },
    'longest task': { value: longest, unit: 'ms' },
    heap: { value: heap, unit: 'MB' },
  };
}

/** Since the last time it was asked; 0 when no task was longer than 50 ms. */
async function longestTask(page: Page): Promise<number> {
  // Tasks are reported a moment after their end.
  await page.waitForTimeout(200);
  return page.evaluate(() => {
    const tasks = (window as unknown as { longTasks: number[] }).longTasks;
    return Math.max(0, ...tasks.splice(0));
  });
}

async function heapOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page);
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = (await debug.send('Runtime.getHeapUsage')) as { usedSize: number };
  return usedSize / 1e6;
}
