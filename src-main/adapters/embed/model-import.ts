// Checks a folder with an ONNX export and copies it into the model store, complete or not at all.
import { open, readFile, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { AppError, type Problem } from '#contract/failure';
import { errorCode } from '../files/disk/operations.ts';
import { copyIn, writeFolder } from '../files/files.ts';
import type { ModelKind } from '#contract/models';
import { findLabelProblem, kindOf, readKind, readLabels } from './kinds/model-kind.ts';
import {
  loadManifest,
  measureFile,
  modelVariants,
  requiredFiles,
  saveManifest,
  type ModelFile,
  type ModelManifest,
} from './model-manifest.ts';

/**
 * Copies the files a model needs from `path` to `target`, with their checksums in a manifest. The same files again
 * change nothing.
 * @param path the folder as the analyst named it
 * @throws AppError `not-found`, `egress-denied` (a hub id), `invalid-input` naming every missing or unreadable file,
 * `conflict` where `target` holds other files, `cancelled`
 */
export async function addFolder(
  path: string,
  target: string,
  name: string,
  signal?: AbortSignal,
): Promise<ModelManifest> {
  const source = resolve(path);
  await checkIsFolder(path, source);
  const { kind, paths } = await checkFiles(source);
  const files: ModelFile[] = [];
  for (const file of paths) files.push(await measureFile(source, file, signal));
  const manifest: ModelManifest = { schemaVersion: 1, name, kind, source: 'folder', builder: null, files };
  const present = await loadManifest(target);
  if (present !== null) {
    if (JSON.stringify(present.files) === JSON.stringify(files)) return keepPresent(target, present, kind);
    throw new AppError(
      'conflict',
      `Another model named ${name} stands in ${target}. Remove that folder first, or rename the one you add.`,
    );
  }
  await writeFolder(target, async (folder) => {
    for (const file of files) {
      await copyIn(join(source, file.path), join(folder, file.path));
      const copy = await measureFile(folder, file.path, signal);
      if (copy.sha256 !== file.sha256)
        throw new AppError(
          'conflict',
          `${join(source, file.path)} changed while it was copied; add the model again.`,
        );
    }
    await saveManifest(folder, manifest);
  });
  return manifest;
}

/** The same files stand there already; a manifest of an earlier version does not say what they are for. */
async function keepPresent(target: string, present: ModelManifest, kind: ModelKind): Promise<ModelManifest> {
  if (kindOf(present) === kind) return present;
  const manifest = { ...present, kind };
  await saveManifest(target, manifest);
  return manifest;
}

/** True for `owner/name`, the shape of a model's id on a hub. */
export function isHubId(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]*\/[A-Za-z0-9][\w.-]*$/.test(name);
}

async function checkIsFolder(path: string, source: string): Promise<void> {
  const entry = await stat(source).catch(() => null);
  if (entry?.isDirectory()) return;
  if (entry !== null) throw new AppError('invalid-input', `${source} is a file; a model is a folder.`);
  if (isHubId(path))
    throw new AppError(
      'egress-denied',
      `There is no folder ${source}, and if ${path} is meant as a hub id: Assay fetches no models. Download it where ` +
        `there is a network (${requiredFiles.join(', ')} and ${Object.values(modelVariants).join(' or ')}), bring the ` +
        'folder here, and run `assay models add FOLDER`.',
    );
  throw new AppError('not-found', `There is no folder ${source}.`);
}

/** The files to copy, relative to the folder. Every problem is collected before anything is refused. */
async function checkFiles(
  source: string,
): Promise<{ readonly kind: ModelKind; readonly paths: readonly string[] }> {
  const problems: Problem[] = [];
  for (const path of requiredFiles) {
    const message = await findJsonProblem(join(source, path));
    if (message !== null) problems.push({ file: join(source, path), message });
  }
  const names: readonly string[] = await readdir(join(source, 'onnx')).catch(() => []);
  const weights = Object.values(modelVariants).filter((path) => names.includes(path.slice('onnx/'.length)));
  for (const path of weights) {
    const message = await findOnnxProblem(join(source, path));
    if (message !== null) problems.push({ file: join(source, path), message });
  }
  if (weights.length === 0)
    problems.push({
      file: join(source, 'onnx'),
      message: `holds neither of ${Object.values(modelVariants).join(', ')}`,
    });
  const kind = await findKind(source, problems);
  if (problems.length > 0) {
    const list = problems.map((problem) => `${problem.file} ${problem.message}`).join('; ');
    throw new AppError('invalid-input', `The folder ${source} is no model that can be added: ${list}.`, {
      problems,
    });
  }
  // Large exports keep their weights in files beside the graph: model.onnx_data, model.onnx_data_1, ...
  const data = names
    .map((name) => `onnx/${name}`)
    .filter((name) => weights.some((path) => isDataOf(name, path)));
  return { kind, paths: [...requiredFiles, ...weights, ...data.sort()] };
}

/** Told by config.json, which may be broken: that problem is known already. Adds what keeps such a model from its use. */
async function findKind(source: string, problems: Problem[]): Promise<ModelKind> {
  const file = join(source, 'config.json');
  const config = await readFile(file, 'utf8')
    .then((text) => Object(JSON.parse(text)) as Record<string, unknown>)
    .catch(() => ({}));
  const kind = readKind(config);
  const pooling = await findPoolingProblem(join(source, '1_Pooling', 'config.json'));
  const labels = findLabelProblem(readLabels(config));
  if (kind === 'embedding' && pooling !== null) problems.push(pooling);
  if (kind === 'cross-encoder' && labels !== null) problems.push({ file, message: labels });
  return kind;
}

function isDataOf(name: string, weights: string): boolean {
  return name.startsWith(`${weights}_data`) && /^(_\d+)?$/.test(name.slice(`${weights}_data`.length));
}

async function findJsonProblem(path: string): Promise<string | null> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? null
      : 'is not a JSON object';
  } catch (error) {
    return error instanceof SyntaxError ? `is not JSON (${error.message})` : describe(error);
  }
}

// An ONNX file begins with field 1 of its message, the IR version (tag 0x08), or with another of its first fields.
async function findOnnxProblem(path: string): Promise<string | null> {
  try {
    const handle = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0);
      const text = buffer.toString('latin1', 0, bytesRead);
      if (bytesRead === 0) return 'is empty';
      if (text.startsWith('version https://git-lfs')) return 'is a Git LFS pointer, not the file itself';
      return buffer[0] === 0x08 ? null : 'does not begin as an ONNX file does';
    } finally {
      await handle.close();
    }
  } catch (error) {
    return describe(error);
  }
}

// sentence-transformers folders say how token vectors become one; only their mean is computed here.
async function findPoolingProblem(path: string): Promise<Problem | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null;
    if (value?.pooling_mode_mean_tokens === true) return null;
    return {
      file: path,
      message: 'asks for another pooling than the mean of the tokens, which alone is supported',
    };
  } catch {
    return { file: path, message: 'is not JSON' };
  }
}

function describe(error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'is missing';
  return `cannot be read (${code ?? String(error)})`;
}
