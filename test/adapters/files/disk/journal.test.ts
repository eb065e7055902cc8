// Journals: acknowledged lines are on disk, refused ones leave no trace, torn ones are cut off.
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutFile, openJournal, readLastWholeLine } from '#adapters/files/disk/journal';
import { injectFault } from '#adapters/files/disk/operations';
import { put, removeFolder, temporaryFolder } from '../support/temporary.ts';

let folder = '';
let path = '';
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'deep/journal.jsonl');
});
afterEach(() => removeFolder(folder));

describe('openJournal', () => {
  it('appends in order, all waiting appends with few syncs', async () => {
    const journal = await openJournal(path);
    const counter = injectFault({ operation: 'fsync', nth: 3, code: 'EIO' });
    // 50 appends take two syncs: one for the first, one for those that waited meanwhile.
    await Promise.all(Array.from({ length: 50 }, (_, n) => journal.append([`{"n":${n}}`])));
    counter();
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe(Array.from({ length: 50 }, (_, n) => `{"n":${n}}\n`).join(''));
    await expect(journal.append(['{}'])).rejects.toMatchObject({ code: 'internal' });
  });

  const torn: readonly [string, string, string][] = [
    ['a torn line', '{"a":1}\n{"b":', '{"a":1}\n'],
    ['a torn first line', '{"b":', ''],
    ['zero bytes after a power failure', '{"a":1}\n\0\0\0\0', '{"a":1}\n'],
    ['a whole line without line feed', '{"a":1}\n{"b":2}', '{"a":1}\n{"b":2}\n'],
    ['a line cut inside a character', '{"a":1}\n{"b":"\u00f1'.slice(0, -1), '{"a":1}\n'],
    ['nothing', '', ''],
  ];
  it.each(torn)('mends %s', async (_, before, after) => {
    await put(folder, 'deep/journal.jsonl', before);
    const journal = await openJournal(path);
    await journal.append(['{"c":3}']);
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe(`${after}{"c":3}\n`);
  });

  it('mends a torn line of several megabytes', async () => {
    await put(folder, 'deep/journal.jsonl', `{"a":1}\n{"b":"${'x'.repeat(3_000_000)}`);
    await (await openJournal(path)).close();
    expect(await readFile(path, 'utf8')).toBe('{"a":1}\n');
  });

  it.each([
    ['write', 'ENOSPC', 5],
    ['fsync', 'EIO', 0],
  ] as const)(
    'refuses on a failing %s, keeps what was there, and goes on afterwards',
    async (operation, code, bytes) => {
      const journal = await openJournal(path);
      await journal.append(['{"n":1}']);
      const heal = injectFault({ operation, nth: 1, code, bytesWritten: bytes });
      await expect(journal.append(['{"n":2}', '{"n":3}'])).rejects.toMatchObject({ code: 'unavailable' });
      heal();
      expect(await readFile(path, 'utf8')).toBe('{"n":1}\n');
      await journal.append(['{"n":4}']);
      await journal.close();
      expect(await readFile(path, 'utf8')).toBe('{"n":1}\n{"n":4}\n');
    },
  );

  it('cuts the rest of a failed write off later where it could not at once', async () => {
    const journal = await openJournal(path);
    const heal = [
      injectFault({ operation: 'write', nth: 1, code: 'ENOSPC', bytesWritten: 4 }),
      injectFault({ operation: 'truncate', nth: 1, code: 'EIO' }),
    ];
    await expect(journal.append(['{"n":1}'])).rejects.toMatchObject({ code: 'unavailable' });
    expect(await readFile(path, 'utf8')).toBe('{"n"');
    await journal.append(['{"n":2}']);
    for (const undo of heal) undo();
    await journal.close();
    expect(await readFile(path, 'utf8')).toBe('{"n":2}\n');
  });

  it.skipIf(!existsSync('/dev/full'))('refuses on a device that is really full', async () => {
    const journal = await openJournal('/dev/full');
    await expect(journal.append(['{"n":1}'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('the disk is full. Free some space'),
    });
    await journal.close();
  });
});

describe('readLastWholeLine and cutFile', () => {
  it.each([
    ['', null],
    ['a', null],
    ['a\n', 'a'],
    ['a\nbc\n', 'bc'],
    ['a\nbc\ntorn', 'bc'],
    [`a\n${'y'.repeat(200_000)}\ntorn`, 'y'.repeat(200_000)],
  ])('reads the end of %#', async (content, expected) => {
    await put(folder, 'deep/journal.jsonl', content);
    expect(await readLastWholeLine(path)).toBe(expected);
  });

  it('has no last line of a missing file, and cuts a file down', async () => {
    expect(await readLastWholeLine(path)).toBe(null);
    await put(folder, 'deep/journal.jsonl', 'abcdef');
    await cutFile(path, 2);
    expect(await readFile(path, 'utf8')).toBe('ab');
  });
});
