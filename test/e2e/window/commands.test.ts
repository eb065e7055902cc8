// The frame of the window: each query asked once at the start, and commands by key, palette and sheet.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async () => undefined);
});

afterAll(() => world.close());

/** A press as a keyboard of another layout sends it. */
async function press(page: Page, key: string, code: string): Promise<void> {
  await page.evaluate(
    ([sentKey, sentCode]) =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: sentKey, code: sentCode, bubbles: true, cancelable: true }),
      ),
    [key, code],
  );
}

test('each query is asked once when a page is opened', async () => {
  const { page, errors } = await world.openPage('#/');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await page.reload();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.waitForTimeout(500);
  expect(asked.length).toBeGreaterThan(2);
  expect(asked).toEqual([...new Set(asked)]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a workspace without runs is led to its first one', async () => {
  const { page, errors } = await world.openPage('#/');
  const steps = page.getByRole('list').filter({ hasText: 'Add documents.' });
  await expect.poll(() => steps.getByRole('listitem').filter({ hasText: 'Done' }).count()).toBe(2);
  await steps.getByRole('button', { name: 'Choose a config…' }).click();
  await page.getByRole('dialog', { name: 'Start runs' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('screens by G and a letter, also on another layout, and never while typing', async () => {
  const { page, errors } = await world.openPage('#/');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('r');
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  // Cyrillic: п and и stand where G and B do.
  await press(page, 'п', 'KeyG');
  await press(page, 'и', 'KeyB');
  await page.getByRole('heading', { name: 'Bank' }).waitFor();
  const field = page.getByRole('searchbox').first();
  await field.click();
  await page.keyboard.type('gr n?');
  expect(await field.inputValue()).toBe('gr n?');
  expect(page.url()).toContain('#/bank');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Alt+Digit5');
  await page.getByRole('heading', { name: 'Configs' }).waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the palette finds a command by its words and runs it', async () => {
  const { page, errors } = await world.openPage('#/runs');
  await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
  await page.keyboard.press('Control+KeyK');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const field = palette.getByRole('combobox');
  await field.waitFor();
  await page.keyboard.type('no such words');
  await palette.getByText('No command has these words.').waitFor();
  await field.fill('go');
  await page.keyboard.press('ArrowDown');
  const active = await field.getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${active}"]`).innerText()).toContain('Go to Documents');
  await page.keyboard.press('ArrowUp');
  await field.fill('sett');
  await page.keyboard.press('Enter');
  await palette.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  await page.keyboard.press('Control+KeyK');
  await field.waitFor();
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });
  expect(errors).toEqual([]);
  await page.context().close();
});

describe('the sheet of shortcuts lists what this screen can do', () => {
  test.each(['light', 'dark'] as const)('%s', async (scheme) => {
    const { page, errors } = await world.openPage('#/runs', { scheme });
    await page.getByRole('heading', { name: 'Runs', exact: true }).waitFor();
    await page.keyboard.press('Shift+?');
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await sheet.getByText('Start runs').waitFor();
    expect(await sheet.innerText()).toMatch(/Go to Bank\s+G then B or Alt\+3/);
    // A key of the page behind does nothing while a dialog is open.
    await page.keyboard.press('n');
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+KeyK');
    await page.getByRole('dialog', { name: 'Command palette' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});
