// Paths from outside stay inside, whatever they are spelled like and whatever the links on them say.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isSafeName, resolveInside } from '#adapters/files/paths';
import { put, removeFolder, temporaryFolder } from './support/temporary.ts';

let folder = '';
let root = '';
beforeEach(async () => {
  folder = await temporaryFolder();
  root = join(folder, 'root');
  await put(folder, 'secret/x', 'secret');
  await put(root, 'in/x', 'x');
});
afterEach(() => removeFolder(folder));

describe('resolveInside', () => {
  it.each(['in/x', 'in/new/deeper.txt', './in/x', 'in/..x', 'ñ 文', 'a b/c'])('joins %s', async (path) => {
    expect(await resolveInside(root, path)).toBe(join(root, path));
  });

  it.each([
    ['', 'empty'],
    ['.', 'empty'],
    ['../secret/x', '".."'],
    ['in/../../secret/x', '".."'],
    ['in\\..\\..\\x', '".."'],
    ['..', '".."'],
    ['/etc/passwd', 'absolute'],
    ['\\\\server\\share', 'absolute'],
    ['C:\\x', 'absolute'],
    ['c:x', 'absolute'],
    ['in/x\0.txt', 'zero character'],
  ])('refuses %j', async (path, why) => {
    await expect(resolveInside(root, path)).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringContaining(why),
    });
  });

  it('refuses links that lead out, to nowhere or in circles, and follows those inside', async () => {
    await symlink(join(folder, 'secret'), join(root, 'out'));
    await symlink(join(folder, 'secret/new'), join(root, 'nowhere'));
    await symlink('circle', join(root, 'circle'));
    await symlink('in', join(root, 'inner'));
    for (const path of ['out', 'out/x', 'out/new/y', 'nowhere', 'nowhere/y', 'circle', 'circle/x']) {
      await expect(resolveInside(root, path), path).rejects.toMatchObject({ code: 'invalid-input' });
    }
    expect(await resolveInside(root, 'inner/x')).toBe(join(root, 'inner/x'));
  });

  it('takes a root that is itself reached through a link, and no sibling whose name begins alike', async () => {
    await symlink(root, join(folder, 'link'));
    await mkdir(join(folder, 'root-2'));
    await symlink(join(folder, 'root-2'), join(root, 'sibling'));
    expect(await resolveInside(join(folder, 'link'), 'in/x')).toBe(join(folder, 'link/in/x'));
    await expect(resolveInside(root, 'sibling/x')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('isSafeName', () => {
  it.each(['a', 'A.b-c_1', 'връщане', '2026-01-02', '漢'.repeat(80), 'é'])('takes %s', (name) => {
    expect(isSafeName(name)).toBe(true);
  });
  it.each(['', '.', '..', '.a', '-a', 'a/b', 'a\\b', 'a b', 'a:b', 'a.', 'a\0', 'x'.repeat(246), '\ud800'])(
    'refuses %j',
    (name) => {
      expect(isSafeName(name)).toBe(false);
    },
  );
});
