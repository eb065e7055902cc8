// Configs in a real browser: form and JSON in sync, problems at their fields, saving against another hand, copies, deletion.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { createWindowWorld, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.write('ws/configs/broken.json', '{ "schemaVersion": 1,\n  "id": "broken",, }\n');
    await cli.write('ws/configs/other.json', {
      schemaVersion: 1,
      id: 'other',
      name: 'Another one',
      owner: { name: 'kept' },
      chunker: { kind: 'fixed', size: 300, unit: 'chars' },
      retrievers: [{ kind: 'tfidf' }],
      contract: { kind: 'json' },
      model: { provider: 'extractive' },
    });
  });
});

afterAll(() => world.close());

const pathOf = (id: string) => join(world.folder, 'ws/configs', `${id}.json`);
const read = async (id: string) => JSON.parse(await readFile(pathOf(id), 'utf8')) as Record<string, unknown>;
const json = (page: Page, id: string) => page.getByLabel(`JSON of configs/${id}.json`);
const typed = async (page: Page, id: string) =>
  JSON.parse(await json(page, id).inputValue()) as Record<string, unknown>;
/** A refused call is told by the browser itself. */
const beside = (errors: readonly string[]) => errors.filter((error) => !/404|409/.test(error));

test('the list says what each config is fit for, and opens one by keyboard', async () => {
  const { page, errors } = await world.openPage('#/configs');
  const grid = page.getByRole('grid', { name: 'Configs' });
  await grid.waitFor();
  await grid.getByRole('row', { name: /broken.*(comma|JSON)/is }).waitFor();
  await grid
    .getByRole('row', { name: /TF-IDF tfidf.*can be run.*missing or out of date.*no run yet/s })
    .waitFor();
  await grid.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Configs' }).nth(1).waitFor();
  expect(page.url()).toMatch(/#\/configs\/[^/]+$/);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('form and JSON say the same, unknown fields stay, and what is left out shows its default', async () => {
  const { page, errors } = await world.openPage('#/configs/other');
  const chunker = page.getByRole('region', { name: 'Chunker' });
  await chunker.getByLabel('Size').waitFor();
  await page.getByRole('region', { name: 'Selection' }).getByPlaceholder('default: 3').waitFor();
  await chunker.getByLabel('Kind').selectOption('recursive');
  await chunker.getByLabel('Size').fill('500');
  expect(await typed(page, 'other')).toMatchObject({
    owner: { name: 'kept' },
    chunker: { kind: 'recursive', size: 500, unit: 'chars' },
  });
  await page.getByText('Kept as they are, though no part of Assay knows them: owner.').waitFor();

  // Texts that are on their way to a number stay as they are typed.
  const weight = page.getByRole('group', { name: 'retriever 1 tfidf' }).getByLabel('Weight');
  await weight.pressSequentially('0.05');
  expect(await weight.inputValue()).toBe('0.05');
  expect((await typed(page, 'other'))['retrievers']).toEqual([{ kind: 'tfidf', weight: 0.05 }]);

  // The other way: what is typed as JSON stands in the form, and a broken text names its place and stops the form.
  const text = await json(page, 'other').inputValue();
  await json(page, 'other').fill(text.replace('"size": 500', '"size": 640'));
  expect(await chunker.getByLabel('Size').inputValue()).toBe('640');
  await json(page, 'other').fill(text.replace('"size": 500,', '"size": 700'));
  const line = text.slice(0, text.indexOf('"unit"')).split('\n').length;
  await page.getByText(`Line ${line}, column 5: a comma or the closing } is expected here`).waitFor();
  expect(await chunker.getByLabel('Size').inputValue()).toBe('640');
  expect(await chunker.getByLabel('Size').isEditable()).toBe(false);
  expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: /Take the JSON back/ }).click();
  expect((await typed(page, 'other'))['chunker']).toMatchObject({ size: 640 });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('retrievers are added, moved and removed; what is wrong stands at its field and links to it', async () => {
  const { page, errors } = await world.openPage('#/configs/tfidf');
  await page.getByRole('button', { name: 'Add retriever' }).click();
  await page
    .getByText(/two retrievers have the same id/)
    .first()
    .waitFor();
  const second = page.getByRole('group', { name: /^retriever 2/ });
  await second.getByLabel('Kind').selectOption('embedding');
  await page.getByText('No problem found.').waitFor();
  await page.getByRole('button', { name: 'Move retriever 2 up' }).click();
  const kinds = async () =>
    ((await typed(page, 'tfidf'))['retrievers'] as { kind: string }[]).map(({ kind }) => kind);
  expect(await kinds()).toEqual(['embedding', 'tfidf']);

  await page.getByRole('region', { name: 'Selection' }).getByLabel('Passages (k)').fill('many');
  const link = page.getByRole('region', { name: 'What is wrong' }).getByRole('button', { name: 'select.k' });
  await link.click();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('field/select/k');
  await page
    .locator('.form-field[data-invalid]', { hasText: 'Passages (k)' })
    .getByText(/must be integer/)
    .waitFor();
  await page.getByRole('region', { name: 'Selection' }).getByLabel('Passages (k)').fill('4');
  await page.getByRole('button', { name: 'Remove retriever 1' }).click();
  expect(await kinds()).toEqual(['tfidf']);
  expect(await page.getByRole('button', { name: 'Remove retriever 1' }).isDisabled()).toBe(true);

  // Going elsewhere and back keeps what was changed; the list marks it; Ctrl+S writes it.
  await page.getByText('No problem found.').waitFor();
  await page.evaluate(() => (location.hash = '#/configs'));
  await page.getByRole('row', { name: /TF-IDF not saved/ }).waitFor();
  await page.evaluate(() => (location.hash = '#/configs/tfidf'));
  await page.getByText('Changed, not saved.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('As saved.').waitFor();
  expect((await read('tfidf'))['select']).toEqual({ k: 4 });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a file that changed on the disk is never written over: theirs, or mine as a copy', async () => {
  const { page, errors } = await world.openPage('#/configs/hybrid');
  await page.getByLabel('Attempts').fill('3');
  await page.getByText('No problem found.').waitFor();
  const theirs = { ...(await read('hybrid')), attempts: 9 };
  await writeFile(pathOf('hybrid'), JSON.stringify(theirs));
  await page.keyboard.press('Control+s');
  const panel = page.getByRole('alert').filter({ hasText: 'The file changed on the disk' });
  await panel.getByRole('row', { name: /Attempts attempts 3 9/ }).waitFor();
  expect((await read('hybrid'))['attempts']).toBe(9);
  await panel.getByRole('button', { name: 'Save mine as a copy' }).click();
  await page.getByText('configs/hybrid-2.json').first().waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('As saved.').waitFor();
  expect([(await read('hybrid-2'))['attempts'], (await read('hybrid'))['attempts']]).toEqual([3, 9]);

  await page.evaluate(() => (location.hash = '#/configs/hybrid'));
  await page.getByText('As saved.').waitFor();
  expect(await page.getByLabel('Attempts').inputValue()).toBe('9');
  expect(beside(errors)).toEqual([]);
  await page.context().close();
});

test('a broken file opens as text, and is mended', async () => {
  const { page, errors } = await world.openPage('#/configs/broken');
  await page.getByText(/Line 2, column 18: a field name in double quotes is expected here/).waitFor();
  await page.getByText('There is no form to show before the text is valid JSON.').first().waitFor();
  const mended = { ...(await read('other')), id: 'broken', name: 'Mended' };
  await json(page, 'broken').fill(JSON.stringify(mended));
  await page.getByRole('heading', { name: 'Mended' }).waitFor();
  await page.getByText('No problem found.').waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('As saved.').waitFor();
  expect((await read('broken'))['name']).toBe('Mended');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a new one from a preset, a duplicate compared with its source, and deletion', async () => {
  const { page, errors } = await world.openPage('#/configs');
  await page.getByRole('grid', { name: 'Configs' }).focus();
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'the preset BM25, stemmed' }).check();
  expect(await dialog.getByLabel('Id: the name of its file').inputValue()).toBe('bm25-2');
  await dialog.getByLabel('Id: the name of its file').fill('bm25');
  await dialog.getByText('There is a config “bm25” already.').waitFor();
  await dialog.getByLabel('Id: the name of its file').fill('bm25-mine');
  await page.keyboard.press('Enter');
  await page.getByText('A new config: nothing is on the disk yet.').waitFor();
  await page.getByLabel('Attempts').fill('2');
  await page.getByText('No problem found.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('As saved.').waitFor();

  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByLabel('Compare with').selectOption('bm25');
  await page.getByText('2 places differ.').waitFor();
  await page.getByRole('row', { name: 'Attempts attempts 2 1' }).waitFor();

  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByText('configs/bm25-mine.json is deleted. There is no run of it.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect((await read('bm25-mine'))['id']).toBe('bm25-mine');
  await page.getByRole('button', { name: 'Delete…' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('grid', { name: 'Configs' }).waitFor();
  await expect(read('bm25-mine')).rejects.toThrow('ENOENT');
  expect(beside(errors)).toEqual([]);
  await page.context().close();
});

test('nothing that is there is missing: an unknown config says so', async () => {
  const { page } = await world.openPage('#/configs/no-such');
  await page.getByText('There is no config "no-such"').waitFor();
  await page.context().close();
});
