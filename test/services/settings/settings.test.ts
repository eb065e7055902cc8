// Settings of the workspace, preferences of the user, and what both take on the disk.
import { mkdir, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireFileLock } from '#adapters/files/lock';
import { readUserName } from '#adapters/user-name';
import { findHostProblem } from '#services/settings/egress-hosts';
import { manifestOf } from '../../adapters/files/support/manifest.ts';
import { openApp, type AppWorld } from '../support/open-app.ts';

let world: AppWorld;
beforeEach(async () => {
  world = await openApp();
});
afterEach(() => world.close());

const json = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as unknown;

describe('settings', () => {
  test('a change keeps what is left out and what this version does not know', async () => {
    const file = {
      ...{ schemaVersion: 1, name: 'test', mine: [1] },
      egress: { policy: 'loopback', hosts: ['a.example'], mine: true },
    };
    await world.put('assay.json', JSON.stringify(file));
    const read = await world.call('settings.getSettings', {});
    expect(read.settings).toEqual({
      ...{ name: 'test', languages: [], foundThreshold: 1 },
      egress: { policy: 'loopback', hosts: ['a.example'] },
    });
    const egress = { policy: 'hosts' as const, hosts: ['a.example', 'b.example:8443'] };
    const change = { foundThreshold: 0.5, egress };
    const saved = await world.call('settings.saveSettings', { expected: read.hash, change });
    expect(await json(join(world.root, 'assay.json'))).toEqual({
      ...{ ...file, foundThreshold: 0.5 },
      egress: { ...egress, mine: true },
    });
    expect(await world.call('settings.getSettings', {})).toEqual(saved);
    expect(await world.call('workspace.getOverview', {})).toMatchObject({ foundThreshold: 0.5, egress });
  });

  test('a file that changed by hand is not overwritten', async () => {
    const { hash } = await world.call('settings.getSettings', {});
    await world.put('assay.json', '{ "schemaVersion": 1, "name": "by hand" }');
    const failure = await world.fail('settings.saveSettings', { expected: hash, change: { name: 'mine' } });
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('assay.json') });
    expect(await json(join(world.root, 'assay.json'))).toMatchObject({ name: 'by hand' });
  });

  test.each([
    ['an empty name', { name: ' ' }, '/change/name'],
    ['a threshold of 0', { foundThreshold: 0 }, '/change/foundThreshold'],
    ['a word that is no language', { languages: ['English'] }, '/change/languages/0'],
    ['a field there is not', { schemaVersion: 2 }, '/change'],
    [
      'a host that is none',
      { egress: { policy: 'hosts', hosts: ['ok.example', 'https://x'] } },
      '/egress/hosts/1',
    ],
  ])('%s is refused', async (_what, change, path) => {
    const { hash } = await world.call('settings.getSettings', {});
    expect(await world.fail('settings.saveSettings', { expected: hash, change })).toMatchObject({
      code: 'invalid-input',
      problems: [{ path }],
    });
  });

  test.each([
    ['api.example.com', null],
    ['api.example.com:8443', null],
    ['127.0.0.1:11434', null],
    ['::1', null],
    ['[::1]', null],
    ['[::1]:8080', null],
    ['bücher.example', null],
    ['https://api.example.com', 'is an address with a protocol'],
    ['api.example.com/v1', 'carries a path'],
    ['user:secret@api.example.com', 'carries a user name or password'],
    ['*.example.com', 'is a pattern: every host is named by itself'],
    ['api.example.com:0', 'has no port from 1 to 65535 after its colon'],
    ['api.example.com:70000', 'has no port from 1 to 65535 after its colon'],
    ['api.example.com:', 'has no port from 1 to 65535 after its colon'],
    ['api example', 'holds white space'],
    [':80', 'is not the name or number of a host'],
    ['a:1:2', 'has two ports'],
  ])('the host %s', (host, problem) => {
    expect(findHostProblem(host)).toBe(problem);
  });

  test('a password that was pasted with its host is not repeated', async () => {
    const { hash } = await world.call('settings.getSettings', {});
    const change = { egress: { policy: 'hosts', hosts: ['me:s3cret@a.example'] } };
    const failure = await world.fail('settings.saveSettings', { expected: hash, change });
    expect(JSON.stringify(failure)).not.toContain('s3cret');
  });
});

