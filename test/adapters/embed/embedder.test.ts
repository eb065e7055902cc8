// The embedder with a real child process: cache, duplicates, order, variants, cancelling, damage.
import { cp, readdir, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadEmbedCore } from '#adapters/embed/embed-core';
import { createEmbedder, hashModel, type Embedder } from '#adapters/embed/embedder';
import { askBuildMiniLm, type EmbedChild, type EmbedInput } from '#adapters/embed/embed-messages';
import { createModelStore, type ModelStore } from '#adapters/embed/model-store';
import { createChildClient, type ChildClient } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import { bundleEntry } from '../process/bundle-entry.ts';
import { createTempFolder, row } from './temp-folder.ts';

const model = 'all-MiniLM-L6-v2';
let temp: Awaited<ReturnType<typeof createTempFolder>>;
let bundle: Awaited<ReturnType<typeof bundleEntry>>;
let client: ChildClient;
let store: ModelStore;
let cacheFolder = '';
let tests = 0;
/** The texts of each call that reached the child. */
let asked: (readonly string[])[] = [];

const child: EmbedChild = {
  call(method, input, options) {
    if (method === 'embed') asked.push((input as EmbedInput).texts);
    return client.call(method, input, options);
  },
};

beforeAll(async () => {
  temp = await createTempFolder();
  bundle = await bundleEntry(join(import.meta.dirname, '../../../src-main/adapters/embed/embed-child.ts'));
  client = createChildClient({ name: 'embedding model', entry: bundle.path, spawn: forkChild });
  store = createModelStore({
    dataFolder: temp.path,
    build: (folder, options) => askBuildMiniLm(child, folder, options),
  });
  await store.resolveModel(model);
});
afterAll(async () => {
  await client.close();
  await bundle.remove();
  await temp.remove();
});
beforeEach(() => {
  tests += 1;
  asked = [];
  cacheFolder = join(temp.path, `cache-${tests}`);
});

function create(folder = cacheFolder): Embedder {
  return createEmbedder({ child, cacheFolder: folder, resolveModel: store.resolveModel });
}

const texts = ['a cat', 'the longest of all these texts here', 'a cat', '', 'two dogs'];

