// The vectors of a corpus's chunks in LanceDB, under .assay/lancedb: used whole and unharmed, or built again.
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { AppError } from '#contract/failure';
import type { VectorStore } from '#services/ports';
import { writeAtomic } from '../files/files.ts';
import { keepNewest } from '../files/keep-newest.ts';
import { withFileLock } from '../files/lock.ts';
import { resolveInside } from '../files/paths.ts';
import { lockFile } from '../files/workspace/layout.ts';
import { askVectorChild, type TableAt, type VectorChild } from './vector-messages.ts';
import { listPointers, loadPointer, pointerFile, pointerFormat, type Pointer } from './vector-pointer.ts';

export interface VectorStoreOptions {
  /** The workspace's folder. */
  readonly root: string;
  readonly child: VectorChild;
}

type Content = Parameters<VectorStore['save']>[1];
type SaveOptions = Parameters<VectorStore['save']>[2] & {
  /** The part done, in [0, 1]. */
  readonly onProgress?: (done: number) => void;
};

export interface LanceVectorStore extends VectorStore {
  /**
   * Builds a new table, reads it back, and switches to it; until then, and after a crash at any moment, the old one is
   * used. Tables that nothing points to are dropped afterwards.
   * @throws AppError `unavailable` (disk, LanceDB, a vector that is not finite), `cancelled`, `conflict` (another writer)
   */
  save(fingerprint: string, content: Content, options: SaveOptions): Promise<void>;
}

/** Sets of vectors kept; one of earlier documents is built again, from the cache of embeddings, when it is wanted. */
const mostTables = 16;

/** Numbers that cross to the child, or back, in one message: 16 MiB. */
const numbersPerSlice = 1 << 22;

/** Opens the store; nothing is read and no child is started before the first call. */
export function createVectorStore({ root, child }: VectorStoreOptions): LanceVectorStore {
  const folderOf = () => resolveInside(root, '.assay/lancedb');
  return {
    async has(fingerprint) {
      const folder = await folderOf();
      const pointer = await loadPointer(folder, fingerprint);
      if (pointer === null) return false;
      const status = await stat(join(folder, `${pointer.table}.lance`)).catch(() => null);
      return status?.isDirectory() ?? false;
    },
    async load(fingerprint) {
      const folder = await folderOf();
      for (let pointer = await loadPointer(folder, fingerprint); pointer !== null;) {
        const vectors = await readVectors(child, folder, pointer);
        if (vectors !== null) {
          const { table, version, count, dims, modelHash, cut } = pointer;
          return { table, version, count, dims, modelHash, cut, vectors };
        }
        // Another process may have switched to a new table, and dropped this one, in the middle of reading.
        const now = await loadPointer(folder, fingerprint);
        pointer = now?.table === pointer.table ? null : now;
      }
      return null;
    },
    async save(fingerprint, content, options) {
      checkContent(content);
      const folder = await folderOf();
      await withFileLock(
        lockFile(root, 'vectors'),
        'storing vectors',
        () => saveLocked(child, folder, fingerprint, content, options),
        { waitMs: 30_000 },
      );
    },
  };
}

async function saveLocked(
  child: VectorChild,
  folder: string,
  fingerprint: string,
  content: Content,
  options: SaveOptions,
): Promise<void> {
  const table = `vectors_${randomBytes(8).toString('hex')}`;
  try {
    const pointer = await writeTable(child, { folder, table }, content, options);
    await writeAtomic(pointerFile(folder, fingerprint), `${JSON.stringify(pointer, null, 2)}\n`);
  } catch (error) {
    // What is left of the new table takes space and nothing else: the next save drops it if this one cannot.
    await dropUnused(child, folder).catch(() => undefined);
    throw explainSave(error);
  }
  // The vectors are stored, whatever becomes of old tables.
  const current = pointerFile(folder, fingerprint);
  await keepNewest(dirname(current), mostTables, basename(current)).catch(() => undefined);
  await dropUnused(child, folder).catch(() => undefined);
  options.onProgress?.(1);
}

