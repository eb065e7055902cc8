// The bank in a real browser: filters, editing in place, undo, evidence, history, import, conflicts.
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Input, Output, ProcedureName } from '../../../src-main/contract/api.ts';
import { createWindowWorld, type WindowWorld } from './window-world.ts';

let world: WindowWorld;

beforeAll(async () => {
  world = await createWindowWorld(async (cli) => {
    await cli.json(['index', 'ws', '--config', 'bm25']);
    await cli.write(
      'some.jsonl',
      [
        JSON.stringify({ id: 'new-1', question: 'Is it imported?', answers: ['yes'] }),
        JSON.stringify({ id: 'new-2', answers: ['no question'] }),
        'no json',
      ].join('\n'),
    );
  });
});

afterAll(() => world.close());

/** Calls a procedure as another window would. */
function call<Name extends ProcedureName>(page: Page, name: Name, input: Input<Name>): Promise<Output<Name>> {
  return page.evaluate(
    async ([procedure, body]) => {
      const response = await fetch(`./api/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return ((await response.json()) as { value: never }).value;
    },
    [name, input] as const,
  );
}

async function questionOf(page: Page, id: string) {
  return (await call(page, 'bank.getQuestion', { id })).question;
}

async function openBank(hash = '#/bank') {
  const { page, errors } = await world.openPage(hash);
  const grid = page.getByRole('grid', { name: 'Bank' });
  await grid.waitFor();
  return {
    page,
    errors,
    grid,
  };
}

/** What the page comes to within moments, on a busy machine too. */
const soon = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000 });

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') ?? element?.getAttribute('role') ?? element?.tagName;
  });

test('filters narrow the rows, stay in the address, and survive a reload', async () => {
  const { page, errors, grid } = await openBank();
  const status = page.locator('.table-line [role=status]');
  await page.getByLabel('Filter by tags').selectOption('multi');
  await page.getByLabel('Filter by question').fill('QUE');
  await page.waitForURL(/q=QUE/);
  expect(new URL(page.url()).hash).toBe('#/bank?q=QUE&tag=multi');
  const says = await status.innerText();
  expect(says).toMatch(/^\d+ of 80 questions$/);
  await page.reload();
  await grid.waitFor();
  await soon(() => status.innerText()).toBe(says);
  expect(await grid.getByRole('row').count()).toBe(2 + Number(says.split(' ')[0]));
  await page.getByLabel('Filter by question').fill('no such words');
  await page.getByText('No row matches these filters.').waitFor();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await soon(() => status.innerText()).toBe('80 questions');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a head sorts all rows, both ways, and says so', async () => {
  const { page, grid } = await openBank();
  const firstId = () => grid.getByRole('row').nth(2).getByRole('gridcell').nth(1).innerText();
  expect(await firstId()).toBe('en-01');
  const head = grid.getByRole('columnheader', { name: 'id', exact: true });
  await head.getByRole('button').click();
  await head.getByRole('button').press('Enter');
  expect(await head.getAttribute('aria-sort')).toBe('descending');
  expect(await firstId()).toBe('es-42');
  await page.context().close();
});

test('cells are edited by keyboard, Tab goes on, and every edit can be taken back', async () => {
  const { page, errors, grid } = await openBank('#/bank?q=GB of attachment');
  await page.getByLabel('Filter by question').press('ArrowDown');
  await page.keyboard.press('F2');
  expect(await focused(page)).toBe('question of en-01');
  await page.keyboard.press('Escape');
  expect(await focused(page)).toBe('Bank');
  await page.keyboard.press('F2');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('accepted answers of en-01');
  await page.keyboard.type('60 | sixty | 60 ');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('Bank');
  await page.getByRole('button', { name: 'Undo: answers of en-01' }).waitFor();
  expect((await questionOf(page, 'en-01')).answers).toEqual(['60', 'sixty']);
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Redo: answers of en-01' }).waitFor();
  expect((await questionOf(page, 'en-01')).answers).toEqual(['60']);
  await page.keyboard.press('Control+Shift+Z');
  await soon(async () => (await questionOf(page, 'en-01')).answers).toEqual(['60', 'sixty']);
  await soon(() => grid.getByRole('row').nth(2).innerText()).toContain('60 | sixty');
  expect(errors).toEqual([]);
  await page.context().close();
});

test('several rows are selected by keyboard, tagged and deleted together, and brought back', async () => {
  const { page, errors, grid } = await openBank('#/bank?tag=unanswerable');
  const status = page.locator('.table-line [role=status]');
  await grid.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await soon(() => status.innerText()).toMatch(/2 selected$/);
  const before = await status.innerText();
  await page.getByRole('button', { name: 'Tag…' }).click();
  await page.getByRole('dialog').getByLabel('Tag', { exact: true }).fill('later');
  await page.keyboard.press('Enter');
  await page.getByText('2 questions changed: tag later.').waitFor();
  await page.getByRole('button', { name: 'Delete 2 questions' }).click();
  await page.getByText('2 questions were deleted.').waitFor();
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click();
  await page.getByText('Taken back: deletion of 2 questions.').waitFor();
  await soon(() => status.innerText()).toBe(before.replace(', 2 selected', ''));
  expect((await call(page, 'bank.listQuestions', { tag: 'later' })).total).toBe(2);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('N writes a new question; it opens, its fields save themselves, and its history restores it', async () => {
  const { page, errors, grid } = await openBank();
  const details = page.getByRole('region', { name: 'Details' });
  await grid.focus();
  await page.keyboard.press('n');
  await details.getByRole('heading', { name: 'New question' }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
  await page.keyboard.type('What is a seat?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('a person');
  // What was typed outlives a look elsewhere.
  await page.goto(page.url().replace(/#.*/, '#/documents'));
  await page.getByRole('heading', { name: 'Documents' }).first().waitFor();
  await page.goto(page.url().replace(/#.*/, '#/bank/new/draft'));
  expect(await details.getByLabel('Question', { exact: true }).inputValue()).toBe('What is a seat?');
  await details.getByLabel('Question', { exact: true }).press('Control+Enter');
  await details.getByRole('heading', { name: 'What is a seat?' }).waitFor();
  const id = decodeURIComponent(page.url().split('/').at(-1) ?? '');
  await details.getByLabel('Another accepted answer').fill('a person who may write');
  await page.keyboard.press('Enter');
  await details.getByLabel('Accepted answer 2', { exact: true }).waitFor();
  await details.getByLabel('A reply is right when it').selectOption('is an accepted answer');
  await soon(async () => (await questionOf(page, id)).match).toBe('exact');
  await details.getByLabel('Tags').fill('seat, new');
  await page.goBack();
  await soon(async () => (await questionOf(page, id)).tags).toEqual(['seat', 'new']);
  await page.goForward();
  await details.getByRole('tab', { name: 'History' }).click();
  await soon(() => details.getByRole('listitem').count()).toBeGreaterThan(4);
  await details.getByRole('button', { name: 'Restore this version' }).last().click();
  await page.getByText(`Question ${id} is as it was.`).waitFor();
  const restored = await questionOf(page, id);
  expect([restored.answers, restored.match, restored.tags]).toEqual([['a person'], undefined, undefined]);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a deleted question shows its history and comes back from it', async () => {
  const { page, grid } = await openBank('#/bank/en-05');
  const details = page.getByRole('region', { name: 'Details' });
  await details.getByRole('button', { name: 'Delete question' }).click();
  await page.getByText('Question en-05 was deleted.').waitFor();
  await details.waitFor({ state: 'detached' });
  await page.goto(page.url().replace(/#.*/, '#/bank/en-05'));
  await details.getByText('Question en-05 is not in the bank').waitFor();
  await details.getByRole('button', { name: 'Restore this version' }).first().click();
  await details.getByRole('tab', { name: 'Question' }).waitFor();
  await grid.getByText(/^What discount do non-profit/).waitFor();
  expect((await questionOf(page, 'en-05')).evidence).toHaveLength(1);
  await page.context().close();
});

test('evidence is picked from the hits by keyboard, fitted by words, moved to a group of its own and removed', async () => {
  const { page, errors } = await openBank('#/bank/en-04');
  const details = page.getByRole('region', { name: 'Details' });
  const before = (await questionOf(page, 'en-04')).evidence.length;
  await details.getByRole('button', { name: 'Pick evidence…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick evidence' });
  await dialog.getByRole('listbox').focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByText(/Chunks of bm25 that would be expected: .+ \(holds it whole\)/).waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Remove the mark' }).waitFor();
  await dialog.getByRole('button', { name: 'Start a word later' }).click();
  await dialog.getByLabel('Mark into').selectOption({ label: 'group 2 (new)' });
  await dialog.getByRole('button', { name: 'Mark into group 2' }).click();
  await soon(async () => (await questionOf(page, 'en-04')).evidence.length).toBe(before + 2);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(page.url()).toContain('en-04');
  const { question, places } = await call(page, 'bank.getQuestion', { id: 'en-04' });
  const [whole, fitted] = question.evidence.slice(-2);
  expect(whole?.quote?.endsWith(fitted?.quote ?? '-')).toBe(true);
  expect((fitted?.start ?? 0) > (whole?.start ?? 0)).toBe(true);
  expect([whole?.group, fitted?.group]).toEqual([1, 2]);
  expect(places.map(({ problem }) => problem)).toEqual(question.evidence.map(() => null));
  await details.getByLabel(`Group of member ${before + 1}`).selectOption('Group 2');
  await soon(async () => (await questionOf(page, 'en-04')).evidence.at(-2)?.group).toBe(2);
  await details.getByRole('button', { name: `Remove member ${before + 2}` }).click();
  await soon(async () => (await questionOf(page, 'en-04')).evidence.length).toBe(before + 1);
  expect(errors).toEqual([]);
  await page.context().close();
});

test('a change by somebody else is shown, and nothing of it is overwritten unseen', async () => {
  const { page } = await openBank();
  const grid = page.getByRole('grid', { name: 'Bank' });
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  expect(await focused(page)).toBe('question of en-02');
  const before = await questionOf(page, 'en-02');
  const theirs = { ...before, question: 'Theirs?', tags: [...(before.tags ?? []), 'theirs'] };
  await call(page, 'bank.editQuestions', { what: 'theirs', edits: [{ before, after: theirs }] });
  await page.keyboard.type('Mine?');
  await page.keyboard.press('Enter');
  const notices = page.getByRole('region', { name: 'Notices' });
  await notices.getByText('Question en-02 was changed by somebody else meanwhile.').waitFor();
  expect(await notices.innerText()).toMatch(/question was .+ is Theirs\?[^]*You wrote: Mine\?/);
  expect((await questionOf(page, 'en-02')).question).toBe('Theirs?');
  await notices.getByRole('button', { name: 'Write mine' }).click();
  await soon(async () => (await questionOf(page, 'en-02')).question).toBe('Mine?');
  // The tag that they added has stayed: only the one field was written.
  expect((await questionOf(page, 'en-02')).tags).toContain('theirs');
  await page.context().close();
});

test('an import is previewed with the rows it refuses, and written only when confirmed', async () => {
  const { page, errors } = await openBank();
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import questions' });
  await dialog.getByLabel('Path of the file or folder').fill(join(world.folder, 'some.jsonl'));
  await dialog.getByRole('button', { name: 'Preview' }).click();
  await dialog.getByText('3 rows read, 1 accepted.').waitFor();
  expect(await dialog.innerText()).toMatch(/2 rows rejected[^]*some\.jsonl:2 new-2[^]*some\.jsonl:3/);
  const total = (await call(page, 'bank.listQuestions', {})).total;
  await dialog.getByRole('button', { name: 'Import 1 question' }).click();
  await page.getByText('Imported: 1 new, 0 changed.').waitFor();
  expect((await call(page, 'bank.listQuestions', {})).total).toBe(total + 1);
  await page.getByRole('button', { name: 'Undo: import jsonl' }).click();
  await soon(async () => (await call(page, 'bank.listQuestions', {})).total).toBe(total);
  expect(errors).toEqual([]);
  await page.context().close();
});
