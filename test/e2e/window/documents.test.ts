// Documents in the window: adding files and folders, reading with chunkings and labels, selecting, finding, removing.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askApp, createWindowWorld, findViolations, type WindowWorld } from './window-world.ts';

let world: WindowWorld;
let folder: string;

const mixed = [
  'שלום עולם, mixed 123 טקסט.',
  'English with مرحبا بالعالم inside.',
  'x'.repeat(9000),
  '日本語のテキスト。'.repeat(60),
  '😀👩‍👩‍👧‍👦 '.repeat(120),
  'One two three. '.repeat(700),
].join('\n\n');

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.write('in/mixed.txt', mixed);
    await cli.json(['add', 'ws', 'in/mixed.txt']);
  });
  folder = join(world.folder, 'kb');
  await mkdir(join(folder, 'sub'), { recursive: true });
  await writeFile(join(folder, 'returns.md'), '# Returns\n\nYou can return it within 30 days.\n');
  await writeFile(join(folder, 'sub', 'noise.bin'), Buffer.from([0, 1, 2, 3, 0, 1, 2, 3, 0, 7]));
  await writeFile(join(folder, '.hidden.md'), 'hidden');
});

afterAll(() => world.close());

function textOf(page: Page) {
  return page.getByLabel(/^Text of/);
}

test('a folder is chosen, every file is reported, the rejected first', async () => {
  const { page, errors } = await world.openPage('#/documents');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add a folder…' }).click();
  await (await choosing).setFiles(folder);
  const report = page.getByRole('region', { name: 'Added files' });
  await report.getByText('1 added, 1 rejected.').waitFor();
  const rows = report.getByRole('grid').getByRole('row');
  expect(await rows.nth(1).innerText()).toMatch(/rejected[^]*kb\/sub\/noise\.bin[^]*not a text/);
  expect(await rows.nth(2).innerText()).toMatch(/added[^]*kb\/returns\.md/);
  await report.getByRole('button', { name: /^rejected/ }).click();
  expect(await rows.count()).toBe(2);
  await report.getByRole('button', { name: /^all/ }).click();
  await rows.nth(2).click();
  await textOf(page).getByText('You can return it within 30 days.').waitFor();
  await report.getByRole('button', { name: 'Dismiss this report' }).click();
  expect(await report.count()).toBe(0);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('files dropped anywhere on the screen are added, the same again are unchanged', async () => {
  const { page, errors } = await world.openPage('#/documents');
  await page.getByRole('grid').waitFor();
  const drop = (text: string) =>
    page.evaluate((content) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content], 'dropped.txt', { type: 'text/plain' }));
      const target = document.querySelector('h1') ?? document.body;
      for (const type of ['dragover', 'drop'])
        target.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        );
    }, text);
  const report = page.getByRole('region', { name: 'Added files' });
  await drop('The gate opens at nine.');
  await report.getByText('1 added.').waitFor();
  await drop('The gate opens at nine.');
  await report.getByText('1 unchanged.').waitFor();
  await drop('The gate opens at ten.');
  await report.getByText('1 changed.').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a refused and an unreachable host are told, and what was not tried is counted', async () => {
  const { page } = await world.openPage('#/documents');
  await page.getByRole('grid').waitFor();
  await page.route('**/api/document.addBytes', (route) => route.abort());
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files…' }).click();
  await (await choosing).setFiles([join(folder, 'returns.md'), join(folder, 'sub', 'noise.bin')]);
  await page.locator('.add-report').getByText('No file was added.').waitFor();
  await page.getByText('2 files were not tried; what was added stays.').waitFor();
  await page.getByRole('alert').getByText('Assay does not answer').waitFor();
  await page.context().close();
});

