// Documents and collections on disk: order, hashes, safe names, and what is said about damage.
import { mkdir, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CollectionRecord } from '#contract/documents';
import type { WorkspaceStore } from '#services/ports';
import { hashBytes } from '#services/hash';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { injectFault } from '#adapters/files/disk/operations';
import { documentRecord, put, removeFolder, temporaryWorkspace } from '../support/temporary.ts';

let root = '';
let store: WorkspaceStore;
beforeEach(async () => {
  root = await temporaryWorkspace();
  store = createWorkspaceStore(root);
});
afterEach(() => removeFolder(root));

async function add(id: string, text: string): Promise<void> {
  await store.saveDocument(documentRecord(id, text), Buffer.from(text), text);
}

function collection(name: string, documents: number): CollectionRecord {
  return { collection: name, path: `${name}.jsonl`, sourceHash: hashBytes(name), documents, language: 'bg' };
}

async function ids(): Promise<readonly string[]> {
  return (await store.loadCorpus()).documents.map((document) => document.id);
}

describe('saving and loading', () => {
  it('keeps the order of first addition, and every field', async () => {
    await add('zebra', 'Zebra text\n');
    await store.saveCollection(collection('shop', 2), [
      { id: 'доставка-1', title: 'Доставка', text: '  verbatim, not trimmed \r\n', metadata: { page: 1 } },
      { id: 'a/b:c "d"', text: '' },
    ]);
    await add('ant', 'Ant 🐜 text');
    await add('zebra', 'Zebra text, second edition\n');
    const corpus = await store.loadCorpus();
    expect(corpus.documents).toEqual([
      {
        id: 'zebra',
        title: null,
        text: 'Zebra text, second edition\n',
        textHash: hashBytes('Zebra text, second edition\n'),
        language: 'en',
        path: 'zebra.txt',
        mediaType: 'text/plain',
        collection: null,
        pages: [],
        headings: [],
        metadata: {},
        warnings: [],
      },
      expect.objectContaining({
        id: 'доставка-1',
        title: 'Доставка',
        text: '  verbatim, not trimmed \r\n',
        language: 'bg',
        collection: 'shop',
        path: null,
        metadata: { page: 1 },
      }),
      expect.objectContaining({ id: 'a/b:c "d"', text: '', title: null }),
      expect.objectContaining({ id: 'ant', text: 'Ant 🐜 text' }),
    ]);
    const lines = corpus.documents.map(
      (document) => `${JSON.stringify([document.id, hashBytes(document.text)])}\n`,
    );
    expect(corpus.hash).toBe(hashBytes(lines.join('')));
    expect(await store.findFileProblems()).toEqual([]);
    expect(await readFile(join(root, 'documents/text/zebra.txt'), 'utf8')).toBe(
      'Zebra text, second edition\n',
    );
    expect((await readdir(join(root, 'documents'))).sort()).toEqual([
      'ant.txt',
      'documents.jsonl',
      'shop.jsonl',
      'text',
      'zebra.txt',
    ]);
  });

  it('moves a source whose path changes, and keeps unknown fields of records', async () => {
    await add('a', 'x');
    const moved = { ...documentRecord('a', 'x'), path: 'deep/new.txt', mine: { kept: true } };
    await store.saveDocument(moved, Buffer.from('x'), 'x');
    expect(await store.loadRecords()).toEqual([moved]);
    expect((await readdir(join(root, 'documents'))).sort()).toEqual(['deep', 'documents.jsonl', 'text']);
    expect(await store.findFileProblems()).toEqual([]);
  });

  it('removes a document, a line of a collection, and a collection with its last line', async () => {
    await add('a', 'x');
    await store.saveCollection(collection('shop', 2), [
      { id: 'one', text: '1' },
      { id: 'two', text: '2' },
    ]);
    await store.removeDocument('one');
    expect(await ids()).toEqual(['a', 'two']);
    await store.removeDocument('a');
    expect(await ids()).toEqual(['two']);
    await expect(store.removeDocument('twoo')).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no document "twoo". Nearest: two.',
    });
    await store.removeDocument('two');
    expect(await store.loadRecords()).toEqual([]);
    expect((await readdir(join(root, 'documents'))).sort()).toEqual(['documents.jsonl', 'text']);
    expect(await readdir(join(root, 'documents/text'))).toEqual([]);
  });

  it('reads a collection written by hand', async () => {
    await put(root, 'documents/documents.jsonl', `${JSON.stringify(collection('shop', 1))}\n`);
    await put(root, 'documents/shop.jsonl', '\uFEFF{"id":"one","text":"1"}\r\n');
    expect(await ids()).toEqual(['one']);
    await store.saveCollection(collection('shop', 1), [{ id: 'two', text: '2' }]);
    expect(await ids()).toEqual(['two']);
  });

  it('gives every reader the old state or the new one while a writer works', async () => {
    await add('a', 'round 0');
    let writing = true;
    const writer = (async () => {
      for (let round = 1; round <= 15; round += 1) await add('a', `round ${round}`);
      writing = false;
    })();
    let reads = 0;
    while (writing) {
      const [document] = (await store.loadCorpus()).documents;
      expect(document?.text).toMatch(/^round \d+$/);
      reads += 1;
    }
    await writer;
    expect(reads).toBeGreaterThan(3);
  });
});

