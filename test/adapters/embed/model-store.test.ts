// The model store on real folders: first use, damage, folders added by the analyst, their kinds, hub ids.
import { appendFile, cp, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AppError } from '#contract/failure';
import { buildMiniLm, type BuildOptions } from '#adapters/embed/build-minilm';
import type { ModelManifest } from '#adapters/embed/model-manifest';
import { createModelStore, type ModelStore } from '#adapters/embed/model-store';
import { writeTinyModel } from './pairs/tiny-cross-encoder.ts';
import { createTempFolder } from './temp-folder.ts';

const miniLm = 'all-MiniLM-L6-v2';
let temp: Awaited<ReturnType<typeof createTempFolder>>;
let original = '';
let dataFolder = '';
let store: ModelStore;
let builds = 0;
let tests = 0;

beforeAll(async () => {
  temp = await createTempFolder();
  original = join(temp.path, 'original');
  await buildMiniLm(original);
});
afterAll(() => temp.remove());

// A copy of the one build stands in for further builds.
async function copyBuild(folder: string, options: BuildOptions): Promise<ModelManifest> {
  builds += 1;
  options.signal?.throwIfAborted();
  await cp(original, folder, { recursive: true });
  const { loadManifest } = await import('#adapters/embed/model-manifest');
  const manifest = await loadManifest(folder);
  if (manifest === null) throw new Error('the build has no manifest');
  return manifest;
}

beforeEach(() => {
  tests += 1;
  builds = 0;
  dataFolder = join(temp.path, `data-${tests}`);
  store = createModelStore({ dataFolder, build: copyBuild });
});

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'AppError' });
  return error as AppError;
}

const inStore = (...parts: readonly string[]): string => join(dataFolder, 'models', ...parts);

