// The list of a model folder's files with their sizes and checksums: made, read and verified.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Problem } from '#contract/failure';
import type { ModelKind } from '#contract/models';
import { errorCode } from '../files/disk/operations.ts';
import { writeAtomic } from '../files/files.ts';

export const manifestName = 'manifest.json';

export interface ModelFile {
  /** Relative to the model's folder, with forward slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export interface ModelManifest {
  readonly schemaVersion: 1;
  readonly name: string;
  /** What the model is for; left out: embedding. */
  readonly kind?: ModelKind;
  /** Where the weights came from: a package and its version, or `folder`. */
  readonly source: string;
  /** Version of the builder, raised when the same weights give other files; null where nothing was built. */
  readonly builder: number | null;
  readonly files: readonly ModelFile[];
}

/** The two ONNX files a model can have. */
export const modelVariants = { fp32: 'onnx/model.onnx', int8: 'onnx/model_quantized.onnx' } as const;
export type ModelVariant = keyof typeof modelVariants;

/** What every model folder must have beside an ONNX file. */
export const requiredFiles = ['config.json', 'tokenizer.json', 'tokenizer_config.json'] as const;

/** Size and SHA-256 of a file, read in pieces. */
export async function measureFile(folder: string, path: string, signal?: AbortSignal): Promise<ModelFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(join(folder, path), { highWaterMark: 1 << 20 })) {
    if (signal?.aborted) throw new AppError('cancelled', `Reading ${path} was cancelled.`);
    hash.update(piece as Buffer);
    bytes += (piece as Buffer).length;
  }
  return { path, bytes, sha256: hash.digest('hex') };
}

/** Writes the manifest into a model's folder. */
export async function saveManifest(folder: string, manifest: ModelManifest): Promise<void> {
  await writeAtomic(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}

/**
 * Reads a model's manifest.
 * @returns null where the folder or its manifest does not exist
 * @throws AppError `unavailable` where it cannot be read as a manifest
 */
export async function loadManifest(folder: string): Promise<ModelManifest | null> {
  const path = join(folder, manifestName);
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw broken(folder, [{ file: path, message: `cannot be read (${errorCode(error) ?? String(error)})` }]);
  }
  const manifest = parseManifest(text);
  if (manifest === null) throw broken(folder, [{ file: path, message: 'is not a manifest of a model' }]);
  return manifest;
}

function parseManifest(text: string): ModelManifest | null {
  try {
    const value = JSON.parse(text) as Partial<ModelManifest> | null;
    const files = value?.files;
    const wellFormed =
      value?.schemaVersion === 1 &&
      typeof value.name === 'string' &&
      typeof value.source === 'string' &&
      (value.kind === undefined || value.kind === 'embedding' || value.kind === 'cross-encoder') &&
      Array.isArray(files) &&
      files.every(isModelFile);
    return wellFormed ? (value as ModelManifest) : null;
  } catch {
    return null;
  }
}

function isModelFile(value: unknown): value is ModelFile {
  const { path, bytes, sha256 } = (value ?? {}) as Record<string, unknown>;
  // A path that leaves the folder would let a manifest name files that are none of its business.
  const inside = typeof path === 'string' && /^[\w.-]+(\/[\w.-]+)*$/.test(path) && !path.includes('..');
  return inside && Number.isSafeInteger(bytes) && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256);
}

/**
 * Compares the sizes of a model's files with its manifest.
 * @throws AppError `unavailable` naming every file that is missing or has another size
 */
export async function checkSizes(folder: string, manifest: ModelManifest): Promise<void> {
  const problems: Problem[] = [];
  for (const file of manifest.files) {
    const path = join(folder, file.path);
    const bytes = await stat(path).then(
      (entry) => (entry.isFile() ? entry.size : null),
      () => null,
    );
    if (bytes === null) problems.push({ file: path, message: 'is missing' });
    else if (bytes !== file.bytes)
      problems.push({ file: path, message: `has ${bytes} bytes instead of ${file.bytes}` });
  }
  if (problems.length > 0) throw broken(folder, problems);
}

/**
 * Compares the checksums of a model's files with its manifest.
 * @throws AppError `unavailable` naming every file whose content changed
 */
export async function checkChecksums(folder: string, manifest: ModelManifest): Promise<void> {
  const problems: Problem[] = [];
  for (const file of manifest.files) {
    const found = await measureFile(folder, file.path);
    if (found.sha256 !== file.sha256)
      problems.push({
        file: join(folder, file.path),
        message: `is corrupt: its SHA-256 is ${found.sha256} instead of ${file.sha256}`,
      });
  }
  if (problems.length > 0) throw broken(folder, problems);
}

/** The error for a model folder whose files are not what they should be. */
export function broken(folder: string, problems: readonly Problem[]): AppError {
  const list = problems.map((problem) => `${problem.file ?? folder} ${problem.message}`).join('; ');
  const remedy = 'Build it again with `assay models build`, or remove the folder and add the model again.';
  return new AppError('unavailable', `The model in ${folder} is damaged: ${list}. ${remedy}`, { problems });
}
