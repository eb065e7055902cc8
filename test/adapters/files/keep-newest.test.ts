import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepNewest } from '#adapters/files/keep-newest';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-keep-'));
  for (const [name, age] of [
    ['a', 50],
    ['b', 40],
    ['c', 30],
    ['d', 20],
  ] as const) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'file'), name);
    await utimes(join(folder, name), 1_000_000 - age, 1_000_000 - age);
  }
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the newest stay, and the one named, however old', async () => {
  expect(await keepNewest(folder, 2, 'a')).toEqual(['c', 'b']);
  expect((await readdir(folder)).sort()).toEqual(['a', 'd']);
});

test('nothing is removed while there is room, and a missing folder is no failure', async () => {
  expect(await keepNewest(folder, 4, 'a')).toEqual([]);
  expect(await keepNewest(join(folder, 'none'), 1, 'a')).toEqual([]);
  expect(await readdir(folder)).toHaveLength(4);
});
