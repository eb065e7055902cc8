// What is kept of files: the same object while nothing changed, read anew when something did.
import { rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { remember, stampFile } from '#adapters/files/disk/remembered';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import {
  documentRecord,
  edit,
  put,
  question,
  removeFolder,
  temporaryWorkspace,
} from '../support/temporary.ts';

let root = '';
beforeEach(async () => {
  root = await temporaryWorkspace();
});
afterEach(() => removeFolder(root));

test('a value is read once for each stamp, and a failure is not kept', async () => {
  let stamp = 'a';
  let loads = 0;
  const kept = remember(
    async () => stamp,
    async () => {
      loads += 1;
      if (stamp === 'bad') throw new Error('broken');
      return { stamp };
    },
  );
  const [first, again] = await Promise.all([kept.load(), kept.load()]);
  expect([first === again, first === (await kept.load()), loads]).toEqual([true, true, 1]);
  stamp = 'bad';
  await expect(kept.load()).rejects.toThrow('broken');
  await expect(kept.load()).rejects.toThrow('broken');
  stamp = 'a';
  expect([await kept.load(), loads]).toEqual([{ stamp: 'a' }, 4]);
  const mine = { stamp: 'mine' };
  await kept.put(mine);
  expect(await kept.load()).toBe(mine);
});

test('a value that was read while its files changed is given and not kept', async () => {
  let stamp = 'a';
  const kept = remember(
    async () => stamp,
    async () => {
      const value = stamp;
      if (value === 'a') stamp = 'b';
      return value;
    },
  );
  expect([await kept.load(), await kept.load()]).toEqual(['a', 'b']);
});

test('a file of the same length and time is another one when it was replaced', async () => {
  await put(root, 'a', 'one');
  const before = await stampFile(join(root, 'a'));
  await put(root, 'b', 'two');
  await utimes(join(root, 'b'), 0, 0);
  await rename(join(root, 'b'), join(root, 'a'));
  expect(await stampFile(join(root, 'a'))).not.toBe(before);
  expect(await stampFile(join(root, 'none'))).toBe('none');
});

test('the store gives the same questions and corpus until a file changes, whoever changes it', async () => {
  const store = createWorkspaceStore(root);
  await store.saveDocument(documentRecord('d', 'Text'), Buffer.from('Text'), 'Text');
  await store.applyEdits([edit(null, question('a')), edit(null, question('b'))]);
  const [questions, corpus] = [await store.loadQuestions(), await store.loadCorpus()];
  expect([await store.loadQuestions(), await store.loadCorpus()]).toEqual([questions, corpus]);
  expect((await store.loadQuestions()) === questions && (await store.loadCorpus()) === corpus).toBe(true);
  await store.applyEdits([edit(question('a'), question('a', 'New?'))]);
  const [a, b] = await store.loadQuestions();
  expect([a, b === questions[1]]).toEqual([question('a', 'New?'), true]);
  const elsewhere = createWorkspaceStore(root);
  await elsewhere.applyEdits([edit(question('b'), null)]);
  expect(await store.loadQuestions()).toEqual([question('a', 'New?')]);
  await put(root, 'bank/questions.jsonl', `${JSON.stringify(question('z'))}\n`);
  expect(await store.loadQuestions()).toEqual([question('z')]);
  await put(root, 'documents/text/d.txt', 'Tex!');
  await expect(store.loadCorpus()).rejects.toMatchObject({ code: 'stale' });
  await put(root, 'documents/text/d.txt', 'Text');
  expect((await store.loadCorpus()).documents).toEqual(corpus.documents);
});
