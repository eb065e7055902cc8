// Runs side by side in the window: chosen, filtered, opened with proofs and ranked lists; deleted; a reply tried by hand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;
let first: RunSummary;
let second: RunSummary;
let third: RunSummary;
let both: string;
let compared: Output<'run.compareItems'>;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    first = await cli.json<RunSummary>(['run', 'ws', '--config', 'scripted-demo']);
    second = await cli.json<RunSummary>(['run', 'ws', '--config', 'bm25', '-k', '5']);
    third = await cli.json<RunSummary>(['run', 'ws', '--config', 'bm25', '-k', '1', '--tag', 'es']);
    both = `#/compare/${first.runId},${second.runId}`;
    const input = await cli.write('compare.json', { runIds: [first.runId, second.runId] });
    const reply = await cli.json<{ readonly value: Output<'run.compareItems'> }>([
      'call',
      'run.compareItems',
      '--workspace',
      'ws',
      '--input',
      input,
    ]);
    compared = reply.value;
  });
});

afterAll(() => world.close());

test('two runs are chosen by keyboard and compared, the oldest first', async () => {
  const { page, errors } = await world.openPage('#/runs');
  const grid = page.getByRole('grid');
  await grid.waitFor();
  await grid.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'Questions' }).waitFor();
  expect(decodeURIComponent(page.url())).toContain(both);
  await page.getByText('A: Written replies').waitFor();
  const improved = compared.rows.filter(({ change }) => change === 'improved').length;
  const regressed = compared.rows.filter(({ change }) => change === 'regressed').length;
  await page.getByText(`Against A, ${improved} improved, ${regressed} regressed`).waitFor();
  await page.getByText(`${compared.fields.length} fields of the configs differ`).click();
  await page.getByRole('row', { name: '/select/k 3 5' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('only changed, regressions first, one change of stage; a question opens with both proofs', async () => {
  const { page, errors } = await world.openPage(both);
  await page.getByText('80 of 80 questions').waitFor();
  await page.getByRole('checkbox', { name: 'Regressions first' }).check();
  await page
    .getByRole('grid')
    .getByRole('row', { name: /regressed/ })
    .first()
    .waitFor();
  expect(await page.getByRole('grid').getByRole('row').nth(1).innerText()).toContain('regressed');
  await page.getByRole('checkbox', { name: 'Only changed' }).check();
  const select = page.getByRole('combobox', { name: 'Stage of' });
  const option = select.getByRole('option', { name: /^B: retriever → correct/ });
  const label = await option.innerText();
  await select.selectOption({ label });
  const count = Number(/\((\d+)\)/.exec(label)?.[1]);
  await page.getByText(`${count} of 80 questions`).waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByText('first broken link').waitFor();
  expect(await details.getByRole('link', { name: 'Open in this run' }).count()).toBe(2);
  await details.getByRole('region', { name: 'Ranked lists' }).getByText('evidence').first().waitFor();
  const address = page.url();
  await page.reload();
  await details.getByText('first broken link').waitFor();
  expect(page.url()).toBe(address);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('runs over other questions are said not to be comparable, and what was not asked says so', async () => {
  const { page } = await world.openPage(`#/compare/${second.runId},${third.runId}`);
  await page.getByText('These runs cannot be compared as they are').waitFor();
  await page.getByText(/^The questions are not the same/).waitFor();
  await page.getByRole('grid').getByText('not asked').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#/compare/nothing,here';
  });
  await page.getByText('Not found').waitFor();
  await page.context().close();
});

test('a reply typed by hand shows at once what it would have been, and the run stays as it is', async () => {
  const failed = compared.rows.find(({ cells }) => cells[0]?.stage === 'format');
  const { page, errors } = await world.openPage(`#/runs/${first.runId}/${failed?.questionId ?? ''}`);
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByRole('tab', { name: 'Try a reply' }).click();
  const result = details.getByRole('status', { name: 'What this reply would have been' });
  await result.getByText('nothing: no answer is shown').waitFor();
  const field = details.getByRole('textbox', { name: 'A reply of the model' });
  const stored = await field.inputValue();
  expect(stored).not.toBe('');
  await field.fill('{"answer": "no such thing", "passage": 1}');
  await result.getByText('keeps the contract').waitFor();
  expect(await result.innerText()).toContain('no such thing cites [1]');
  await details.getByRole('button', { name: 'Take the last reply of the run' }).click();
  expect(await field.inputValue()).toBe(stored);
  await result.getByText('nothing: no answer is shown').waitFor();
  await details.getByRole('tab', { name: 'Passages' }).click();
  await details
    .getByRole('link', { name: /characters/ })
    .first()
    .click();
  await page.waitForURL(/#\/documents\/.*mark=\d+-\d+/);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a run is deleted after a question; the default keeps it', async () => {
  const { page, errors } = await world.openPage(`#/runs/${third.runId}`);
  await page.getByRole('button', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 1 run?' });
  await dialog.waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'BM25, stemmed, k = 1' }).waitFor();
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete…' }).click();
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await page.getByText('1 run deleted.').waitFor();
  await page.getByText('2 runs').waitFor();
  const runs = await world.json<Output<'run.listRuns'>>(['runs', 'list', 'ws']);
  expect(runs.runs.map(({ runId }) => runId)).toEqual([second.runId, first.runId]);
  // What was shown of the run may have been asked for once more: the browser reports the refusal.
  expect(errors.filter((error) => !error.includes('404'))).toEqual([]);
  await page.context().close();
});

describe('no accessibility violation, and nothing wider than the window', () => {
  const places = ['compare', 'compared item', 'picker', 'runs', 'try'];
  const cases = places.flatMap((place) => [[place, 'light'] as const, [place, 'dark'] as const]);
  test.each(cases)('%s, %s', async (place, scheme) => {
    const id = compared.rows[0]?.questionId ?? '';
    const hash = {
      compare: both,
      'compared item': `${both}/${id}`,
      picker: '#/compare',
      try: `#/runs/${first.runId}/${id}`,
    }[place];
    const { page, errors } = await world.openPage(hash ?? '#/runs', { scheme });
    await page.getByRole('grid').first().waitFor();
    if (place === 'compared item') await page.getByText('Ranked lists').waitFor();
    if (place === 'try') {
      await page.getByRole('tab', { name: 'Try a reply' }).click();
      await page.getByRole('status', { name: 'What this reply would have been' }).waitFor();
    }
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 640, height: 400 });
    await page.waitForTimeout(100);
    expect(await findViolations(page)).toEqual([]);
    const wider = await page.evaluate(() =>
      [...document.querySelectorAll('.work, .inspector')].map((area) => area.scrollWidth - area.clientWidth),
    );
    expect(Math.max(...wider)).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
