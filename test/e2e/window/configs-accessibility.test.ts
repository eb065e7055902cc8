// The editor of configs, its comparison and its dialog for everybody: no rule of axe is broken, in light and dark, wide and narrow.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(() => Promise.resolve());
});

afterAll(() => world.close());

test.each(['light', 'dark'] as const)('no accessibility violation, %s', async (scheme) => {
  const { page, errors } = await world.openPage('#/configs/hybrid', { scheme });
  await page.getByText('No problem found.').waitFor();
  for (const summary of await page.locator('details.form-folded > summary').all()) await summary.click();
  await page.getByRole('button', { name: 'Set Filter' }).last().click();
  await page.getByRole('button', { name: 'Add rerank step' }).click();
  await page.getByRole('region', { name: 'Selection' }).getByLabel('Passages (k)').fill('many');
  await page.getByRole('region', { name: 'What is wrong' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize({ width: 640, height: 400 });
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByLabel('Compare with').selectOption('tfidf');
  await page.getByText(/places differ/).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.evaluate(() => (location.hash = '#/configs'));
  await page.getByRole('button', { name: 'New config…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});
