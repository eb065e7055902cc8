// Two hundred hostile strings through every display path: nothing runs, nothing leaves, nothing breaks the layout.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunSummary } from '#contract/scores';
import { createWindowWorld, type WindowWorld } from './window-world.ts';

const scripts = [
  '<script>document.title="owned"</script>',
  '<img src=x onerror="document.title=\'owned\'">',
  '<svg/onload=document.title="owned">',
  '"><iframe src="http://127.0.0.1:9/leak"></iframe>',
  '<a href="javascript:document.title=\'owned\'">here</a>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=http://127.0.0.1:9/leak.css>',
  '<base href="http://127.0.0.1:9/">',
  '<meta http-equiv=refresh content="0;url=http://127.0.0.1:9/">',
  '{{constructor.constructor("document.title=1")()}}',
  '${document.title="owned"}',
  '![image](http://127.0.0.1:9/leak.png)',
  '[link](javascript:document.title=1)',
  '<!--<img src=x onerror=document.title="owned">-->',
  '<textarea></textarea><script>document.title="owned"</script>',
  '</title><script>document.title="owned"</script>',
  '&lt;b&gt;entity&lt;/b&gt; &#60;i&#62;',
  '<form action=http://127.0.0.1:9/><button>send</button></form>',
  "'; DROP TABLE questions; --",
  '=HYPERLINK("http://127.0.0.1:9/","x")',
];
const scriptsOfText = [
  '\u202Ereversed text\u202C',
  '\u2066\u2067nested isolates\u2069\u2069',
  'שלום עולם مرحبا بالعالم',
  '\u200B\u200C\u200D\uFEFF zero width',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  '👩‍👩‍👧‍👦🏳️‍🌈👍🏽',
  '﷽ ﷽ ﷽',
  'one\ttwo\u0001\u0007bell\u000Bvertical',
  'line\u2028separator\u2029paragraph',
  'a'.repeat(3000),
  'pneumono'.repeat(300),
  '漢'.repeat(1200),
  'https://example.org/' + 'path/'.repeat(200),
  '\uD800 lone surrogate'.replace('\uD800', '\uFFFD'),
  '%s %n %x %00 ../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  '-0',
  '𝕊𝕔𝕣𝕚𝕡𝕥 ﬁ ǅ ß İ',
];
/** 200 of them: each by itself, between words, doubled, in brackets, and after a line break. */
const strings = [...scripts, ...scriptsOfText].flatMap((text) => [
  text,
  `before ${text} after`,
  `${text}${text}`,
  `[${text}](${text})`,
  `first line\n${text}`,
]);

let world: WindowWorld;
let summary: RunSummary;
beforeAll(async () => {
  world = await createWindowWorld(
    async (cli) => {
      const rows = strings.map((text, index) => ({
        id: `h${String(index).padStart(3, '0')}`,
        question: `${text} ?`,
        answers: [text],
        expected: `doc-${index}`,
        tags: [text.slice(0, 40).trim() || 'empty'],
        scriptedReply: JSON.stringify({ answer: text, passage: 1 }),
      }));
      const corpus = strings.map((text, index) => ({ _id: `doc-${index}`, title: text.slice(0, 200), text }));
      await cli.write('beir/corpus.jsonl', corpus.map((row) => JSON.stringify(row)).join('\n'));
      await cli.write('beir/queries.jsonl', '');
      await cli.write('beir/qrels.tsv', 'query-id\tcorpus-id\tscore\n');
      await cli.json(['import', 'ws', `${cli.folder}/beir`, '--format', 'beir']);
      const bank = await cli.write('h.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));
      await cli.json(['import', 'ws', bank, '--format', 'jsonl']);
      await cli.write('ws/configs/hostile.json', {
        schemaVersion: 1,
        id: 'hostile',
        name: '<img src=x onerror=document.title="owned">',
        chunker: { kind: 'document' },
        retrievers: [{ kind: 'tfidf', idf: 'smooth', analyzer: { language: 'none' } }],
        contract: { kind: 'json' },
        model: { provider: 'scripted', replies: 'bank' },
      });
      summary = await cli.json<RunSummary>(['run', 'ws', '--config', 'hostile']);
    },
    { sample: false },
  );
}, 120_000);
afterAll(() => world.close());

test('there are two hundred', () => {
  expect(strings).toHaveLength(200);
});

test('no script runs, no request leaves, no layout breaks, on any screen', async () => {
  const { page, errors } = await world.openPage('#/');
  const origin = new URL(page.url()).origin;
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => foreign.push('a dialog opened')));
  const look = async (hash: string) => {
    await page.evaluate((place) => {
      location.hash = place;
    }, hash);
    await page.waitForTimeout(60);
    await page.waitForFunction(() => document.querySelector('.loading') === null);
    const seen = await page.evaluate(() => ({
      title: document.title,
      injected: document.querySelectorAll(
        'iframe, base, form[action], script:not([src]), link[href*="9/"], a[href^="javascript"], img',
      ).length,
      width: document.documentElement.scrollWidth - window.innerWidth,
      rail: document.querySelector('nav')?.getBoundingClientRect().width ?? 0,
    }));
    expect([
      hash,
      seen.title.includes('owned'),
      seen.injected,
      Math.max(0, seen.width),
      seen.rail > 40,
    ]).toEqual([hash, false, 0, 0, true]);
  };
  const run = encodeURIComponent(summary.runId);
  for (const hash of [
    '#/',
    '#/documents',
    '#/bank',
    '#/configs',
    '#/configs/hostile',
    '#/runs',
    `#/runs/${run}`,
  ])
    await look(hash);
  for (const [index] of strings.entries()) {
    const id = `h${String(index).padStart(3, '0')}`;
    await look(`#/runs/${run}/${id}`);
    const heading = await page.locator('.inspector h2').first().textContent();
    expect(heading?.replace(/\s+/g, ' ')).toBe(`${strings[index]} ?`.trim().replace(/\s+/g, ' '));
    if (index % 4 === 0) await look(`#/bank/${id}`);
    if (index % 4 === 1) await look(`#/documents/doc-${index}`);
    if (index % 8 === 2)
      await look(
        `#/search?${new URLSearchParams({ q: strings[index]?.slice(0, 200) ?? '', config: 'hostile' })}`,
      );
  }
  for (const tab of ['Scores', 'Prompt', 'Attempts', 'Try a reply'])
    await page.getByRole('region', { name: 'Details' }).getByRole('tab', { name: tab }).click();
  expect(foreign).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
}, 240_000);
