// Vectors in real LanceDB tables through a real child: kept, verified, switched to, damaged, killed.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVectorStore, type LanceVectorStore } from '#adapters/vectors/vector-store';
import type { VectorChild } from '#adapters/vectors/vector-messages';
import { createChildClient, type ChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import { bundleEntry } from '../process/bundle-entry.ts';
import { vectorContent } from './vector-content.ts';

const here = import.meta.dirname;
const fingerprint = `sha256:${'ab'.repeat(32)}`;
let bundle: Awaited<ReturnType<typeof bundleEntry>>;
let host: Awaited<ReturnType<typeof bundleEntry>>;
let temp = '';
let root = '';
let client: ChildClient;
let store: LanceVectorStore;

beforeAll(async () => {
  bundle = await bundleEntry(join(here, '../../../src-main/adapters/vectors/vector-child.ts'));
  host = await bundleEntry(join(here, 'save-host.ts'));
  temp = await mkdtemp(join(tmpdir(), 'assay-vectors-'));
  client = createChildClient({
    name: 'vector store',
    entry: bundle.path,
    spawn: forkChild,
    restartBudget: 100,
  });
});
afterAll(async () => {
  await client.close();
  await Promise.all([bundle.remove(), host.remove()]);
  await rm(temp, { recursive: true, force: true });
});
beforeEach(async () => {
  root = await mkdtemp(join(temp, 'workspace-'));
  store = createVectorStore({ root, child: client });
});

async function tables(): Promise<readonly string[]> {
  const names = await readdir(join(root, '.assay/lancedb'));
  return names.filter((name) => name.endsWith('.lance')).sort();
}

async function pointer(): Promise<{ readonly path: string; readonly value: Record<string, unknown> }> {
  const path = join(root, '.assay/lancedb/current', `${'ab'.repeat(32)}.json`);
  return { path, value: JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown> };
}

/** Every data file of the one table. */
async function dataFiles(): Promise<readonly string[]> {
  const folder = join(root, '.assay/lancedb', (await tables())[0] ?? '', 'data');
  return (await readdir(folder)).sort().map((name) => join(folder, name));
}

describe('createVectorStore', () => {
  it('has nothing at first, then gives back what was stored, in another store too', async () => {
    expect(await store.has(fingerprint)).toBe(false);
    expect(await store.load(fingerprint)).toBeNull();
    const content = vectorContent(5, 3, 7);
    const done: number[] = [];
    await store.save(fingerprint, content, { onProgress: (part) => done.push(part) });
    const other = createVectorStore({ root, child: client });
    expect(await other.has(fingerprint)).toBe(true);
    expect(await other.load(fingerprint)).toEqual({
      table: (await tables())[0]?.replace('.lance', ''),
      version: 1,
      count: 5,
      dims: 3,
      modelHash: 'model 7',
      cut: 7,
      vectors: content.vectors,
    });
    expect(done).toEqual([0.9, 1]);
    expect(await store.has('sha256:other')).toBe(false);
  });

  it('stores many slices in corpus order, and says the version that holds them all', async () => {
    // 4 Mi numbers a slice: 3 slices of 512 rows, the last one short.
    const content = vectorContent(1100, 8192, 3);
    await store.save(fingerprint, content, {});
    const found = await store.load(fingerprint);
    expect({ ...found, vectors: null }).toMatchObject({ version: 3, count: 1100, dims: 8192 });
    // Compared as bytes: a list of nine million numbers takes long to compare one by one.
    expect(found && Buffer.from(found.vectors.buffer).equals(Buffer.from(content.vectors.buffer))).toBe(true);
  });

  it('stores no rows, of no dimensions', async () => {
    await store.save(fingerprint, vectorContent(0, 0, 1), {});
    expect(await store.has(fingerprint)).toBe(true);
    expect(await store.load(fingerprint)).toMatchObject({ count: 0, dims: 0, vectors: new Float32Array() });
  });

  it('switches to a new table and drops the old one, but no table of another fingerprint', async () => {
    await store.save('sha256:other', vectorContent(2, 2, 1), {});
    await store.save(fingerprint, vectorContent(3, 2, 2), {});
    const [before] = [await tables()];
    await store.save(fingerprint, vectorContent(4, 2, 3), {});
    expect(await tables()).toHaveLength(2);
    expect(await tables()).not.toEqual(before);
    expect((await store.load(fingerprint))?.vectors).toEqual(vectorContent(4, 2, 3).vectors);
    expect((await store.load('sha256:other'))?.vectors).toEqual(vectorContent(2, 2, 1).vectors);
  });

  it.each<[string, () => Promise<void>]>([
    ['a pointer that is no JSON', async () => writeFile((await pointer()).path, '{')],
    [
      'a pointer of another format',
      async () => {
        const { path, value } = await pointer();
        await writeFile(path, JSON.stringify({ ...value, format: 2 }));
      },
    ],
    [
      'a pointer that leads out',
      async () => {
        const { path, value } = await pointer();
        await writeFile(path, JSON.stringify({ ...value, table: '../x' }));
      },
    ],
    [
      'a table that is gone',
      async () => rm(join(root, '.assay/lancedb', (await tables())[0] ?? ''), { recursive: true }),
    ],
    ['a data file that is gone', async () => rm((await dataFiles())[0] ?? '')],
    ['a data file cut short', async () => truncate((await dataFiles())[0] ?? '', 300)],
    [
      'a pointer that promises more rows',
      async () => {
        const { path, value } = await pointer();
        await writeFile(path, JSON.stringify({ ...value, count: 41 }));
      },
    ],
    [
      'a pointer of other dimensions',
      async () => {
        const { path, value } = await pointer();
        await writeFile(path, JSON.stringify({ ...value, dims: 8, count: 80 }));
      },
    ],
    [
      'one bit of a vector changed',
      async () => {
        const [path = ''] = await dataFiles();
        const bytes = await readFile(path);
        const numbers = Buffer.from(vectorContent(40, 16, 5).vectors.buffer);
        const at = bytes.indexOf(numbers.subarray(64, 96));
        expect(at).toBeGreaterThan(0);
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        await writeFile(path, bytes);
      },
    ],
  ])('loads nothing from %s, and stores anew', async (_, damage) => {
    await store.save(fingerprint, vectorContent(40, 16, 5), {});
    await damage();
    // A reader that starts now, without what an older one remembers.
    const fresh = createChildClient({ name: 'vector store', entry: bundle.path, spawn: forkChild });
    const other = createVectorStore({ root, child: fresh });
    expect(await other.load(fingerprint)).toBeNull();
    await other.save(fingerprint, vectorContent(40, 16, 6), {});
    expect((await other.load(fingerprint))?.vectors).toEqual(vectorContent(40, 16, 6).vectors);
    expect(await tables()).toHaveLength(1);
    await fresh.close();
  });

  it('does not switch where LanceDB gives back other vectors than it was given', async () => {
    await store.save(fingerprint, vectorContent(4, 2, 1), {});
    const lying: VectorChild = {
      async call(method, input, options) {
        const value = await client.call(method, input, options);
        return method === 'measure' ? { ...(value as object), crc32: 1 } : value;
      },
    };
    const work = createVectorStore({ root, child: lying }).save(fingerprint, vectorContent(4, 2, 2), {});
    await expect(work).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('or changed some') as string,
    });
    expect((await store.load(fingerprint))?.vectors).toEqual(vectorContent(4, 2, 1).vectors);
    expect(await tables()).toHaveLength(1);
  });

  it('keeps the old table when it is cancelled between two slices', async () => {
    await store.save(fingerprint, vectorContent(4, 2, 1), {});
    const controller = new AbortController();
    const work = store.save(fingerprint, vectorContent(1100, 8192, 2), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect((await store.load(fingerprint))?.vectors).toEqual(vectorContent(4, 2, 1).vectors);
    expect(await tables()).toHaveLength(1);
  });

  it('refuses numbers that are not finite, naming the chunk, and fingerprints that are no names', async () => {
    const content = vectorContent(4, 2, 1);
    content.vectors[5] = NaN;
    await expect(store.save(fingerprint, content, {})).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('gave NaN for the chunk дoc 1#0') as string,
    });
    await expect(store.save('../x', vectorContent(1, 1, 1), {})).rejects.toMatchObject({
      code: 'invalid-input',
    });
  });
});

