// Files that come as bytes: the same place is the same document, and names and content are refused where they must be.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createExtractionPort } from '#adapters/extract/extraction-port';
import { extractDocument } from '#adapters/extract/extract-document';
import { createDroppedFiles } from '#adapters/files/dropped-files';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { createForeignFiles } from '#adapters/foreign-files';
import { addBytes } from '#services/documents/add-bytes';
import { addFiles, type DocumentWorld } from '#services/documents/add-files';
import {
  edit,
  put,
  question,
  removeFolder,
  temporaryWorkspace,
} from '../../adapters/files/support/temporary.ts';

let root = '';
let world: DocumentWorld;
const read: string[] = [];
const { signal } = new AbortController();

beforeEach(async () => {
  root = await temporaryWorkspace();
  read.length = 0;
  world = {
    store: createWorkspaceStore(root),
    files: createForeignFiles(root),
    dropped: createDroppedFiles(root),
    // The reader itself, without its process.
    extractor: createExtractionPort({
      extract: async (path, name) => {
        read.push(path);
        return extractDocument(await readFile(path), name);
      },
      close: async () => undefined,
    }),
    detectLanguage: async () => 'en',
  };
});
afterEach(() => removeFolder(root));

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64');

async function drop(path: string, text: string) {
  const report = await addBytes(world, { path, base64: base64(text) }, signal);
  const [result] = report.results;
  return [result?.path, result?.outcome, result?.id, result?.reason] as const;
}

async function texts(): Promise<[string, string][]> {
  return (await world.store.loadCorpus()).documents.map(({ path, text }) => [path ?? '', text]);
}

test('a path that is dropped again is the same document, and nothing is left behind', async () => {
  expect(await drop('notes/Año 1.txt', 'One')).toEqual(['notes/Año 1.txt', 'added', 'notes-año-1', null]);
  expect(await drop('notes\\./Año 1.txt', 'One')).toEqual([
    'notes\\./Año 1.txt',
    'unchanged',
    'notes-año-1',
    null,
  ]);
  expect(read).toHaveLength(1);
  expect(await drop('notes/Año 1.txt'.normalize('NFD'), 'Two')).toMatchObject({
    1: 'changed',
    2: 'notes-año-1',
  });
  expect(await drop('Año 1.txt', 'One')).toMatchObject({ 1: 'added', 2: 'año-1' });
  expect(await texts()).toEqual([
    ['notes/Año 1.txt', 'Two'],
    ['Año 1.txt', 'One'],
  ]);
  expect(await readFile(join(root, 'documents/notes/Año 1.txt'), 'utf8')).toBe('Two');
  expect(await readdir(join(root, '.assay/dropped'))).toEqual([]);
  expect(read.every((path) => path.startsWith(join(root, '.assay/dropped')))).toBe(true);
});

test('a dropped file and one that was added from a folder are the same only where their bytes are', async () => {
  await put(root, 'in/a.txt', 'One');
  await addFiles(world, { paths: ['in/a.txt'] }, signal);
  expect(await drop('a.txt', 'One')).toMatchObject({ 1: 'unchanged', 2: 'a' });
  expect(await drop('a.txt', 'Other')).toMatchObject({ 1: 'added', 2: 'a-2' });
  expect(await texts()).toEqual([
    ['a.txt', 'One'],
    ['a-2.txt', 'Other'],
  ]);
});

test('labels that a changed document breaks are told', async () => {
  await drop('a.txt', 'The answer.');
  const evidence = [{ document: 'a', start: 4, end: 10, quote: 'answer', group: 1 }];
  await world.store.applyEdits([edit(null, { ...question('q1'), evidence })]);
  const report = await addBytes(world, { path: 'a.txt', base64: base64('The reply.') }, signal);
  expect(report).toMatchObject({ files: 1, accepted: 1, labels: [{ question: 'q1' }] });
});

test('what cannot be read as a document is reported under the name it came with', async () => {
  const report = await addBytes(
    world,
    { path: 'x/pic.png', base64: base64(Uint8Array.of(0x89, 0x50, 0, 1, 2)) },
    signal,
  );
  expect(report).toMatchObject({
    files: 1,
    accepted: 0,
    results: [{ path: 'x/pic.png', outcome: 'rejected', id: null }],
  });
  expect(report.results[0]?.reason).toContain('x/pic.png');
  expect(await readdir(join(root, '.assay/dropped'))).toEqual([]);
  expect(await texts()).toEqual([]);
});

test.each([
  '../a.txt',
  'a/../../b.txt',
  'a/..',
  '..\\a.txt',
  '/etc/passwd',
  '\\\\server\\a.txt',
  'C:\\a.txt',
  'c:a.txt',
  'x/C:/a.txt',
  'a\0.txt',
  'a\n.txt',
  '\ud83c.txt',
  'folder/',
  '.',
  'a/.',
  `${'x'.repeat(201)}.txt`,
])('the path %j is refused', async (path) => {
  await expect(drop(path, 'One')).rejects.toMatchObject({
    code: 'invalid-input',
    problems: [{ path: '/path', value: path }],
  });
  expect(await readdir(root)).not.toContain('documents');
});

test.each([
  ['documents.jsonl', 'documents-2.jsonl'],
  ['Documents.JSONL', 'Documents-2.JSONL'],
  ['text/a.txt', 'text-2/a.txt'],
  ['TEXT/a.txt', 'TEXT-2/a.txt'],
  ['a/text/a.txt', 'a/text/a.txt'],
])('the name %s stands at %s', async (path, stored) => {
  const content = (text: string) => (/jsonl$/i.test(path) ? JSON.stringify({ text }) : text);
  expect(await drop(path, content('One'))).toMatchObject({ 1: 'added' });
  expect(await texts()).toEqual([[stored, 'One']]);
  expect(await drop(path, content('Two'))).toMatchObject({ 1: 'changed' });
  expect(await texts()).toEqual([[stored, 'Two']]);
  expect(await world.store.findFileProblems()).toEqual([]);
});

test('a folder that is called text is added as any other', async () => {
  await put(root, 'in/text/a.txt', 'One');
  await put(root, 'in/text/b.txt', 'Two');
  const report = await addFiles(world, { paths: ['in'] }, signal);
  expect(report.results.map(({ outcome, id }) => [outcome, id])).toEqual([
    ['added', 'text-a'],
    ['added', 'text-b'],
  ]);
  expect(await texts()).toEqual([
    ['text-2/a.txt', 'One'],
    ['text-2/b.txt', 'Two'],
  ]);
});

test.each(['T25l=', 'T25', 'T2 5l', 'T25l\n', 'T25-', 'T24', 'Tx==', '====', '=', 'é25l'])(
  'the content %j is refused',
  async (content) => {
    await expect(addBytes(world, { path: 'a.txt', base64: content }, signal)).rejects.toMatchObject({
      code: 'invalid-input',
      problems: [{ path: '/base64', message: 'it is not base64' }],
    });
  },
);

test('more than 64 MiB is refused before anything is written', async () => {
  for (const bytes of [64 * 1024 * 1024 + 1, 70 * 1024 * 1024]) {
    const content = base64(Buffer.alloc(bytes));
    await expect(addBytes(world, { path: 'a.txt', base64: content }, signal)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('larger than 64 MiB') as string,
    });
  }
  expect(await readdir(root)).not.toContain('.assay');
});