describe('createEmbedder', () => {
  it('embeds different texts once, longest first, and answers in the order of the input', async () => {
    const result = await create().embed(model, texts, { quantized: true });
    expect(asked).toEqual([['the longest of all these texts here', 'two dogs', 'a cat', '']]);
    const core = await loadEmbedCore(join(temp.path, 'models', model), 'int8');
    const { vectors } = await core.embed(texts);
    await core.close();
    expect(result).toEqual({
      vectors,
      dims: 384,
      modelHash: hashModel(await store.resolveModel(model), 'int8'),
      cut: 0,
      fromCache: 0,
    });
    expect(row(result, 3)).toEqual(new Float32Array(384));
  });

  it('counts what it would have to embed without embedding it', async () => {
    const resolved = await store.resolveModel(model);
    const before = await create().countMissing(resolved, 'int8', texts);
    await create().embed(model, texts.slice(0, 3), { quantized: true });
    asked = [];
    const after = await create().countMissing(resolved, 'int8', texts);
    // Four different texts, two of them embedded; the other variant knows none.
    expect([before, after, await create().countMissing(resolved, 'fp32', texts)]).toEqual([4, 2, 4]);
    expect(asked).toEqual([]);
  });

  it('embeds again what was deleted under it, and keeps it again', async () => {
    const resolved = await store.resolveModel(model);
    const embedder = create();
    const first = await embedder.embed(model, texts, { quantized: true });
    await rm(cacheFolder, { recursive: true });
    expect(await embedder.countMissing(resolved, 'int8', texts)).toBe(4);
    expect(await embedder.embed(model, texts, { quantized: true })).toEqual(first);
    expect(await create().countMissing(resolved, 'int8', texts)).toBe(0);
  });

  it('embeds nothing the second time, in another embedder too, and only what is new after that', async () => {
    const first = await create().embed(model, texts);
    const again = create();
    const second = await again.embed(model, texts);
    const third = await again.embed(model, ['new', ...texts]);
    expect(asked).toHaveLength(2);
    expect(asked[1]).toEqual(['new']);
    expect(second).toEqual({ ...first, fromCache: 5 });
    expect(third.fromCache).toBe(5);
    expect(third.vectors.slice(384)).toEqual(first.vectors);
  });

  it('reports cut texts, from the cache too', async () => {
    const long = Array<string>(300).fill('word').join(' ');
    const results = [];
    for (const _ of [1, 2])
      results.push(await create().embed(model, [long, 'short', long], { quantized: true }));
    expect(results.map(({ cut, fromCache }) => ({ cut, fromCache }))).toEqual([
      { cut: 2, fromCache: 0 },
      { cut: 2, fromCache: 3 },
    ]);
  });

  it('keeps fp32 and int8 vectors apart', async () => {
    const embedder = create();
    const fp32 = await embedder.embed(model, ['a cat']);
    const int8 = await embedder.embed(model, ['a cat'], { quantized: true });
    expect(int8.fromCache).toBe(0);
    expect(int8.modelHash).not.toBe(fp32.modelHash);
    expect(int8.vectors).not.toEqual(fp32.vectors);
    expect(await readdir(cacheFolder)).toHaveLength(2);
  });

  it('tells texts apart that differ in a lone surrogate alone', async () => {
    await create().embed(model, ['a \ud800', 'a \ud801'], { quantized: true });
    expect(asked[0]).toHaveLength(2);
  });

  it('embeds again what a torn cache lost, and nothing else', async () => {
    const embedder = create();
    await embedder.embed(model, ['a cat'], { quantized: true });
    const expected = await embedder.embed(model, ['a cat', 'two dogs'], { quantized: true });
    const [folder = ''] = await readdir(cacheFolder);
    const torn = join(temp.path, `torn-${tests}`);
    await cp(cacheFolder, torn, { recursive: true });
    await truncate(join(torn, folder, 'keys.bin'), 56 + 20);
    asked = [];
    const found = await create(torn).embed(model, ['a cat', 'two dogs'], { quantized: true });
    expect(asked).toEqual([['two dogs']]);
    expect(found).toEqual({ ...expected, fromCache: 1 });
  });

  it('keeps what was done when it is cancelled', async () => {
    const many = Array.from({ length: 150 }, (_, index) => `text number ${index}`);
    const controller = new AbortController();
    const done: number[] = [];
    const onProgress = (progress: { readonly done: number; readonly total: number }): void => {
      done.push(progress.done);
      expect(progress.total).toBe(150);
      if (progress.done >= 70) controller.abort();
    };
    const work = create().embed(model, many, { quantized: true, signal: controller.signal, onProgress });
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
    expect(done).toEqual([...done].sort((left, right) => left - right));
    const result = await create().embed(model, many, { quantized: true });
    expect(result.fromCache).toBe(64);
  });

  it('answers no texts with no vectors', async () => {
    expect(await create().embed(model, [])).toMatchObject({ vectors: new Float32Array(), dims: 0, cut: 0 });
    expect(asked).toEqual([]);
  });

  it('says which file a variant lacks', async () => {
    const resolved = await store.resolveModel(model);
    const files = resolved.manifest.files.filter(({ path }) => path !== 'onnx/model_quantized.onnx');
    const lacking = { ...resolved, manifest: { ...resolved.manifest, files } };
    const embedder = createEmbedder({ child, cacheFolder, resolveModel: () => Promise.resolve(lacking) });
    await expect(embedder.embed(model, ['a'], { quantized: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('has no onnx/model_quantized.onnx; set "quantized": false') as string,
    });
  });

  it('passes on why the child could not load a model', async () => {
    const resolved = await store.resolveModel(model);
    const broken = join(temp.path, `broken-${tests}`);
    await cp(resolved.folder, broken, { recursive: true });
    await truncate(join(broken, 'onnx/model_quantized.onnx'), 100_000);
    const gone = () => Promise.resolve({ ...resolved, folder: broken });
    const embedder = createEmbedder({ child, cacheFolder, resolveModel: gone });
    await expect(embedder.embed(model, ['a'], { quantized: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`The embedding model in ${broken} (int8) cannot be loaded`) as string,
    });
    // The child lives on and embeds with a sound model.
    expect((await create().embed(model, ['a'], { quantized: true })).dims).toBe(384);
  });
});
