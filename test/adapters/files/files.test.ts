// Whole files and folders: replaced atomically, refused in words, swept when their writer is dead.
import { chmod, mkdir, readdir, readFile, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyIn, removeTree, renameInto, sweepStray, writeAtomic, writeFolder } from '#adapters/files/files';
import { injectFault, type Fault } from '#adapters/files/disk/operations';
import { ownIdentity } from '#adapters/files/disk/processes';
import { buildStoreChild, type StoreChild } from './support/child.ts';
import { put, removeFolder, temporaryFolder } from './support/temporary.ts';

let folder = '';
beforeEach(async () => (folder = await temporaryFolder()));
afterEach(() => removeFolder(folder));

describe('writeAtomic', () => {
  it('makes folders, replaces content, and leaves nothing else behind', async () => {
    const path = join(folder, 'a/b/ñ 文.json');
    await writeAtomic(path, 'first, and longer');
    await writeAtomic(path, new Uint8Array([0xc3, 0xb1]));
    expect(await readFile(path, 'utf8')).toBe('ñ');
    expect(await readdir(join(folder, 'a/b'))).toEqual(['ñ 文.json']);
  });

  it('takes a name of 255 bytes', async () => {
    const name = 'n'.repeat(255);
    await writeAtomic(join(folder, name), 'x');
    expect(await readdir(folder)).toEqual([name]);
  });

  it('keeps the mode and a symbolic link', async () => {
    await put(folder, 'real.txt', 'old');
    await chmod(join(folder, 'real.txt'), 0o640);
    await symlink('real.txt', join(folder, 'link.txt'));
    await writeAtomic(join(folder, 'link.txt'), 'new');
    expect(await readlink(join(folder, 'link.txt'))).toBe('real.txt');
    expect(await readFile(join(folder, 'real.txt'), 'utf8')).toBe('new');
    expect((await stat(join(folder, 'real.txt'))).mode & 0o777).toBe(0o640);
  });

  it('keeps the order of writers that do not wait for each other', async () => {
    const path = join(folder, 'x');
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => writeAtomic(path, String(n).repeat(2000 - n * 90))),
    );
    expect(await readFile(path, 'utf8')).toBe('19'.repeat(2000 - 19 * 90));
  });

  const faults: readonly [string, Fault, string][] = [
    [
      'a full disk after some bytes',
      { operation: 'write', nth: 1, code: 'ENOSPC', bytesWritten: 3 },
      'unavailable',
    ],
    ['a full quota', { operation: 'write', nth: 1, code: 'EDQUOT' }, 'unavailable'],
    ['a failing sync', { operation: 'fsync', nth: 1, code: 'EIO' }, 'unavailable'],
    ['a read-only disk', { operation: 'rename', nth: 1, code: 'EROFS' }, 'unavailable'],
    ['a rename that stays denied', { operation: 'rename', nth: 1, code: 'EACCES', times: 99 }, 'unavailable'],
  ];
  it.each(faults)('keeps the old file through %s', async (_, fault, code) => {
    const path = join(folder, 'x');
    await writeAtomic(path, 'old');
    const heal = injectFault(fault);
    try {
      await expect(writeAtomic(path, 'new content')).rejects.toMatchObject({
        name: 'AppError',
        code,
        detail: { path, code: fault.code },
        message: expect.stringMatching(
          /^Cannot write .+: .+\. (Free|Check|Give|Copy) .+\.$|read-only\. Copy/,
        ),
      });
    } finally {
      heal();
    }
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['x']);
  });

  it('tries again while another program holds the file', async () => {
    const heal = injectFault({ operation: 'rename', nth: 1, code: 'EBUSY', times: 3 });
    await writeAtomic(join(folder, 'x'), 'new');
    heal();
    expect(await readFile(join(folder, 'x'), 'utf8')).toBe('new');
  });

  it('says that a file stands where a folder must be, and the other way round', async () => {
    await put(folder, 'plain', 'x');
    await mkdir(join(folder, 'full/inner'), { recursive: true });
    const cases = [
      ['plain/x', 'a file stands where a folder must be'],
      ['plain/deeper/x', 'a file stands where a folder must be'],
      ['full', 'a folder stands where a file must be'],
    ] as const;
    for (const [path, words] of cases) {
      await expect(writeAtomic(join(folder, path), 'x')).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(words),
      });
    }
  });
});

