// The vector cache on real files: round trip, torn and damaged tails, lost and misplaced vectors, two writers.
import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, open, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openVectorCache, type VectorEntry } from '#adapters/embed/vector-cache';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-vectors-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const recordBytes = 56;

function entry(name: string, values: readonly number[], cut = false): VectorEntry {
  return { key: createHash('sha256').update(name).digest('hex'), vector: Float32Array.from(values), cut };
}

const first = entry('first', [1, 0.5, -0.25]);
const second = entry('second', [0, 2, 3], true);
const third = entry('third', [9, 8, 7]);
const all = [first, second, third];

async function load(wanted: readonly VectorEntry[] = all): Promise<readonly VectorEntry[]> {
  const cache = await openVectorCache(folder);
  const found: VectorEntry[] = [];
  await cache.load(
    wanted.map(({ key }) => key),
    (one) => found.push(one),
  );
  return found.sort((left, right) => (left.vector[0] ?? 0) - (right.vector[0] ?? 0));
}

async function write(...batches: readonly (readonly VectorEntry[])[]): Promise<void> {
  const cache = await openVectorCache(folder);
  for (const batch of batches) await cache.append(batch);
}

describe('openVectorCache', () => {
  it('knows nothing in an empty folder, and writes nothing by being asked', async () => {
    expect(await load()).toEqual([]);
    await expect(stat(join(folder, 'keys.bin'))).rejects.toThrow('ENOENT');
  });

  it('gives back what was appended, after reopening too', async () => {
    await write([first, second], [third]);
    expect(await load()).toEqual([second, first, third]);
    expect(await load([third, entry('unknown', [])])).toEqual([third]);
  });

  it('keeps appends of one cache apart when they run at once', async () => {
    const cache = await openVectorCache(folder);
    await Promise.all(all.map((one) => cache.append([one])));
    expect(await load()).toEqual([second, first, third]);
  });

  it.each([1, recordBytes - 1])('drops a torn key of %i bytes and goes on after it', async (bytes) => {
    await write([first, second]);
    const torn = (await readFile(join(folder, 'keys.bin'))).subarray(0, bytes);
    await appendFile(join(folder, 'keys.bin'), torn);
    await write([third]);
    expect(await load()).toEqual([second, first, third]);
    expect((await stat(join(folder, 'keys.bin'))).size).toBe(3 * recordBytes);
  });

  it('drops a key whose own checksum is wrong, and what follows', async () => {
    await write(all);
    const keys = await readFile(join(folder, 'keys.bin'));
    keys[recordBytes + 40] = (keys[recordBytes + 40] ?? 0) ^ 1;
    await writeFile(join(folder, 'keys.bin'), keys);
    expect(await load()).toEqual([first]);
    expect((await stat(join(folder, 'keys.bin'))).size).toBe(recordBytes);
  });

  it('ignores vectors without a key: the crash came between the two files', async () => {
    await write([first]);
    await appendFile(join(folder, 'vectors.bin'), Buffer.alloc(7));
    await write([second]);
    expect(await load()).toEqual([second, first]);
  });

  it('takes a vector whose bytes changed, or are gone, for unknown', async () => {
    await write(all);
    const handle = await open(join(folder, 'vectors.bin'), 'r+');
    await handle.write(Uint8Array.of(255), 0, 1, 0);
    await handle.close();
    await truncate(join(folder, 'vectors.bin'), 2 * 12 + 3);
    expect(await load()).toEqual([second]);
    await rm(join(folder, 'vectors.bin'));
    expect(await load()).toEqual([]);
  });

  it('never mixes up vectors of two processes that append to the same files', async () => {
    const [left, right] = [await openVectorCache(folder), await openVectorCache(folder)];
    await Promise.all([left.append([first, second]), right.append([third])]);
    const found = await load();
    expect(found).toEqual([second, first, third].filter((one) => found.some(({ key }) => key === one.key)));
    await left.append(all);
    expect(await load()).toEqual([second, first, third]);
  });

  it('refuses a key that is not 32 bytes', async () => {
    await expect(write([{ ...first, key: 'abc' }])).rejects.toThrow('"abc" is not a key of 32 bytes');
  });
});