describe('killed with kill -9', () => {
  /** A tenth of the full count, unless ASSAY_SOAK asks for all. */
  const kills = process.env['ASSAY_SOAK'] === undefined ? 3 : 30;

  it('a host leaves the old table in use or the new one, and the next save clears up', async () => {
    let last = -1;
    for (let n = 0; n < kills; n += 1) {
      const parameters = [host.path, root, bundle.path, fingerprint, String(last + 1)];
      const running = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
      let said = '';
      running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const exited = new Promise((resolve) => running.once('exit', resolve));
      while (!said.includes(`done ${last + 1}`)) await new Promise((resolve) => setTimeout(resolve, 5));
      // Seeded, so that a failure can be repeated: somewhere in the next save.
      await new Promise((resolve) => setTimeout(resolve, (n * 7919 + 13) % 120));
      running.kill('SIGKILL');
      await exited;
      const done = Number(/done (\d+)\n(?![^]*done)/.exec(said)?.[1]);
      const found = await store.load(fingerprint);
      const seed = [done, done + 1].find((candidate) => found?.modelHash === `model ${candidate}`);
      expect(seed, `after save ${done}`).toBeDefined();
      expect(found?.vectors).toEqual(vectorContent(4000, 96, seed ?? 0).vectors);
      last = seed ?? 0;
    }
    await store.save(fingerprint, vectorContent(3, 2, 0), {});
    expect(await tables()).toHaveLength(1);
  });

  it('a child fails the save, and the old table stays in use', async () => {
    await store.save(fingerprint, vectorContent(4, 2, 1), {});
    const own = createChildClient({ name: 'vector store', entry: bundle.path, spawn: killable });
    const work = createVectorStore({ root, child: own }).save(fingerprint, vectorContent(1100, 8192, 2), {
      onProgress: () => kill?.(),
    });
    await expect(work).rejects.toMatchObject({ code: 'unavailable', detail: { reason: 'crash' } });
    await own.close();
    expect((await store.load(fingerprint))?.vectors).toEqual(vectorContent(4, 2, 1).vectors);
    await store.save(fingerprint, vectorContent(4, 2, 3), {});
    expect(await tables()).toHaveLength(1);
  });

  let kill: (() => void) | null = null;
  const killable: typeof forkChild = (options) => {
    const handle = forkChild(options);
    kill ??= () => {
      handle.kill();
    };
    return handle;
  };
});
