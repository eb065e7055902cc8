// Settings, configs, files named by configs, and the lock of a workspace.
import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WorkspaceStore } from '#services/ports';
import { acquireFileLock } from '#adapters/files/lock';
import { loadSettingsFile, saveSettings } from '#adapters/files/workspace/settings-store';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import {
  config,
  edit,
  item,
  put,
  question,
  removeFolder,
  temporaryFolder,
  temporaryWorkspace,
} from './support/temporary.ts';

let root = '';
let store: WorkspaceStore;
beforeEach(async () => {
  root = await temporaryWorkspace();
  store = createWorkspaceStore(root);
});
afterEach(() => removeFolder(root));

describe('loadSettings', () => {
  it('fills in every default', async () => {
    expect(await store.loadSettings()).toEqual({
      schemaVersion: 1,
      name: 'test',
      languages: [],
      foundThreshold: 1,
      egress: { policy: 'loopback', hosts: [] },
    });
  });

  it('reads what saveSettings has written, unknown fields too', async () => {
    const file = {
      schemaVersion: 1,
      name: 'Ñ',
      languages: ['es'],
      foundThreshold: 0.5,
      egress: { policy: 'hosts' as const, hosts: ['example.org:8080'] },
      mine: 1,
    };
    await saveSettings(root, file);
    expect(await loadSettingsFile(root)).toEqual(file);
    expect(await store.loadSettings()).toEqual({
      schemaVersion: 1,
      name: 'Ñ',
      languages: ['es'],
      foundThreshold: 0.5,
      egress: { policy: 'hosts', hosts: ['example.org:8080'] },
    });
    await expect(saveSettings(root, { ...file, foundThreshold: 2 })).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });

  it.each([
    ['{ "schemaVersion": 1,\n  "name": "x",\n}', 'stale', 'assay.json:3: is not JSON'],
    ['{ "schemaVersion": 1 }', 'stale', 'assay.json /: the field "name" is missing'],
    [
      '{ "schemaVersion": 1, "name": "x", "foundThreshold": 0 }',
      'stale',
      'assay.json /foundThreshold: must be > 0 (found 0)',
    ],
    [
      '{ "schemaVersion": 7, "name": "x" }',
      'stale',
      'made by a newer Assay: this one reads versions up to 1 (found 7). Update Assay',
    ],
    ['{ "schemaVersion": "1", "name": "x" }', 'stale', '/schemaVersion'],
    ['[]', 'stale', 'assay.json /'],
  ])('refuses %s', async (content, code, words) => {
    await put(root, 'assay.json', content);
    await expect(store.loadSettings()).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
    });
    // Nor is anything written beside it.
    await expect(store.saveConfig(config('a'))).rejects.toMatchObject({ code });
    expect(await readdir(root)).toEqual(['assay.json']);
  });

  it('says that a folder is no workspace, and writes nothing into it', async () => {
    const empty = await temporaryFolder();
    for (const place of [empty, join(empty, 'none')]) {
      const other = createWorkspaceStore(place);
      await expect(other.loadSettings()).rejects.toMatchObject({
        code: 'not-found',
        message: `${place} is no workspace: it has no assay.json. Run "assay init" for it first.`,
      });
      await expect(other.applyEdits([edit(null, question('a'))])).rejects.toMatchObject({
        code: 'not-found',
      });
    }
    expect(await readdir(empty)).toEqual([]);
    await removeFolder(empty);
  });
});