describe('what cannot be saved', () => {
  it.each([
    [{ id: '../x' }, 'invalid-input'],
    [{ id: 'a/b' }, 'invalid-input'],
    [{ path: '../x' }, 'invalid-input'],
    [{ path: '/x' }, 'invalid-input'],
    [{ path: 'documents.jsonl' }, 'invalid-input'],
    [{ path: 'Text/x.txt' }, 'invalid-input'],
    [{ path: '.next/x' }, 'invalid-input'],
    [{ path: 'first.txt' }, 'conflict'],
    [{ id: 'one' }, 'conflict'],
    [{ textHash: hashBytes('other') }, 'invalid-input'],
    [{ mediaType: 7 }, 'invalid-input'],
  ])('refuses %j', async (change, code) => {
    await add('first', 'x');
    await store.saveCollection(collection('shop', 1), [{ id: 'one', text: '1' }]);
    const before = await store.loadRecords();
    const record = { ...documentRecord('new', 'x'), ...change } as never;
    await expect(store.saveDocument(record, Buffer.from('x'), 'x')).rejects.toMatchObject({ code });
    expect(await store.loadRecords()).toEqual(before);
  });

  it('refuses a collection with an id twice, or one that another document has', async () => {
    await add('a', 'x');
    const twice = [
      { id: 'b', text: '' },
      { id: 'b', text: '' },
    ];
    await expect(store.saveCollection(collection('c', 2), twice)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining('the same id as on line 1'),
    });
    await expect(store.saveCollection(collection('c', 1), [{ id: 'a', text: '' }])).rejects.toMatchObject({
      code: 'conflict',
    });
  });

  it('writes nothing through a link that leads out', async () => {
    const outside = await temporaryWorkspace();
    await rm(join(root, 'documents'), { recursive: true, force: true });
    await symlink(outside, join(root, 'documents'));
    await expect(add('a', 'x')).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await readdir(outside)).toEqual(['assay.json']);
    await removeFolder(outside);
  });

  it.each([1, 2, 3])('keeps the old document whole on a disk that is full at write %i', async (nth) => {
    await add('a', 'old');
    const record = documentRecord('a', 'new text', 'new source');
    const heal = injectFault({ operation: 'write', nth, code: 'ENOSPC', bytesWritten: 1 });
    try {
      const saving = store.saveDocument(record, Buffer.from('new source'), 'new text');
      await expect(saving).rejects.toMatchObject({ code: 'unavailable' });
    } finally {
      heal();
    }
    expect((await store.loadCorpus()).documents.map((document) => document.text)).toEqual(['old']);
    expect(await store.findFileProblems()).toEqual([]);
    await store.saveDocument(record, Buffer.from('new source'), 'new text');
    expect((await store.loadCorpus()).documents.map((document) => document.text)).toEqual(['new text']);
  });
});

