// The pointer files of stored vectors: which table of LanceDB, and what it must hold, belongs to a fingerprint.
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import { findProblems } from '#services/validate';
import { readJsonFile } from '../files/disk/json-file.ts';
import { checkedName } from '../files/paths.ts';
import { listNames } from '../files/workspace/layout.ts';

export const pointerFormat = 1;

const PointerSchema = Type.Object({
  format: Type.Literal(pointerFormat),
  table: Type.String({ pattern: '^vectors_[0-9a-f]{16}$' }),
  version: Type.Integer({ minimum: 1 }),
  count: Type.Integer({ minimum: 0 }),
  dims: Type.Integer({ minimum: 0 }),
  modelHash: Type.String(),
  /** Chunks that lost their end at the model's limit. */
  cut: Type.Integer({ minimum: 0 }),
  /** Of all numbers, row after row, as they lie in this machine's memory; against accidents. */
  crc32: Type.Integer({ minimum: 0 }),
});
export type Pointer = Static<typeof PointerSchema>;

const pointerFolder = 'current';

/** @param folder of the tables; @throws AppError invalid-input where the fingerprint cannot name a file */
export function pointerFile(folder: string, fingerprint: string): string {
  // A colon cannot stand in a file name everywhere.
  const name = checkedName(fingerprint.replace(/^sha256:/, ''), 'fingerprint of vectors');
  return join(folder, pointerFolder, `${name}.json`);
}

/** null where there is none, or it is damaged or of another format. */
export async function loadPointer(folder: string, fingerprint: string): Promise<Pointer | null> {
  return readPointer(pointerFile(folder, fingerprint));
}

/** Every pointer that can be read. */
export async function listPointers(folder: string): Promise<readonly Pointer[]> {
  const names = await listNames(join(folder, pointerFolder));
  const pointers = await Promise.all(names.map((name) => readPointer(join(folder, pointerFolder, name))));
  return pointers.filter((pointer) => pointer !== null);
}

async function readPointer(path: string): Promise<Pointer | null> {
  const read = await readJsonFile(path, path);
  if (!('value' in read) || findProblems(PointerSchema, read.value).length > 0) return null;
  return read.value as Pointer;
}
