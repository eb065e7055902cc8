// The bank, its inspector and its dialogs for everybody: no rule of axe is broken, in light and dark, wide and narrow.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.json(['index', 'ws', '--config', 'bm25']);
  });
});

afterAll(() => world.close());

describe('no accessibility violation', () => {
  const places = ['row', 'draft', 'history', 'picker', 'import'];
  const cases = places.flatMap((place) => [[place, 'light'] as const, [place, 'dark'] as const]);
  test.each(cases)('%s, %s', async (place, scheme) => {
    const hash = place === 'draft' ? '#/bank/new/draft' : '#/bank/en-03?tag=easy';
    const { page } = await world.openPage(hash, { scheme });
    await page.getByRole('grid').waitFor();
    if (place === 'history') await page.getByRole('tab', { name: 'History' }).click();
    if (place === 'import') await page.getByRole('button', { name: 'Import…' }).click();
    if (place === 'picker') {
      await page.getByRole('button', { name: 'Pick evidence…' }).click();
      await page.getByRole('listbox').focus();
      await page.getByText(/that would be expected/).waitFor();
    }
    await page.waitForTimeout(200);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize({ width: 640, height: 400 });
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });
});