describe('damage', () => {
  it('names the text that was changed outside, and what to do', async () => {
    await add('a', 'line\n');
    await put(root, 'documents/text/a.txt', 'line\r\n');
    await expect(store.loadCorpus()).rejects.toMatchObject({
      code: 'stale',
      message:
        'The documents cannot be used. documents/text/a.txt: was changed outside Assay. Run "assay add" with its source again, or restore the file from version control',
      problems: [{ file: 'documents/text/a.txt' }],
    });
    await rm(join(root, 'documents/text/a.txt'));
    await expect(store.loadCorpus()).rejects.toMatchObject({
      message: expect.stringContaining('is missing'),
    });
    await mkdir(join(root, 'documents/text/a.txt'));
    await expect(store.loadCorpus()).rejects.toMatchObject({
      code: 'stale',
      problems: [{ file: 'documents/text/a.txt' }],
    });
  });

  it('names both lines of an id that stands twice, in records and collections', async () => {
    await add('a', 'x');
    await store.saveCollection(collection('c', 2), [
      { id: 'b', text: '' },
      { id: 'd', text: '' },
    ]);
    const records = await readFile(join(root, 'documents/documents.jsonl'), 'utf8');
    const [first = ''] = records.split('\n');
    await put(root, 'documents/documents.jsonl', `${records}\n${first}\n`);
    const second = JSON.stringify({ ...collection('e', 2), path: 'e.jsonl' });
    await put(root, 'documents/documents.jsonl', `${records}\n${first}\n${second}\n`);
    await put(root, 'documents/e.jsonl', '{"id":"z","text":""}\n{"id":"d","text":""}\n');
    const problems = (await store.findFileProblems()).map((problem) => [
      problem.file,
      problem.line,
      problem.message,
    ]);
    expect(problems).toEqual([
      ['documents/documents.jsonl', 4, 'is the same path as on line 1'],
      ['documents/documents.jsonl', 4, 'is the same id as on line 1'],
      ['documents/e.jsonl', 2, 'is the same id as on documents/c.jsonl:2'],
    ]);
  });

  it('refuses records whose names would lead out', async () => {
    const bad = { ...documentRecord('a', 'x'), id: '../../x', path: '../../../etc/passwd' };
    await put(root, 'documents/documents.jsonl', `${JSON.stringify(bad)}\n`);
    await expect(store.loadCorpus()).rejects.toMatchObject({
      code: 'stale',
      problems: [{ line: 1 }, { line: 1 }],
    });
  });

  it('tells a collection that was changed, or holds another number of documents', async () => {
    await store.saveCollection(collection('c', 1), [{ id: 'b', text: 'x' }]);
    await put(root, 'documents/c.jsonl', '{"id":"b","text":"y"}\n{"id":"","text":""}\n{"no":1\n');
    const problems = (await store.findFileProblems()).map((problem) => [
      problem.line,
      problem.path,
      problem.message,
    ]);
    expect(problems).toEqual([
      [undefined, undefined, 'was changed outside Assay'],
      [3, undefined, expect.stringContaining('is not JSON')],
      [2, '/id', 'must NOT have fewer than 1 characters'],
    ]);
  });

  it('warns of sources and texts that belong to nothing, and of a source that is another', async () => {
    await add('a', 'x');
    await put(root, 'documents/a.txt', 'changed');
    await put(root, 'documents/text/lost.txt', 'x');
    await put(root, 'documents/lost.pdf', 'x');
    expect(await store.findFileProblems()).toEqual([
      expect.objectContaining({ file: 'documents/a.txt', severity: 'warning' }),
      expect.objectContaining({ file: 'documents/lost.pdf', severity: 'warning' }),
      expect.objectContaining({ file: 'documents/text/lost.txt', severity: 'warning' }),
    ]);
    expect(await ids()).toEqual(['a']);
  });
});