describe('a disk that really takes fewer bytes than given', () => {
  let child: StoreChild;
  beforeAll(async () => (child = await buildStoreChild()));
  afterAll(() => child.remove());

  it('refuses, and keeps the old file whole', async () => {
    const path = join(folder, 'x');
    await writeAtomic(path, 'old');
    const running = child.startLimited(200, 'fill', path, '1000000');
    expect(await running.said('outcome')).toMatch(
      /^outcome unavailable: Cannot write .*larger than this system allows/,
    );
    await running.ended();
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(folder)).toEqual(['x']);
  });
});

describe('copyIn, renameInto, removeTree, writeFolder', () => {
  it('copies bytes into folders that are made', async () => {
    await put(folder, 'a', new Uint8Array([0, 255, 10]));
    await copyIn(join(folder, 'a'), join(folder, 'deep/b'));
    expect([...(await readFile(join(folder, 'deep/b')))]).toEqual([0, 255, 10]);
  });

  it('leaves no part of a copy that failed', async () => {
    await put(folder, 'a', 'x');
    const heal = injectFault({ operation: 'write', nth: 1, code: 'ENOSPC' });
    await expect(copyIn(join(folder, 'a'), join(folder, 'b'))).rejects.toMatchObject({ code: 'unavailable' });
    heal();
    await expect(copyIn(join(folder, 'none'), join(folder, 'b'))).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await readdir(folder)).toEqual(['a']);
  });

  it('moves over an existing file, and removes what is there or not', async () => {
    await put(folder, 'a', 'new');
    await put(folder, 'deep/b', 'old');
    await renameInto(join(folder, 'a'), join(folder, 'deep/b'));
    expect(await readFile(join(folder, 'deep/b'), 'utf8')).toBe('new');
    await removeTree(join(folder, 'deep'));
    await removeTree(join(folder, 'deep'));
    expect(await readdir(folder)).toEqual([]);
  });

  it('replaces a folder as a whole, or not at all', async () => {
    await put(folder, 'target/old', 'x');
    await expect(
      writeFolder(join(folder, 'target'), async (temporary) => {
        await put(temporary, 'half', 'x');
        throw new Error('stopped');
      }),
    ).rejects.toThrow('stopped');
    expect(await readdir(join(folder, 'target'))).toEqual(['old']);
    await writeFolder(join(folder, 'target'), (temporary) => put(temporary, 'new', 'x'));
    expect(await readdir(join(folder, 'target'))).toEqual(['new']);
    expect(await readdir(folder)).toEqual(['target']);
  });
});

describe('sweepStray', () => {
  it('removes what dead writers left, and nothing of the living or of the analyst', async () => {
    const { pid, startTime } = await ownIdentity();
    const kept = [
      `.assay-tmp-${pid}-${startTime}-900`,
      '.assay-tmp-notes.txt',
      'questions.jsonl.1234567',
      'x',
    ];
    // The same pid with another start time is another process: it has ended.
    const stray = [`.assay-tmp-${pid}-${Number(startTime) + 1}-3`, '.assay-tmp-999999999-5-1'];
    for (const name of [...kept, ...stray]) await put(folder, name, 'x');
    expect([...(await sweepStray(folder))].sort()).toEqual([...stray].sort());
    expect((await readdir(folder)).sort()).toEqual([...kept].sort());
  });

  it('finds nothing in a folder that is not there', async () => {
    expect(await sweepStray(join(folder, 'none'))).toEqual([]);
  });
});