describe('configs', () => {
  it('saves, lists and loads, and keeps unknown fields and their order', async () => {
    const odd = { zz: 1, ...config('hybrid'), owner: { name: 'x' } };
    await store.saveConfig(odd);
    await store.saveConfig(config('bm25'));
    expect(await readFile(join(root, 'configs/hybrid.json'), 'utf8')).toBe(
      `${JSON.stringify(odd, null, 2)}\n`,
    );
    expect(await store.loadConfig('hybrid')).toEqual(odd);
    await put(root, 'configs/renamed.json', JSON.stringify(config('other')));
    await put(root, 'configs/notes.txt', 'not a config');
    expect(await store.listConfigs()).toEqual([
      { id: 'bm25', problem: null },
      { id: 'hybrid', problem: null },
      {
        id: 'renamed',
        problem:
          'configs/renamed.json /id: must equal the file\'s name, "renamed" (found "other"). Rename the file or change the id',
      },
    ]);
    await expect(store.loadConfig('renamed')).rejects.toMatchObject({ code: 'stale' });
  });

  it('names the nearest ids of one that is not there', async () => {
    await store.saveConfig(config('tfidf'));
    await store.saveConfig(config('hybrid'));
    await expect(store.loadConfig('hybird')).rejects.toMatchObject({
      code: 'not-found',
      message: 'There is no config "hybird". Nearest: hybrid, tfidf.',
    });
  });

  it.each(['../assay', 'a/b', '.hidden', ''])('refuses the id %j', async (id) => {
    await expect(store.loadConfig(id)).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(store.saveConfig(config(id))).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('readText', () => {
  it('reads UTF-8 without its BOM, and refuses the rest', async () => {
    await put(root, 'prompts/a.txt', '\uFEFFñ');
    await put(root, 'prompts/b.txt', new Uint8Array([0xff, 0xfe]));
    await symlink('/etc', join(root, 'etc'));
    expect(await store.readText('prompts/a.txt')).toBe('ñ');
    await expect(store.readText('prompts/b.txt')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(store.readText('prompts/c.txt')).rejects.toMatchObject({ code: 'not-found' });
    await expect(store.readText('prompts/a.txt/x')).rejects.toMatchObject({ code: 'conflict' });
    await expect(store.readText('../x')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(store.readText('etc/hostname')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('withLock', () => {
  it('holds one lock over several writes, and keeps other processes out', async () => {
    await store.withLock('an import', async () => {
      await store.applyEdits([edit(null, question('a'))]);
      await store.saveConfig(config('a'));
      await expect(
        acquireFileLock(join(root, '.assay/locks/workspace.lock'), 'x', { waitMs: 20 }),
      ).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('"an import"') });
    });
    expect(await readdir(join(root, '.assay/locks'))).toEqual([]);
  });

  it('sweeps what a dead writer has left', async () => {
    for (const folder of ['', 'documents/deep', 'bank', 'configs', 'runs/r']) {
      await put(root, join(folder, '.assay-tmp-999999999-1-1'), 'half');
    }
    await store.saveConfig(config('a'));
    for (const folder of ['documents/deep', 'bank', 'runs/r'])
      expect(await readdir(join(root, folder))).toEqual([]);
    expect((await readdir(root)).sort()).toEqual([
      '.assay',
      'assay.json',
      'bank',
      'configs',
      'documents',
      'runs',
    ]);
  });
});

describe('findFileProblems', () => {
  it('finds nothing in a workspace that is whole', async () => {
    expect(await store.findFileProblems()).toEqual([]);
  });

  it('goes through every file, whatever is wrong with the ones before', async () => {
    await put(root, 'assay.json', '{');
    await put(root, 'documents/documents.jsonl', '{}\n[]\n');
    await mkdir(join(root, 'bank/questions.jsonl'), { recursive: true });
    await put(root, 'bank/journal.jsonl', 'x\n{"at":1}\n');
    await put(root, 'configs/a.json', '{\n"schemaVersion": 1,\n}');
    await put(root, 'configs/b c.json', '{}');
    await put(root, 'runs/r1/manifest.json', '{}');
    await put(
      root,
      'runs/r2/items.jsonl',
      `${JSON.stringify(item('a'))}\n{}\n${JSON.stringify(item('a'))}\n{"torn`,
    );
    await put(root, 'decisions.jsonl', '1\nx\n');
    await put(root, 'cases/c.json', '[');
    await put(root, 'gates/g.json', '{\n\n');
    const places = new Set((await store.findFileProblems()).map((one) => [one.file, one.line].join(':')));
    expect([...places]).toEqual([
      'assay.json:1',
      'documents/documents.jsonl:1',
      'documents/documents.jsonl:2',
      'bank/questions.jsonl:',
      'bank/journal.jsonl:1',
      'bank/journal.jsonl:2',
      'configs/a.json:3',
      'configs/b c.json:',
      'runs/r1/manifest.json:',
      'runs/r2/manifest.json:',
      'runs/r2/items.jsonl:2',
      'runs/r2/items.jsonl:3',
      'decisions.jsonl:2',
      'cases/c.json:1',
      'gates/g.json:1',
    ]);
  });
});
