// Several files that change together: new content waits beside the old one until the record that names its hash is in place.
//
// A changed document has a record, a text and a source, and no system renames three files at once. So the new text and
// source are first written to documents/.next/<hash>; then documents.jsonl is replaced, which is the moment of change; then
// the staged files are moved over the old ones. A reader trusts hashes alone: where the file in place does not have the hash
// of the record, the staged one does. Whatever a crash leaves is finished, or thrown away, by the next writer.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readBytes } from '../disk/json-file.ts';
import { hashBytes } from '#services/hash';
import { copyIn, removeTree, renameInto, sweepStray, writeAtomic } from '../files.ts';
import { resolveInside } from '../paths.ts';
import { listNames, sourceFile, stagedDocuments, textFile } from './layout.ts';
import { isCollection, type StoredRecord } from './records.ts';

/** A file of the workspace (path relative to the root) and the hash it must have. */
export interface HashedFile {
  readonly path: string;
  readonly hash: string;
}

/** The files a record names. */
export function filesOf(record: StoredRecord): readonly HashedFile[] {
  if (isCollection(record)) {
    return record.fileHash === undefined ? [] : [{ path: sourceFile(record.path), hash: record.fileHash }];
  }
  return [
    { path: sourceFile(record.path), hash: record.sourceHash },
    { path: textFile(record.id), hash: record.textHash },
  ];
}

/** The content with this hash, in place or staged; 'missing' or 'changed' tells what is in place instead. */
export async function readHashed(root: string, file: HashedFile): Promise<Buffer | 'missing' | 'changed'> {
  const path = await resolveInside(root, file.path);
  const staged = stagedPath(root, file.hash);
  let found: 'missing' | 'changed' = 'missing';
  // In place, staged, and in place once more: a writer may move it between the first two looks.
  for (const place of [path, staged, path]) {
    const bytes = await readBytes(place);
    if (bytes !== null && hashBytes(bytes) === file.hash) return bytes;
    if (bytes !== null && place === path) found = 'changed';
  }
  return found;
}

/** True when every file of the record has its hash, in place or staged. */
export async function isIntact(root: string, record: StoredRecord): Promise<boolean> {
  for (const file of filesOf(record)) if (typeof (await readHashed(root, file)) === 'string') return false;
  return true;
}

export async function stage(root: string, bytes: string | Uint8Array): Promise<void> {
  await writeAtomic(stagedPath(root, hashBytes(bytes)), bytes);
}

/** True when the file in place has its hash already. */
export async function isInPlace(root: string, file: HashedFile): Promise<boolean> {
  const bytes = await readBytes(await resolveInside(root, file.path));
  return bytes !== null && hashBytes(bytes) === file.hash;
}

/** Moves staged content of these files into place; the records must name the hashes already. */
export async function finishStaged(root: string, files: readonly HashedFile[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const path = await resolveInside(root, file.path);
    const staged = stagedPath(root, file.hash);
    // A plain text and its source are the same bytes: what another file still waits for is copied, not moved.
    const isWaitedFor = files.slice(index + 1).some((other) => other.hash === file.hash);
    await (isWaitedFor ? copyIn(staged, path) : renameInto(staged, path));
  }
  await removeTree(join(root, stagedDocuments));
}

/** Finishes or throws away what a writer that died has staged; the workspace's lock must be held. */
export async function recoverStaged(root: string, records: readonly StoredRecord[]): Promise<void> {
  const folder = join(root, stagedDocuments);
  // Nearly always there is no such folder; one without content is what a death in the first write of all leaves.
  if (!existsSync(folder)) return;
  await sweepStray(folder);
  const names = new Set(await listNames(folder));
  for (const file of records.flatMap(filesOf)) {
    if (!names.has(file.hash.slice('sha256:'.length))) continue;
    if (await isInPlace(root, file)) continue;
    const bytes = await readHashed(root, file);
    if (typeof bytes !== 'string') await writeAtomic(await resolveInside(root, file.path), bytes);
  }
  await removeTree(folder);
}

function stagedPath(root: string, hash: string): string {
  return join(root, stagedDocuments, hash.slice('sha256:'.length));
}
