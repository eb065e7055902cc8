// The models on this machine, those that embed and those that score pairs: lists, resolves, verifies and adds them.
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { AppError } from '#contract/failure';
import type { ModelKind } from '#contract/models';
import { buildMiniLm, miniLmBuilder, miniLmName, type BuildOptions } from './build-minilm.ts';
import { kindOf, requireKind } from './kinds/model-kind.ts';
import { addFolder, isHubId } from './model-import.ts';
import { errorCode } from '../files/disk/operations.ts';
import { isTemporaryName, sweepStray } from '../files/files.ts';
import {
  checkChecksums,
  checkSizes,
  loadManifest,
  modelVariants,
  type ModelManifest,
  type ModelVariant,
} from './model-manifest.ts';

export interface ResolvedModel {
  readonly name: string;
  readonly folder: string;
  readonly manifest: ModelManifest;
}

export interface ModelEntry {
  readonly name: string;
  readonly kind: ModelKind;
  readonly folder: string;
  /** `ready`; `buildable` = built when first used; `damaged`, with the problem in words. */
  readonly state: 'ready' | 'buildable' | 'damaged';
  readonly problem: string | null;
  readonly source: string | null;
  readonly variants: readonly ModelVariant[];
  readonly bytes: number;
}

export interface ModelStoreOptions {
  /** The app's data folder; models stand in `<dataFolder>/models/<name>/`. */
  readonly dataFolder: string;
  /** Models shipped with the app, laid out the same way; read only. */
  readonly shippedFolder?: string;
  /** Builds all-MiniLM-L6-v2 into a folder; by default in this process, which it holds for about a second. */
  readonly build?: (folder: string, options: BuildOptions) => Promise<ModelManifest>;
}

export interface ResolveOptions extends BuildOptions {
  /** What the model must be; left out: either. */
  readonly kind?: ModelKind;
}

export interface ModelStore {
  /** Sorted by name; all-MiniLM-L6-v2 is always among them. Sizes are verified, checksums are not. */
  listModels(): Promise<readonly ModelEntry[]>;
  /**
   * Finds a model, verified: sizes each time, checksums once per process. Builds all-MiniLM-L6-v2 on first use.
   * @throws AppError `unavailable` naming the damaged file, or saying how to add a model that is not there;
   * `invalid-input` where it is not of the kind that is asked for
   */
  resolveModel(name: string, options?: ResolveOptions): Promise<ResolvedModel>;
  /** Builds all-MiniLM-L6-v2 anew, whatever stands there. Throws `invalid-input` for any other model. */
  buildModel(name: string, options?: BuildOptions): Promise<ResolvedModel>;
  /**
   * Copies a folder with an ONNX export into the store, under its own name or the one given.
   * @throws AppError `invalid-input` naming every missing or unreadable file, `not-found`, `egress-denied` for a hub
   * id, `conflict` where another model has the name
   */
  addModelFolder(
    path: string,
    options?: { readonly name?: string; readonly signal?: AbortSignal },
  ): Promise<ResolvedModel>;
}

interface State {
  readonly folder: string;
  readonly shipped: string | null;
  readonly build: (folder: string, options: BuildOptions) => Promise<ModelManifest>;
  /** Folders whose checksums were verified, or are being verified, with the manifest's text they belong to. */
  readonly verified: Map<string, Promise<void>>;
  building: Promise<ModelManifest> | null;
}

/** Opens the store of a data folder; nothing is read or built before it is asked for. */
export function createModelStore(options: ModelStoreOptions): ModelStore {
  const state: State = {
    folder: join(options.dataFolder, 'models'),
    shipped: options.shippedFolder ?? null,
    build: options.build ?? buildMiniLm,
    verified: new Map(),
    building: null,
  };
  return {
    listModels: () => listModels(state),
    resolveModel: (name, build = {}) => resolveModel(state, name, build),
    buildModel: (name, build = {}) => buildModel(state, name, build),
    addModelFolder: async (path, { name, signal } = {}) => {
      const source = resolve(path);
      const modelName = name ?? basename(source);
      checkName(modelName);
      const manifest = await addFolder(path, join(state.folder, modelName), modelName, signal);
      return { name: modelName, folder: join(state.folder, modelName), manifest };
    },
  };
}