async function writeTable(
  child: VectorChild,
  place: { readonly folder: string; readonly table: string },
  { rows, vectors, dims, modelHash, cut }: Content,
  { signal, onProgress }: SaveOptions,
): Promise<Pointer> {
  const sliceRows = rowsPerSlice(dims);
  let version = 0;
  for (let first = 0; first === 0 || first < rows.length; first += sliceRows) {
    if (signal?.aborted) throw new AppError('cancelled', 'Storing the vectors was cancelled.');
    const slice = rows.slice(first, first + sliceRows);
    // A copy: a view would take the whole array with it across the boundary.
    const numbers = vectors.slice(first * dims, (first + slice.length) * dims);
    ({ version } = await askVectorChild(child, 'append', {
      ...place,
      first,
      rows: slice,
      vectors: numbers,
      dims,
    }));
    onProgress?.((0.9 * (first + slice.length)) / Math.max(rows.length, 1));
  }
  const expected = { count: rows.length, crc32: checksum(vectors) };
  const found = await askVectorChild(child, 'measure', { ...place, version, dims });
  if (found.count !== expected.count || found.crc32 !== expected.crc32) {
    const message = `LanceDB gave back ${found.count} of ${expected.count} vectors, or changed some. Check the disk, then try again.`;
    throw new AppError('unavailable', message, { detail: { expected, found } });
  }
  return { format: pointerFormat, table: place.table, version, dims, modelHash, cut, ...expected };
}

/** null where the table is gone, damaged, or not what the pointer says. */
async function readVectors(
  child: VectorChild,
  folder: string,
  pointer: Pointer,
): Promise<Float32Array | null> {
  const { table, version, count, dims } = pointer;
  const at: TableAt = { folder, table, version };
  const vectors = new Float32Array(count * dims);
  const sliceRows = rowsPerSlice(dims);
  try {
    for (let first = 0; first < count; first += sliceRows) {
      const rows = Math.min(sliceRows, count - first);
      const numbers = await askVectorChild(child, 'read', { ...at, dims, first, count: rows });
      vectors.set(numbers, first * dims);
    }
  } catch (error) {
    if (isDamage(error)) return null;
    throw error;
  }
  return checksum(vectors) === pointer.crc32 ? vectors : null;
}

/** True for what a damaged table can cause, a crash of the reader included; false for what a new table cannot mend. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const reason = (error.detail as { readonly reason?: unknown } | null | undefined)?.reason;
  return error.code === 'internal' || error.code === 'stale' || reason === 'crash';
}

async function dropUnused(child: VectorChild, folder: string): Promise<void> {
  const keep = (await listPointers(folder)).map(({ table }) => table);
  await askVectorChild(child, 'drop', { folder, keep });
}

/** LanceDB's own words, behind what could not be done. */
function explainSave(error: unknown): unknown {
  if (!(error instanceof AppError) || (error.code !== 'internal' && error.code !== 'stale')) return error;
  const message = `The vectors could not be stored: ${error.message} Check that the disk has room, then try again.`;
  return new AppError('unavailable', message, { detail: error.detail, cause: error });
}

function checkContent({ rows, vectors, dims }: Content): void {
  if (vectors.length !== rows.length * dims)
    throw new AppError(
      'internal',
      `${vectors.length} numbers are not ${rows.length} vectors of ${dims} dimensions.`,
    );
  let wrong = 0;
  while (wrong < vectors.length && Number.isFinite(vectors[wrong])) wrong += 1;
  if (wrong === vectors.length) return;
  const chunk = rows[Math.floor(wrong / dims)]?.chunkId ?? '';
  throw new AppError(
    'unavailable',
    `The embedding model gave ${vectors[wrong]} for the chunk ${chunk}: it cannot be used. Test it with: assay models test`,
  );
}

function rowsPerSlice(dims: number): number {
  return Math.max(1, Math.floor(numbersPerSlice / Math.max(dims, 1)));
}

function checksum(vectors: Float32Array): number {
  return crc32(new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength));
}