describe('resolveModel', () => {
  it('builds all-MiniLM-L6-v2 on first use, once, for two callers at once too', async () => {
    const [first, second] = await Promise.all([store.resolveModel(miniLm), store.resolveModel(miniLm)]);
    expect(second).toEqual(first);
    expect(await store.resolveModel(miniLm)).toEqual(first);
    expect({ builds, folder: first.folder }).toEqual({ builds: 1, folder: inStore(miniLm) });
  });

  it('sweeps what a build left that died half way', async () => {
    // No process has a number this high.
    await mkdir(inStore('.assay-tmp-99999999-1-1', 'onnx'), { recursive: true });
    expect((await store.listModels()).map(({ name }) => name)).toEqual([miniLm]);
    await store.resolveModel(miniLm);
    expect(await readdir(inStore())).toEqual([miniLm]);
  });

  it('finds a model that is shipped with the app, without building', async () => {
    await cp(original, join(temp.path, 'shipped', miniLm), { recursive: true });
    const shipping = createModelStore({
      dataFolder,
      shippedFolder: join(temp.path, 'shipped'),
      build: copyBuild,
    });
    expect((await shipping.resolveModel(miniLm)).folder).toBe(join(temp.path, 'shipped', miniLm));
    expect(builds).toBe(0);
  });

  it('builds anew what an older builder wrote', async () => {
    const { manifest } = await store.resolveModel(miniLm);
    await writeFile(inStore(miniLm, 'manifest.json'), JSON.stringify({ ...manifest, builder: 0 }));
    expect((await store.listModels()).map(({ state }) => state)).toEqual(['buildable']);
    await store.resolveModel(miniLm);
    expect(builds).toBe(2);
  });

  it('names a file that is cut, and one that is missing', async () => {
    await store.resolveModel(miniLm);
    await truncate(inStore(miniLm, 'onnx', 'model.onnx'), 1000);
    await rm(inStore(miniLm, 'tokenizer.json'));
    const error = await failure(store.resolveModel(miniLm));
    expect(error.code).toBe('unavailable');
    expect(error.message).toContain('assay models build');
    expect(error.problems).toEqual([
      { file: inStore(miniLm, 'tokenizer.json'), message: 'is missing' },
      {
        file: inStore(miniLm, 'onnx', 'model.onnx'),
        message: expect.stringMatching(/^has 1000 bytes instead of \d{8}$/) as string,
      },
    ]);
  });

  it('names a file of the right size whose content changed, as soon as another process looks', async () => {
    await store.resolveModel(miniLm);
    await truncate(inStore(miniLm, 'config.json'), 611);
    await appendFile(inStore(miniLm, 'config.json'), ' ');
    // This process verified the checksums when it built the model; another one has not yet.
    const other = createModelStore({ dataFolder, build: copyBuild });
    for (const attempt of [1, 2]) {
      const error = await failure(other.resolveModel(miniLm));
      expect({ attempt, code: error.code, files: error.problems.map(({ file }) => file) }).toEqual({
        attempt,
        code: 'unavailable',
        files: [inStore(miniLm, 'config.json')],
      });
      expect(error.message).toContain('config.json is corrupt: its SHA-256 is');
    }
    await other.buildModel(miniLm);
    expect((await other.resolveModel(miniLm)).name).toBe(miniLm);
  });

  it.each([
    ['not JSON', '{"schemaVersion": 1,'],
    ['a file outside the folder', manifestWith('../outside.bin')],
    ['no checksum', manifestWith('config.json', 'abc')],
  ])('names a broken manifest: %s', async (_, text) => {
    await mkdir(inStore(miniLm), { recursive: true });
    await writeFile(inStore(miniLm, 'manifest.json'), text);
    const error = await failure(store.resolveModel(miniLm));
    expect(error.message).toContain(`${inStore(miniLm, 'manifest.json')} is not a manifest of a model`);
  });

  it.each([
    ['Xenova/multilingual-e5-small', 'unavailable', 'add it with `assay models add FOLDER`'],
    ['multilingual-e5-small', 'unavailable', 'add it with `assay models add FOLDER`'],
    ['../escape', 'invalid-input', 'cannot name a model'],
    ['a/b/c', 'invalid-input', 'cannot name a model'],
    ['..', 'invalid-input', 'cannot name a model'],
    ['', 'invalid-input', 'cannot name a model'],
  ])('says what to do about "%s"', async (name, code, message) => {
    const error = await failure(store.resolveModel(name));
    expect({ code: error.code, message: error.message }).toEqual({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});

function manifestWith(path: string, sha256 = '0'.repeat(64)): string {
  const files = [{ path, bytes: 1, sha256 }];
  return JSON.stringify({ schemaVersion: 1, name: miniLm, source: 'folder', builder: null, files });
}

async function writeExport(name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(temp.path, 'exports', `${tests}`, name);
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), content, 'latin1');
  }
  return folder;
}

const complete = {
  'config.json': '{}',
  'tokenizer.json': '{}',
  'tokenizer_config.json': '{}',
  'onnx/model.onnx': '\x08\x08graph',
};

describe('addModelFolder', () => {
  it('copies what a model needs, with checksums, and lists it', async () => {
    const folder = await writeExport('small', {
      ...complete,
      'onnx/model.onnx_data': 'weights',
      'onnx/model_uint8.onnx': '\x08',
      'README.md': 'text',
    });
    const added = await store.addModelFolder(folder);
    const paths = [
      'config.json',
      'tokenizer.json',
      'tokenizer_config.json',
      'onnx/model.onnx',
      'onnx/model.onnx_data',
    ];
    expect(added.manifest.files.map(({ path }) => path)).toEqual(paths);
    expect(await store.resolveModel('small')).toEqual(added);
    expect(await readdir(inStore())).toEqual(['small']);
    expect(await store.listModels()).toEqual([
      expect.objectContaining({ name: miniLm, state: 'buildable', variants: ['fp32', 'int8'] }),
      {
        name: 'small',
        kind: 'embedding',
        folder: inStore('small'),
        state: 'ready',
        problem: null,
        source: 'folder',
        variants: ['fp32'],
        bytes: 2 + 2 + 2 + 7 + 7,
      },
    ]);
    // The same again is no conflict; other files under the name are.
    expect(await store.addModelFolder(folder)).toEqual(added);
    await writeFile(join(folder, 'config.json'), '{"a":1}');
    expect((await failure(store.addModelFolder(folder))).code).toBe('conflict');
    expect((await store.addModelFolder(folder, { name: 'other' })).name).toBe('other');
  });

  it.each([
    [
      'missing files',
      { 'config.json': '{}' },
      [
        'tokenizer.json is missing',
        'tokenizer_config.json is missing',
        'onnx holds neither of onnx/model.onnx',
      ],
    ],
    [
      'unreadable files',
      { ...complete, 'config.json': '{', 'tokenizer.json': '[]', 'onnx/model_quantized.onnx': '' },
      ['config.json is not JSON', 'tokenizer.json is not a JSON object', 'model_quantized.onnx is empty'],
    ],
    [
      'a pointer instead of the file',
      { ...complete, 'onnx/model.onnx': 'version https://git-lfs.github.com/spec/v1\n' },
      ['model.onnx is a Git LFS pointer, not the file itself'],
    ],
    [
      'something else',
      { ...complete, 'onnx/model.onnx': '<html>' },
      ['model.onnx does not begin as an ONNX file does'],
    ],
    [
      'another pooling',
      {
        ...complete,
        '1_Pooling/config.json': '{"pooling_mode_cls_token": true, "pooling_mode_mean_tokens": false}',
      },
      ['asks for another pooling than the mean'],
    ],
    [
      'a classifier of three labels',
      {
        ...complete,
        'config.json':
          '{"architectures": ["XForSequenceClassification"], "id2label": {"0": "yes", "1": "no", "2": "maybe"}}',
      },
      ['config.json gives 3 numbers for a pair (yes, no, maybe)'],
    ],
  ])('names every problem: %s', async (_, files, problems) => {
    const error = await failure(store.addModelFolder(await writeExport('bad', files)));
    expect(error.code).toBe('invalid-input');
    const found = error.problems.map(({ file, message }) => `${file} ${message}`);
    expect(found).toEqual(problems.map((problem) => expect.stringContaining(problem) as string));
    expect(await readdir(dataFolder).catch(() => 'nothing written')).toBe('nothing written');
  });

  it.each([
    ['Xenova/multilingual-e5-small', 'egress-denied', 'Assay fetches no models'],
    ['/no/such/folder', 'not-found', 'There is no folder /no/such/folder'],
  ])('says what to do about %s', async (path, code, message) => {
    const error = await failure(store.addModelFolder(path));
    expect({ code: error.code, message: error.message }).toEqual({
      code,
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('listModels', () => {
  it('shows a damaged model with its problem, and hides temporary folders', async () => {
    await store.addModelFolder(await writeExport('small', complete));
    await truncate(inStore('small', 'config.json'), 0);
    await mkdir(inStore('bare'));
    await mkdir(inStore('.assay-tmp-1-1-1'));
    const models = await store.listModels();
    expect(models.map(({ name, state, problem }) => ({ name, state, problem }))).toEqual([
      { name: miniLm, state: 'buildable', problem: null },
      { name: 'bare', state: 'damaged', problem: 'It has no manifest.json.' },
      {
        name: 'small',
        state: 'damaged',
        problem: expect.stringContaining('has 0 bytes instead of 2') as string,
      },
    ]);
  });
});

describe('kinds', () => {
  it('tells a cross-encoder by its config.json, remembers it, and says what a model is where another is needed', async () => {
    const exported = await writeTinyModel(join(temp.path, 'exports', `${tests}`, 'pairs'), 1);
    const added = await store.addModelFolder(exported);
    await store.addModelFolder(await writeExport('small', complete));
    expect(added.manifest.kind).toBe('cross-encoder');
    expect((await store.listModels()).map(({ name, kind }) => [name, kind])).toEqual([
      [miniLm, 'embedding'],
      ['pairs', 'cross-encoder'],
      ['small', 'embedding'],
    ]);
    expect(await store.resolveModel('pairs', { kind: 'cross-encoder' })).toEqual(added);
    const wrong = [
      ['pairs', 'embedding', 'The model pairs is a cross-encoder'],
      ['small', 'cross-encoder', 'The model small is an embedding model'],
      [miniLm, 'cross-encoder', `The model ${miniLm} is an embedding model`],
    ] as const;
    for (const [name, kind, message] of wrong) {
      const error = await failure(store.resolveModel(name, { kind }));
      expect({ code: error.code, message: error.message }).toEqual({
        code: 'invalid-input',
        message: expect.stringContaining(message) as string,
      });
    }
    expect(builds).toBe(0);
  });

  it('learns the kind of a model that an earlier version added', async () => {
    const folder = await writeTinyModel(join(temp.path, 'exports', `${tests}`, 'pairs'), 2);
    const { manifest } = await store.addModelFolder(folder);
    const { kind: _kind, ...former } = manifest;
    await writeFile(inStore('pairs', 'manifest.json'), JSON.stringify(former));
    expect((await store.resolveModel('pairs')).manifest).toEqual(former);
    await store.addModelFolder(folder);
    expect((await store.resolveModel('pairs')).manifest).toEqual(manifest);
  });
});
