// Settings in a real browser: what the workspace allows, whose edits these are, light and dark, models, folders, trust.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { Reply } from '../../../src-main/contract/failure.ts';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.json(['index', 'ws', '--config', 'tfidf']);
  });
});

afterAll(() => world.close());

const file = () => join(world.folder, 'ws/assay.json');
const read = async () => JSON.parse(await readFile(file(), 'utf8')) as Record<string, unknown>;

test('what is wrong is said at once; hosts are listed; Ctrl+S saves what differs', async () => {
  const { page, errors } = await world.openPage('#/settings');
  const part = page.getByRole('region', { name: 'Workspace' });
  const save = part.getByRole('button', { name: 'Save' });
  await part.getByLabel('Found threshold').fill('2');
  await part.getByText('The threshold is a number above 0 and up to 1, such as 0.8.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await part.getByLabel('Found threshold').fill('0.8');
  await part.getByLabel('Languages of the documents').fill('es, en, bg');
  await part.getByRole('radio', { name: 'The hosts listed here alone' }).check();
  await part.getByText('No host is listed: every call is refused.').waitFor();
  for (const host of ['https://api.example.com/v1', 'api.example.com:8443']) {
    await part.getByLabel('Host to allow').fill(host);
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('Control+s');
  await part
    .getByRole('alert')
    .getByText(/is an address with a protocol/)
    .first()
    .waitFor();
  await part.getByRole('button', { name: 'Remove https://api.example.com/v1' }).click();

  // Another screen may be looked at in between.
  await page.evaluate(() => (location.hash = '#/configs'));
  await page.getByRole('grid').waitFor();
  await page.evaluate(() => (location.hash = '#/settings'));
  await part.getByText('Changed, not saved.').waitFor();
  await save.click();
  await part.getByText('Changed, not saved.').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({
    name: 'ws',
    languages: ['es', 'en', 'bg'],
    foundThreshold: 0.8,
    egress: { policy: 'hosts', hosts: ['api.example.com:8443'] },
  });
  await page.getByRole('contentinfo').getByText('Calls go to api.example.com:8443 alone').waitFor();
  // The browser reports the refused call itself.
  expect(errors.filter((error) => !error.includes('400'))).toEqual([]);
  await page.context().close();
});

test('settings that another hand changed are not written over', async () => {
  const { page } = await world.openPage('#/settings');
  const part = page.getByRole('region', { name: 'Workspace' });
  await part.getByLabel('Name').fill('Mine');
  await writeFile(file(), JSON.stringify({ ...(await read()), name: 'Theirs', extra: 1 }));
  await page.keyboard.press('Control+s');
  await part.getByRole('button', { name: 'Load what is on the disk and drop mine' }).click();
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === 'Theirs'),
  );
  await part.getByLabel('Name').fill('Ours');
  await part.getByRole('button', { name: 'Save' }).click();
  await part.getByText('Changed, not saved.').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ name: 'Ours', extra: 1 });
  await page.context().close();
});

test('the theme is applied at once, against the system, and kept; the name too', async () => {
  const { page, errors } = await world.openPage('#/settings', { scheme: 'light' });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.getByRole('radio', { name: 'dark' }).check();
  expect(await paper()).not.toBe(light);
  await page.getByLabel('Your name').fill('Marta');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  const preferences = async () =>
    world.json<Reply<Output<'settings.getPreferences'>>>([
      'call',
      'settings.getPreferences',
      '--workspace',
      'ws',
    ]);
  expect(await preferences()).toEqual({ ok: true, value: { annotator: 'Marta', theme: 'dark' } });
  await page.reload();
  await page.getByLabel('Your name').waitFor();
  expect(await paper()).not.toBe(light);
  const other = await world.openPage('#/', { scheme: 'light' });
  await other.page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'dark');
  await page.getByRole('radio', { name: 'as the system' }).check();
  await other.page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset['mantineColorScheme'] === 'dark');
  await page.getByLabel('Your name').fill('');
  await page.keyboard.press('Enter');
  expect([...errors, ...other.errors]).toEqual([]);
  await page.context().close();
  await other.page.context().close();
});

test('models, trust and folders: what can be made again is cleared after a question', async () => {
  const { page, errors } = await world.openPage('#/settings');
  await page
    .getByRole('region', { name: /models/i })
    .getByRole('row', { name: /all-MiniLM-L6-v2/ })
    .waitFor();
  await page.getByRole('region', { name: 'Trust' }).getByText('You have accepted this folder').waitFor();
  await page.getByText('Add a model').click();
  await page.getByLabel('Folder with an ONNX export').fill(join(world.folder, 'nothing-here'));
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page
    .getByRole('region', { name: /models/i })
    .getByRole('alert')
    .waitFor();

  const row = page.getByRole('row', { name: /Indexes of words/ });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/Indexes of words: \d+ files?, .+It is made again when it is needed/).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await row.getByRole('button').isEnabled()).toBe(true);
  await row.getByRole('button').click();
  await dialog.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('row', { name: /Indexes of words .* 0 0/ }).waitFor();
  expect(await row.getByRole('button').isDisabled()).toBe(true);
  expect(errors.filter((error) => !/40[04]|503/.test(error))).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('no accessibility violation, %s', async (scheme) => {
  const { page, errors } = await world.openPage('#/settings', { scheme });
  await page.getByRole('region', { name: 'Folders' }).getByRole('table').waitFor();
  await page.getByRole('radio', { name: 'The hosts listed here alone' }).check();
  await page.getByLabel('Name', { exact: true }).first().fill('');
  await page.getByText('Add a model').click();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await findViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});