async function resolveModel(state: State, name: string, options: ResolveOptions): Promise<ResolvedModel> {
  checkName(name);
  for (const root of [state.folder, state.shipped]) {
    if (root === null) continue;
    const folder = join(root, name);
    const manifest = await loadManifest(folder);
    // Files of an older builder are no longer what the same weights give: build anew.
    if (manifest === null || isOutdated(manifest)) continue;
    requireKind(name, kindOf(manifest), options.kind ?? kindOf(manifest));
    await verify(state, folder, manifest);
    return { name, folder, manifest };
  }
  if (name === miniLmName) {
    requireKind(name, 'embedding', options.kind ?? 'embedding');
    return buildModel(state, name, options);
  }
  throw missing(name);
}

function isOutdated(manifest: ModelManifest): boolean {
  return manifest.builder !== null && manifest.builder !== miniLmBuilder;
}

async function verify(state: State, folder: string, manifest: ModelManifest): Promise<void> {
  await checkSizes(folder, manifest);
  const id = JSON.stringify([folder, manifest.files]);
  const known = state.verified.get(id) ?? checkChecksums(folder, manifest);
  state.verified.set(id, known);
  // A failure is not remembered: the analyst may have repaired the folder meanwhile.
  known.catch(() => state.verified.delete(id));
  await known;
}

async function buildModel(state: State, name: string, options: BuildOptions): Promise<ResolvedModel> {
  if (name !== miniLmName)
    throw new AppError(
      'invalid-input',
      `Only ${miniLmName} can be built; add ${name} with \`assay models add FOLDER\`.`,
    );
  if (state.building !== null) {
    // Two callers at once share one build; where it fails or its caller cancels it, the other builds for itself.
    await state.building.catch(() => undefined);
    return resolveModel(state, name, options);
  }
  const folder = join(state.folder, name);
  const building = sweepStray(state.folder).then(() => state.build(folder, options));
  state.building = building;
  try {
    const manifest = await building;
    state.verified.set(JSON.stringify([folder, manifest.files]), Promise.resolve());
    return { name, folder, manifest };
  } finally {
    state.building = null;
  }
}

async function listModels(state: State): Promise<readonly ModelEntry[]> {
  const names = new Map<string, string>();
  for (const root of [state.shipped, state.folder]) {
    if (root === null) continue;
    for (const name of await listFolders(root)) names.set(name, join(root, name));
  }
  const entries: ModelEntry[] = [];
  for (const [name, folder] of names) entries.push(await describe(name, folder));
  if (!names.has(miniLmName)) entries.push(buildable(join(state.folder, miniLmName)));
  return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
}

async function listFolders(root: string): Promise<readonly string[]> {
  const found = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  return found.flatMap((entry) => (entry.isDirectory() && !isTemporaryName(entry.name) ? [entry.name] : []));
}

async function describe(name: string, folder: string): Promise<ModelEntry> {
  const empty = { name, kind: 'embedding' as const, folder, source: null, variants: [], bytes: 0 };
  try {
    const manifest = await loadManifest(folder);
    if (manifest === null) return { ...empty, state: 'damaged', problem: 'It has no manifest.json.' };
    if (isOutdated(manifest)) return buildable(folder);
    const paths = manifest.files.map((file) => file.path);
    const variants = (['fp32', 'int8'] as const).filter((variant) => paths.includes(modelVariants[variant]));
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const problem = await checkSizes(folder, manifest).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    const { source } = manifest;
    const stateOf = problem === null ? 'ready' : 'damaged';
    return { name, kind: kindOf(manifest), folder, state: stateOf, problem, source, variants, bytes };
  } catch (error) {
    return { ...empty, state: 'damaged', problem: error instanceof Error ? error.message : String(error) };
  }
}

function buildable(folder: string): ModelEntry {
  const variants = ['fp32', 'int8'] as const;
  const kind = 'embedding' as const;
  return {
    name: miniLmName,
    kind,
    folder,
    state: 'buildable',
    problem: null,
    source: null,
    variants,
    bytes: 0,
  };
}

function checkName(name: string): void {
  if (isHubId(name)) throw missing(name);
  if (!/^[A-Za-z0-9][\w.-]{0,99}$/.test(name) || isTemporaryName(name))
    throw new AppError(
      'invalid-input',
      `"${name}" cannot name a model: use letters, digits, dots, dashes and underscores, 100 at most.`,
    );
}

function missing(name: string): AppError {
  return new AppError(
    'unavailable',
    `The model ${name} is not on this machine, and Assay fetches none from the network. Bring a folder with its ONNX ` +
      'export (config.json, tokenizer.json, tokenizer_config.json, onnx/model.onnx or onnx/model_quantized.onnx) ' +
      'and add it with `assay models add FOLDER`.',
  );
}
