// The window in a real browser, through the real web host: overview, a run from start to proof, keyboard, accessibility.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

const hostile = '<img src=x onerror="document.title=\'owned\'"></script><b>bold</b>';

let world: WindowWorld;
let summary: RunSummary;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.write('hostile.txt', `The gate code is 4711. ${hostile}\n`);
    await cli.json(['add', 'ws', 'hostile.txt']);
    const row = {
      id: 'aa-hostile',
      question: `What is the gate code? ${hostile}`,
      answers: ['4711'],
      evidenceQuote: 'The gate code is 4711.',
      scriptedReply: `${hostile} no json`,
    };
    await cli.write('bank.jsonl', `${JSON.stringify(row)}\n`);
    await cli.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
    summary = await cli.json<RunSummary>(['run', 'ws', '--config', 'scripted-demo']);
  });
});

afterAll(() => world.close());

/** What the stage bar says, in words. */
function tellStages({ stages }: RunSummary): string {
  return (['correct', 'retriever', 'context', 'format', 'reading'] as const)
    .map((stage) => `${stage} ${stages[stage]}`)
    .join(', ');
}

test('the overview shows the workspace, its runs with their stages, and what may leave the machine', async () => {
  const { page, errors } = await world.openPage('#/');
  await page.getByText('81 questions').waitFor();
  const row = page.getByRole('grid').getByRole('row', { name: /Written replies/ });
  await row.waitFor();
  const { found, grounded, correct } = summary;
  const shares = [found, grounded, correct].map(({ k, n }) => `${k} of ${n}`);
  expect((await row.innerText()).match(/\d+ of \d+/g)).toEqual(shares);
  expect((await row.innerText()).match(/\d+\s% \[\d+–\d+\]/g)).toHaveLength(3);
  expect(await row.getByRole('img').getAttribute('aria-label')).toBe(tellStages(summary));
  expect(await page.getByRole('contentinfo').innerText()).toMatch(
    /Trusted folder[^]*Calls stay on this machine/,
  );
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a run started from the window is watched to its end, and one of its failures shows its proof', async () => {
  const { page, errors } = await world.openPage('#/');
  await page.getByRole('button', { name: 'Run…' }).click();
  const dialog = page.getByRole('dialog');
  for (const box of await dialog.getByRole('checkbox').all()) await box.setChecked(false);
  await dialog.getByRole('checkbox', { name: /^TF-IDF \(tfidf\)/ }).check();
  await dialog.getByRole('radio', { name: 'these:' }).check();
  const field = dialog.getByRole('textbox', { name: 'k', exact: true });
  await field.fill('2..1');
  await dialog.getByText(/a range rises/).waitFor();
  expect(await dialog.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
  await field.fill('2');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'TF-IDF, k = 2' }).waitFor();
  await page.getByText('Complete: 81 questions finished.').waitFor({ timeout: 60_000 });
  const runs = await world.json<Output<'run.listRuns'>>(['runs', 'list', 'ws']);
  expect(runs.runs.map(({ config, k, state }) => `${config} ${k} ${state}`)).toContain('tfidf 2 complete');

  await page.getByRole('button', { name: /^retriever/ }).click();
  const rows = page.getByRole('grid').getByRole('row');
  await rows.nth(1).click();
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('first broken link').waitFor();
  const proof = details.getByRole('list').filter({ hasText: 'In the source' });
  expect(await proof.getByRole('listitem').count()).toBe(11);
  const address = page.url();
  await page.reload();
  await details.getByText('first broken link').waitFor();
  expect(page.url()).toBe(address);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a failure opens by keyboard alone, with its proof and the first broken link; Escape closes it', async () => {
  const { page, errors } = await world.openPage(`#/runs/${summary.runId}`);
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')) break;
  }
  const activeRow = async () =>
    page
      .locator(`[id="${(await grid.getAttribute('aria-activedescendant')) ?? ''}"]`)
      .getAttribute('aria-rowindex');
  await page.keyboard.press('End');
  expect(await activeRow()).toBe('82');
  await page.keyboard.press('Home');
  expect(await activeRow()).toBe('2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('first broken link').waitFor();
  expect(page.url()).toContain('aa-hostile');
  expect(await details.innerText()).toContain('Reply parsed');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Details');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('grid');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('text of documents, questions and replies is text, never markup', async () => {
  const { page, errors } = await world.openPage(`#/runs/${summary.runId}/aa-hostile`);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('first broken link').waitFor();
  for (const name of ['Passages', 'Prompt', 'Attempts']) {
    await details.getByRole('tab', { name }).click();
    expect(await details.getByRole('tabpanel').innerText()).toContain(hostile);
  }
  await page.evaluate(() => {
    location.hash = '#/documents/hostile';
  });
  await details.getByText('The gate code is 4711.').waitFor();
  expect(await details.innerText()).toContain(hostile);
  await page.evaluate(() => {
    location.hash = '#/bank/aa-hostile';
  });
  await details.getByText('What is the gate code?').first().waitFor();
  expect(await details.innerText()).toContain(hostile);
  expect(await page.locator('img, b').count()).toBe(0);
  expect(await page.title()).not.toBe('owned');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('what cannot be opened says so, and the rest of the page stays', async () => {
  const { page, errors } = await world.openPage('#/runs/no-such-run');
  await page.getByText('Not found').waitFor();
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByRole('heading', { name: 'Documents' }).waitFor();
  // The browser reports the refused call itself.
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  await page.context().close();
});

describe('no accessibility violation', () => {
  const places = ['#/', '#/runs', '#/documents', '#/bank', '#/configs', 'run', 'item', 'dialog'];
  const cases = places.flatMap((place) => [[place, 'light'] as const, [place, 'dark'] as const]);
  test.each(cases)('%s, %s', async (place, scheme) => {
    const run = `#/runs/${summary.runId}`;
    const hash = { run, item: `${run}/aa-hostile`, dialog: '#/' }[place] ?? place;
    const { page, errors } = await world.openPage(hash, { scheme });
    await page.getByRole('grid').first().waitFor();
    if (place === 'item') await page.getByText('first broken link').waitFor();
    if (place === 'dialog') {
      await page.getByRole('button', { name: 'Run…' }).click();
      await page.getByRole('dialog').waitFor();
    }
    expect(await findViolations(page)).toEqual([]);
    // As wide as a window of 1280 at twice the size: the inspector takes the place of the work.
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await findViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