test('two chunkings in the margins, counted as the app counts them', async () => {
  const { page, errors } = await world.openPage('#/documents/marianela-02');
  await page.getByLabel('Chunking A, in the left margin').selectOption('hybrid');
  await page.getByLabel('Chunking B, in the right margin').selectOption('scripted-demo');
  const count = async (config: string) => {
    const input = { id: 'marianela-02', config };
    const { chunks } = await askApp<{ chunks: readonly unknown[] }>(page, 'document.getChunks', input);
    return chunks.length;
  };
  const said = async (side: string) => {
    const place = page.locator(`.chunk-count-${side}`);
    await place.getByText(/chunks?$/).waitFor();
    return Number((await place.innerText()).replace(/\D/g, ''));
  };
  expect(await said('a')).toBe(await count('hybrid'));
  expect(await said('b')).toBe(await count('scripted-demo'));
  // Every chunk begins once in its margin.
  expect(await page.locator('.chunk-bar-a[data-starts]').count()).toBe(await said('a'));
  expect(await page.locator('.chunk-bar-b[data-starts]').count()).toBe(await said('b'));
  expect(new URL(page.url()).hash).toBe('#/documents/marianela-02?a=hybrid&b=scripted-demo');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('the offset of every place in the page is that of the text', async () => {
  const { page } = await world.openPage('#/documents/mixed?a=hybrid&b=bm25');
  await page.locator('.chunk-bar-b').first().waitFor({ state: 'attached' });
  const seen = await page.evaluate(async () => {
    const root = document.querySelector('[role=document]') as HTMLElement;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const nodes: { node: Node; start: number }[] = [];
    let length = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      nodes.push({ node, start: length });
      length += node.nodeValue?.length ?? 0;
    }
    let seed = 7;
    const random = (n: number) => (seed = (seed * 48271) % 2147483647) % n;
    const wrong: string[] = [];
    for (let round = 0; round < 60; round += 1) {
      const ends = [0, 0].map(() => {
        const { node, start } = nodes[random(nodes.length)] as { node: Node; start: number };
        const inside = random((node.nodeValue?.length ?? 0) + 1);
        return { node, inside, at: start + inside };
      });
      const [anchor, focus] = ends as [(typeof ends)[0], (typeof ends)[0]];
      if (anchor.at === focus.at) continue;
      getSelection()?.setBaseAndExtent(anchor.node, anchor.inside, focus.node, focus.inside);
      await new Promise((resolve) => setTimeout(resolve, 30));
      const [start, end] = [Math.min(anchor.at, focus.at), Math.max(anchor.at, focus.at)];
      const write = new Intl.NumberFormat('en').format;
      const expected = `${write(end - start)} character${end - start === 1 ? '' : 's'} selected, ${write(start)} to ${write(end)}`;
      const told = document.querySelector('.selection-tools [role=status]')?.textContent;
      if (told !== expected) wrong.push(`${told} instead of ${expected}`);
    }
    return { wrong, text: root.textContent, length };
  });
  expect(seen.wrong).toEqual([]);
  expect(seen.text).toBe(mixed);
  await page.context().close();
});

test('text is selected, fitted and made evidence by keyboard alone', async () => {
  const { page, errors } = await world.openPage('#/documents/handbook-exports');
  await textOf(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Control+Shift+ArrowRight');
  const tools = page.getByRole('group', { name: 'Fit the selection' });
  await tools.getByText(/characters? selected/).waitFor();
  const selected = () => page.evaluate(() => String(getSelection()));
  const first = await selected();
  expect(first.trim()).toMatch(/^\S+$/);
  await tools.getByRole('button', { name: 'End a word later' }).press('Enter');
  expect((await selected()).startsWith(first.trim())).toBe(true);
  expect((await selected()).length).toBeGreaterThan(first.trim().length);
  const fitted = await selected();
  await page.getByRole('button', { name: 'Mark as evidence of…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Question' }).fill('en-17');
  await dialog.getByRole('radio').first().press('Space');
  await dialog.getByRole('combobox', { name: 'Group' }).waitFor();
  await dialog.getByRole('button', { name: 'Mark', exact: true }).press('Enter');
  await page.locator('.document-tools').getByText('Now evidence of').waitFor();
  await page.locator('mark.text-evidence', { hasText: fitted }).first().waitFor();
  // Escape takes the selection back first, and only then closes the document.
  await textOf(page).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Escape');
  await tools.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await textOf(page).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await page.context().close();
});

test('Ctrl+F finds in the document, and an address leads to a place in it', async () => {
  const { page, errors } = await world.openPage('#/documents/marianela-02?mark=5000-5020');
  const inSight = (selector: string) =>
    page.waitForFunction((wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect();
      return box !== undefined && box.top > 0 && box.bottom < innerHeight;
    }, selector);
  await inSight('mark.text-citation');
  await page.keyboard.press('Control+KeyF');
  const field = page.getByRole('textbox', { name: 'Find in this document' });
  await field.fill('nela');
  const count = page.locator('.find-count');
  await count.getByText(/^\d+ of \d+$/).waitFor();
  const matches = Number((await count.innerText()).split(' of ')[1]);
  const text = (await textOf(page).textContent()) ?? '';
  expect(matches).toBe(text.match(/nela/gi)?.length);
  const active = async () => Number((await count.innerText()).split(' of ')[0]);
  const before = await active();
  await field.press('Enter');
  expect(await active()).toBe((before % matches) + 1);
  await inSight('mark.text-active');
  await field.press('Shift+Enter');
  expect(await active()).toBe(before);
  await field.fill('no such words here');
  await count.getByText('not found').waitFor();
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  expect(await textOf(page).evaluate((element) => element === document.activeElement)).toBe(true);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('labels are listed and jumped to; a removal says first what it does to them', async () => {
  const { page, errors } = await world.openPage('#/documents/handbook-limits');
  await page.getByText(/labels? stands? in this document/).click();
  await page
    .getByRole('button', { name: /^Go to character/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Remove…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/labels? would no longer resolve:/).waitFor();
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('grid').getByText('Limits').waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#/documents');
  expect(errors).toEqual([]);
  await page.context().close();
});

test.each(['light', 'dark'] as const)('nothing is out of reach in %s, wide or narrow', async (scheme) => {
  const { page } = await world.openPage('#/documents/handbook-plans?a=hybrid&b=scripted-demo', { scheme });
  await page.locator('.chunk-bar-b').first().waitFor();
  await page.keyboard.press('Control+KeyF');
  await page.getByRole('textbox', { name: 'Find in this document' }).fill('plan');
  await page.locator('mark.text-active').first().waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Full width' }).click();
  await page.locator('.document-wide').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});
