// Writes a picture of every screen to docs/screens, light and dark, on the sample and on a bank of 10,000 rows: npm run screens
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');
const cli = join(root, 'out/main/cli.js');
const target = join(root, 'docs/screens');
const folder = mkdtempSync(join(tmpdir(), 'assay-screens-'));
const env = { ...process.env, ASSAY_HOME: join(folder, 'home') };

function assay(...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...words, '--json', '--quiet'], {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`assay ${words.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

function makeSample() {
  const workspace = join(folder, 'Quernstone and Marianela');
  assay('init', workspace, '--sample');
  const runs = ['tfidf', 'embedding', 'hybrid', 'scripted-demo'].map(
    (config) => assay('run', workspace, '--config', config).runId,
  );
  return { workspace, runs };
}

/** A bank of 10,000 questions over 20 texts. */
function makeLarge() {
  const workspace = join(folder, 'Ten thousand questions');
  assay('init', workspace);
  const texts = join(folder, 'stores');
  mkdirSync(texts);
  const fact = (n) => `Item ${n} is kept in store ${n % 97} behind door ${(n * 7) % 1009}.`;
  for (let file = 0; file < 20; file += 1)
    writeFileSync(
      join(texts, `stores-${file}.txt`),
      Array.from({ length: 500 }, (_, line) => fact(file * 500 + line)).join('\n'),
    );
  assay('add', workspace, texts);
  const rows = Array.from({ length: 10_000 }, (_, n) => ({
    id: `q${String(n).padStart(5, '0')}`,
    question: `Where is item ${n} kept?`,
    answers: [`store ${n % 97}`],
    evidenceQuote: fact(n),
    tags: [`group ${n % 12}`],
  }));
  writeFileSync(join(folder, 'bank.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
  assay('import', workspace, join(folder, 'bank.jsonl'), '--format', 'jsonl');
  return workspace;
}

async function serve(workspace) {
  const child = spawn(process.execPath, [cli, 'serve', workspace, '--json', '--quiet'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const text of child.stdout) {
    printed += String(text);
    if (printed.trimEnd().endsWith('}')) break;
  }
  const ended = new Promise((done) => child.once('exit', done));
  return {
    url: JSON.parse(printed).url,
    async close() {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** @param places name of the picture to address */
async function shoot(browser, url, places) {
  for (const scheme of ['light', 'dark']) {
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width: 1360, height: 850 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(url);
    for (const [name, hash] of Object.entries(places)) {
      await page.evaluate((place) => {
        location.hash = place;
      }, hash);
      await page.waitForTimeout(300);
      await page.waitForFunction(() => document.querySelector('.loading') === null, null, {
        timeout: 60_000,
      });
      await page.waitForTimeout(700);
      // The folder of this machine has no place in a picture.
      await page.evaluate(() => {
        const path = document.querySelector('.status-path');
        if (path !== null) path.textContent = '';
      });
      await page.screenshot({ path: join(target, `${name}-${scheme}.png`) });
    }
    await context.close();
  }
}

if (!existsSync(cli)) throw new Error('Build the window first: npm run build');
mkdirSync(target, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const { workspace, runs } = makeSample();
  const [tfidf, , hybrid, demo] = runs.map(encodeURIComponent);
  const sample = await serve(workspace);
  await shoot(browser, sample.url, {
    overview: '#/',
    documents: '#/documents',
    document: '#/documents/handbook-limits',
    bank: '#/bank/es-27',
    search: '#/search?q=How%20long%20are%20deleted%20records%20kept&config=hybrid',
    configs: '#/configs',
    config: '#/configs/hybrid',
    runs: '#/runs',
    run: `#/runs/${demo}`,
    item: `#/runs/${demo}/es-07`,
    compare: `#/compare/${encodeURIComponent(`${decodeURIComponent(tfidf)},${decodeURIComponent(hybrid)}`)}`,
    settings: '#/settings',
  });
  await sample.close();
  const large = await serve(makeLarge());
  await shoot(browser, large.url, { 'bank-10000': '#/bank' });
  await large.close();
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