describe('preferences', () => {
  test('are kept outside the workspace, for every workspace', async () => {
    expect(await world.call('settings.getPreferences', {})).toEqual({ annotator: null, theme: 'system' });
    await world.call('settings.savePreferences', { annotator: 'Ana' });
    const saved = await world.call('settings.savePreferences', { theme: 'dark' });
    expect(saved).toEqual({ annotator: 'Ana', theme: 'dark' });
    expect(await world.another().dispatch('settings.getPreferences', {})).toEqual({ ok: true, value: saved });
    expect(await readdir(world.root)).toEqual(['assay.json']);
    await world.call('settings.savePreferences', { annotator: null });
    expect(await world.call('settings.getPreferences', {})).toEqual({ annotator: null, theme: 'dark' });
  });

  test('two windows that save at once lose nothing', async () => {
    const other = world.another();
    await Promise.all([
      world.call('settings.savePreferences', { annotator: 'Ana' }),
      other.dispatch('settings.savePreferences', { theme: 'light' }),
    ]);
    expect(await world.call('settings.getPreferences', {})).toEqual({ annotator: 'Ana', theme: 'light' });
  });

  test('keep what this version does not know, and a broken file is named', async () => {
    await mkdir(world.home, { recursive: true });
    const path = join(world.home, 'preferences.json');
    await writeFile(path, '{ "schemaVersion": 1, "mine": 1 }');
    await world.call('settings.savePreferences', { theme: 'dark' });
    expect(await json(path)).toEqual({ schemaVersion: 1, mine: 1, theme: 'dark' });
    await writeFile(path, '{ "schemaVersion": 1, "theme": "pink" }');
    expect(await world.fail('settings.getPreferences', {})).toMatchObject({
      code: 'stale',
      problems: [{ file: path, path: '/theme', value: 'pink' }],
    });
  });

  test.each<[string, string | null, Record<string, string>, string]>([
    ['the system knows', 'ana', { USER: 'b' }, 'ana'],
    ['the system does not know', null, { USER: 'b' }, 'b'],
    ['Windows says', null, { USERNAME: 'c' }, 'c'],
    ['nobody knows', null, { USER: ' ' }, 'unknown'],
  ])('the name %s', (_what, name, env, expected) => {
    const ask = () => {
      if (name === null) throw new Error('no such user');
      return name;
    };
    expect(readUserName(env, ask)).toBe(expected);
  });
});

describe('storage', () => {
  const place = async (id: string) =>
    (await world.call('settings.getStorage', {})).places.find((one) => one.id === id);

  test('counts files and bytes, of links the link alone', async () => {
    await world.put('documents/a.txt', 'x'.repeat(1000));
    await world.put('documents/text/a.txt', 'x'.repeat(24));
    await symlink('/usr', join(world.root, 'documents/link'));
    const link = '/usr'.length;
    expect(await place('documents')).toEqual({
      ...{ id: 'documents', what: expect.any(String), folder: join(world.root, 'documents') },
      ...{ files: 3, bytes: 1000 + 24 + link, derived: false },
    });
    expect(await place('lexical')).toMatchObject({ files: 0, bytes: 0, derived: true });
    expect(await place('models')).toMatchObject({ folder: join(world.home, 'models'), derived: false });
  });

  test('clears one derived folder and nothing else, after a look at what it would be', async () => {
    await world.put('.assay/lexical/a/x.bin', '12345');
    await world.put('.assay/embeddings/b.bin', '1');
    const id = 'lexical';
    const found = { id, files: 1, bytes: 5 };
    expect(await world.call('settings.clearDerived', { id, dryRun: true })).toEqual(found);
    expect(await place('lexical')).toMatchObject({ files: 1 });
    expect(await world.call('settings.clearDerived', { id })).toEqual(found);
    expect(await place('lexical')).toMatchObject({ files: 0 });
    expect((await readdir(join(world.root, '.assay'))).sort()).toEqual(['embeddings', 'locks']);
    expect(await world.call('settings.clearDerived', { id })).toEqual({ id, files: 0, bytes: 0 });
  });

  test.each(['documents', 'bank', 'models', '../documents', 'locks', '__proto__'])(
    'what is not derived cannot be cleared: %s',
    async (id) => {
      await world.put('documents/a.txt', 'x');
      expect(await world.fail('settings.clearDerived', { id })).toMatchObject({ code: 'not-found' });
      expect(await place('documents')).toMatchObject({ files: 1 });
    },
  );

  test.each([
    ['.assay/lexical', 'outside', ['.assay']],
    ['.assay/lexical', 'documents', ['.assay']],
    ['.assay', 'documents', []],
    ['.assay', 'outside', []],
  ])('%s as a link to %s is not followed', async (link, target, folders) => {
    const outside = join(world.home, 'precious');
    await mkdir(join(outside, 'lexical'), { recursive: true });
    await writeFile(join(outside, 'lexical/a.txt'), 'x');
    await writeFile(join(outside, 'a.txt'), 'x');
    await world.put('documents/lexical/a.txt', 'x');
    for (const folder of folders) await mkdir(join(world.root, folder), { recursive: true });
    await symlink(target === 'outside' ? outside : join(world.root, target), join(world.root, link));
    const failure = await world.fail('settings.clearDerived', { id: 'lexical' });
    expect(failure.code).toBe('invalid-input');
    for (const kept of [join(outside, 'a.txt'), join(outside, 'lexical/a.txt')])
      expect((await stat(kept)).size).toBe(1);
    expect((await stat(join(world.root, 'documents/lexical/a.txt'))).size).toBe(1);
  });

  test('nothing is cleared while a run goes on, of whatever process', async () => {
    await world.put('.assay/lexical/a', 'x');
    await world.put('runs/r1/manifest.json', JSON.stringify(manifestOf('r1', ['a'])));
    const lock = await acquireFileLock(join(world.root, '.assay/locks/run-r1.lock'), 'run r1');
    expect(await world.fail('settings.clearDerived', { id: 'lexical' })).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('r1'),
    });
    await lock.release();
    expect(await world.call('settings.clearDerived', { id: 'lexical' })).toMatchObject({ files: 1 });
  });
});
