// The index of the bank's journal: kept, extended, and begun anew when the file is another one.
import { appendFile, copyFile, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BankEdit } from '#contract/bank';
import { createBankHistory } from '#adapters/files/bank/bank-history';
import { edit, put, question, removeFolder, temporaryWorkspace } from '../support/temporary.ts';

let root = '';
let history: ReturnType<typeof createBankHistory>;
beforeEach(async () => {
  root = await temporaryWorkspace();
  history = createBankHistory(root);
});
afterEach(() => removeFolder(root));

const path = () => join(root, 'bank/journal.jsonl');
const added = (id: string, action: string) => edit(null, question(id), action);

function line(one: BankEdit, batch?: object): string {
  return `${JSON.stringify({ ...one, ...(batch ? { batch } : {}) })}\n`;
}

async function actions(from = history): Promise<[string, number][]> {
  return (await from.loadActions()).map(({ action, edits }) => [action, edits]);
}

test('no journal has no history', async () => {
  expect(await history.loadActions()).toEqual([]);
  expect(await history.loadAction('a')).toEqual([]);
  expect(await history.loadHistory('a')).toEqual([]);
});

test('actions, their edits and the edits of a question, without what is written beside them', async () => {
  const changed = { ...edit(question('x'), question('x', 'New?'), 'two'), undoes: 'one' };
  await put(
    root,
    'bank/journal.jsonl',
    [
      line(added('x', 'one'), { id: 'f1', line: 1, of: 2 }),
      line(added('y', 'one'), { id: 'f1', line: 2, of: 2 }),
      '\n',
      line(changed),
    ].join(''),
  );
  const row = { at: changed.at, by: 'tester', what: 'edit', undoes: null, redoes: null };
  expect(await history.loadActions()).toEqual([
    { ...row, action: 'one', edits: 2 },
    { ...row, action: 'two', edits: 1, undoes: 'one' },
  ]);
  expect(await history.loadAction('one')).toEqual([added('x', 'one'), added('y', 'one')]);
  expect(await history.loadHistory('x')).toEqual([added('x', 'one'), changed]);
});

test('a batch that a crash cut short counts when it is whole, and not before', async () => {
  await put(root, 'bank/journal.jsonl', line(added('x', 'one')));
  expect(await actions()).toEqual([['one', 1]]);
  await appendFile(path(), line(added('y', 'two'), { id: 'f2', line: 1, of: 2 }));
  expect(await actions()).toEqual([['one', 1]]);
  const whole = line(added('z', 'two'), { id: 'f2', line: 2, of: 2 });
  await appendFile(path(), whole.slice(0, 20));
  expect(await actions()).toEqual([['one', 1]]);
  await appendFile(path(), whole.slice(20));
  expect(await actions()).toEqual([
    ['one', 1],
    ['two', 2],
  ]);
});

test('a last line without line feed counts, and what is appended behind it', async () => {
  await put(root, 'bank/journal.jsonl', `\uFEFF${line(added('x', 'one')).trimEnd()}`);
  expect(await actions()).toEqual([['one', 1]]);
  await appendFile(path(), `\n${line(added('y', 'two'))}`);
  expect(await actions()).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
  expect(await history.loadHistory('x')).toEqual([added('x', 'one')]);
});

test.each<[string, (longer: string) => Promise<void>]>([
  [
    'replaced by a longer one',
    async (longer) => {
      await put(root, 'bank/new.jsonl', longer);
      await rename(join(root, 'bank/new.jsonl'), path());
    },
  ],
  ['written over in place', (longer) => put(root, 'bank/journal.jsonl', longer)],
  [
    'written over by one of the same length',
    async () => put(root, 'bank/journal.jsonl', line(added('x', 'uno'))),
  ],
  ['removed', () => rm(path())],
])('a journal that is %s is read anew', async (_what, change) => {
  await put(root, 'bank/journal.jsonl', line(added('x', 'one')));
  expect(await actions()).toEqual([['one', 1]]);
  await change(line(added('q', 'other')) + line(added('r', 'more')) + line(added('s', 'most')));
  expect(await actions()).toEqual(await actions(createBankHistory(root)));
  expect(await actions()).not.toEqual([['one', 1]]);
});

test('a broken line is named, again after it was seen, and forgotten when it is mended', async () => {
  const good = line(added('x', 'one'));
  await put(root, 'bank/journal.jsonl', good);
  expect(await actions()).toEqual([['one', 1]]);
  await appendFile(path(), `{"at":1}\n${good}`);
  for (const _ of [1, 2])
    await expect(history.loadActions()).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining('bank/journal.jsonl:2') as string,
    });
  await put(root, 'bank/journal.jsonl', good + good.replaceAll('one', 'two'));
  expect(await actions()).toEqual([
    ['one', 1],
    ['two', 1],
  ]);
});

test('an edit with a broken question is named when it is asked for', async () => {
  const bad = line(added('x', 'one')).replace('"answers":["x"]', '"answers":"x"');
  await put(root, 'bank/journal.jsonl', line(added('w', 'zero')) + bad);
  await expect(history.loadHistory('x')).rejects.toMatchObject({
    code: 'stale',
    message: expect.stringContaining('bank/journal.jsonl:2 /after/answers: must be array') as string,
  });
  expect(await history.loadHistory('w')).toEqual([added('w', 'zero')]);
});

test('extended in any pieces, asked at any time, it is what one reading gives', async () => {
  const batch = fc.array(fc.constantFrom('x', 'é', '🎹', 'q"1'), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(batch, { maxLength: 6 }),
      fc.infiniteStream(fc.nat(400)),
      async (batches, cuts) => {
        const text = batches
          .flatMap((ids, n) =>
            ids.map((id, at) => line(added(id, `a${n}`), { id: `f${n}`, line: at + 1, of: ids.length })),
          )
          .join('');
        const bytes = Buffer.from(text);
        await put(root, 'bank/journal.jsonl', '');
        const extended = createBankHistory(root);
        for (let done = 0; done < bytes.length;) {
          const next = done + 1 + (cuts.next().value ?? 0);
          await appendFile(path(), bytes.subarray(done, next));
          done = next;
          const shown = await actions(extended);
          expect(shown).toEqual(batches.slice(0, shown.length).map((ids, n) => [`a${n}`, ids.length]));
        }
        const once = createBankHistory(root);
        expect(await extended.loadActions()).toEqual(await once.loadActions());
        expect(await actions(extended)).toEqual(batches.map((ids, n) => [`a${n}`, ids.length]));
        for (const id of ['x', '🎹'])
          expect(await extended.loadHistory(id)).toEqual(await once.loadHistory(id));
      },
    ),
    { numRuns: 25, seed: 3 },
  );
});

test('readers that ask at the same time share one reading', async () => {
  await put(root, 'bank/journal.jsonl', line(added('x', 'one')) + line(added('y', 'two')));
  await copyFile(path(), join(root, 'copy'));
  const all = await Promise.all(Array.from({ length: 8 }, () => actions()));
  expect(new Set(all.map((one) => JSON.stringify(one)))).toEqual(new Set(['[["one",1],["two",1]]']));
  expect(await readFile(path())).toEqual(await readFile(join(root, 'copy')));
});
