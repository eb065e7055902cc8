// The search in the window: hits per retriever as the command line gives them, and from a hit into the bank.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askApp, createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

interface Hit {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly ranks: Readonly<Record<string, number>>;
}

interface Kept {
  readonly question: {
    readonly question: string;
    readonly answers: readonly string[];
    readonly evidence: readonly { readonly group: number }[];
  };
}

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    // The sample's own configs but one would build a model first.
    await cli.write('ws/configs/two.json', {
      schemaVersion: 1,
      id: 'two',
      name: 'Two lexical',
      chunker: { kind: 'recursive', size: 400, overlap: 40 },
      retrievers: [{ kind: 'tfidf' }, { kind: 'bm25' }],
      contract: { kind: 'json' },
      model: { provider: 'extractive' },
    });
  });
});

afterAll(() => world.close());

function hasWord(text: string, word: string): boolean {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .includes(word);
}

const query = 'how long does an export link work';

test('hits stand in the order of the command line, with their rank in each retriever', async () => {
  const { page, errors } = await world.openPage('#/search');
  await page.getByText('Nothing is asked yet').waitFor();
  await page.getByRole('combobox', { name: 'Config' }).selectOption('two');
  await page.getByRole('searchbox').fill(query);
  await page.keyboard.press('Enter');
  await page.getByText('10 hits, best first.').waitFor();
  const { hits } = await world.json<{ hits: readonly Hit[] }>([
    'search',
    'ws',
    '--config',
    'two',
    '-k',
    '10',
    query,
  ]);
  const rows = page.locator('.hits tbody tr');
  expect(await page.locator('.hits thead th').allInnerTexts()).toEqual([
    'rank',
    'score',
    'tfidf',
    'bm25',
    'passage',
  ]);
  const seen = await rows.evaluateAll((lines) =>
    lines.map((line) => [
      line.querySelector('.passage-head a')?.getAttribute('href'),
      ...[...line.querySelectorAll('td.number')].slice(1).map((cell) => cell.firstChild?.textContent),
    ]),
  );
  expect(seen).toEqual(
    hits.map(({ documentId, start, end, ranks }) => [
      `#/documents/${encodeURIComponent(documentId)}?mark=${start}-${end}`,
      String(ranks.tfidf ?? '–'),
      String(ranks.bm25 ?? '–'),
    ]),
  );
  const marked = await page.locator('.hits mark').allInnerTexts();
  expect([...new Set(marked.map((word) => word.toLowerCase()))].sort()).toEqual(
    [...new Set(query.split(' ').filter((word) => hits.some((hit) => hasWord(hit.text, word))))].sort(),
  );
  // The address keeps what was asked.
  expect(new URL(page.url()).hash).toBe('#/search?q=how+long+does+an+export+link+work&config=two');
  await page.reload();
  await page.getByText('10 hits, best first.').waitFor();
  await page.locator('.hits a').first().click();
  await page.locator('mark.text-citation').first().waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a query becomes a question with the passage as its evidence', async () => {
  const { page, errors } = await world.openPage(`#/search?q=${encodeURIComponent(query)}&config=two`);
  const row = page.locator('.hits tbody tr').first();
  await row.getByRole('button', { name: 'Add as question…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Accepted answers/).fill('72 hours\n\n three days ');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await row.getByText('Added as').waitFor();
  const id = await row.locator('.button-line a').innerText();
  const { question } = await askApp<Kept>(page, 'bank.getQuestion', { id });
  expect(question.question).toBe(query);
  expect(question.answers).toEqual(['72 hours', 'three days']);
  expect(question.evidence.map(({ group }) => group)).toEqual([1]);

  // Another hit goes into the same group, and the same one twice is refused.
  const second = page.locator('.hits tbody tr').nth(1);
  for (const [line, isDouble] of [
    [second, false],
    [second, true],
  ] as const) {
    await line.getByRole('button', { name: 'Mark as evidence of…' }).click();
    await dialog.getByRole('textbox', { name: 'Question' }).fill(id);
    await dialog.getByRole('radio').first().check();
    if (isDouble) {
      await dialog.getByText('This passage is evidence of this question already.').waitFor();
      expect(await dialog.getByRole('button', { name: 'Mark', exact: true }).isDisabled()).toBe(true);
      await page.keyboard.press('Escape');
    } else {
      await dialog
        .getByRole('combobox', { name: 'Group' })
        .selectOption({ label: 'Group 1, beside 1 place' });
      await dialog.getByRole('button', { name: 'Mark', exact: true }).click();
      await line.getByText('Now evidence of').waitFor();
    }
    await dialog.waitFor({ state: 'detached' });
  }
  const { question: after } = await askApp<Kept>(page, 'bank.getQuestion', { id });
  expect(after.evidence.map(({ group }) => group)).toEqual([1, 1]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a query without a word, one without a hit, and a config that is gone', async () => {
  const { page } = await world.openPage('#/search?q=%3F%3F%3F&config=two');
  await page.getByText('There is no word to look for').waitFor();
  await page.getByRole('searchbox').fill('zzzyx qqqwv');
  await page.keyboard.press('Enter');
  await page.getByText('No passage was found').waitFor();
  await page.evaluate(() => {
    location.hash = '#/search?q=export&config=nowhere';
  });
  await page
    .getByRole('alert')
    .getByText(/nowhere/)
    .first()
    .waitFor();
  await page.context().close();
});

test.each(['light', 'dark'] as const)('nothing is out of reach in %s', async (scheme) => {
  const { page } = await world.openPage('#/search?q=export+link&config=two', {
    scheme,
    width: 1024,
    height: 700,
  });
  await page.locator('.hits tbody tr').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Mark as evidence of…' }).first().click();
  await page.getByRole('dialog').getByRole('radio').first().check();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});
