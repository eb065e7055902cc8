// Trust: kept outside every workspace, by real path; and where that place is.
import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder } from '#adapters/files/data-folder';
import { createTrustStore } from '#adapters/files/trust-store';
import { put, removeFolder, temporaryFolder } from './support/temporary.ts';

let folder = '';
beforeEach(async () => (folder = await temporaryFolder()));
afterEach(() => removeFolder(folder));

describe('createTrustStore', () => {
  it('trusts a folder by every name it has, and no other', async () => {
    const trust = createTrustStore(join(folder, 'data'));
    await mkdir(join(folder, 'work'));
    await mkdir(join(folder, 'work-2'));
    await symlink('work', join(folder, 'link'));
    expect(await trust.isTrusted(join(folder, 'work'))).toBe(false);
    await trust.trust(join(folder, 'link'));
    await trust.trust(join(folder, 'link'));
    const again = createTrustStore(join(folder, 'data'));
    const asked = ['work', 'link', 'work-2', 'none', 'constructor'].map((name) =>
      again.isTrusted(join(folder, name)),
    );
    expect(await Promise.all(asked)).toEqual([true, true, false, false, false]);
    expect(JSON.parse(await readFile(join(folder, 'data/trusted.json'), 'utf8'))).toEqual({
      schemaVersion: 1,
      folders: { [join(folder, 'work')]: { at: expect.stringMatching(/^\d{4}-.*Z$/) } },
    });
    await expect(trust.trust(join(folder, 'none'))).rejects.toMatchObject({ code: 'not-found' });
  });

  it('loses no folder when several are trusted at the same time', async () => {
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) await mkdir(join(folder, name));
    await Promise.all(names.map((name) => createTrustStore(join(folder, 'data')).trust(join(folder, name))));
    const trust = createTrustStore(join(folder, 'data'));
    expect(await Promise.all(names.map((name) => trust.isTrusted(join(folder, name))))).toEqual(
      names.map(() => true),
    );
  });

  it('guesses nothing when its file is broken', async () => {
    const trust = createTrustStore(folder);
    for (const content of ['{', '{"schemaVersion":1,"folders":[]}']) {
      await put(folder, 'trusted.json', content);
      await expect(trust.isTrusted(folder)).rejects.toMatchObject({ code: 'stale' });
      await expect(trust.trust(folder)).rejects.toMatchObject({ code: 'stale' });
    }
  });
});

describe('dataFolder', () => {
  it.each([
    [{ ASSAY_HOME: '/x', XDG_DATA_HOME: '/y' }, 'linux', '/x'],
    [{ XDG_DATA_HOME: '/y' }, 'linux', '/y/assay'],
    [{ ASSAY_HOME: '', XDG_DATA_HOME: '' }, 'linux', '/home/me/.local/share/assay'],
    [{ XDG_DATA_HOME: '/y' }, 'darwin', '/home/me/Library/Application Support/Assay'],
    [{ APPDATA: '/roaming' }, 'win32', '/roaming/Assay'],
    [{}, 'win32', '/home/me/AppData/Roaming/Assay'],
  ])('with %j on %s is %s', (env, platform, expected) => {
    expect(dataFolder(env, platform, '/home/me')).toBe(expected);
  });
});
