// Measures folders and clears derived ones behind the StorageDisk port; no symbolic link is ever followed.
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { AppError } from '#contract/failure';
import type { StorageDisk, StorageUse } from '#services/settings/ports';
import { errorCode, explained, isMissing } from './disk/operations.ts';
import { removeTree, renameInto, temporaryPath } from './files.ts';
import { resolveInside } from './paths.ts';

export function createStorageDisk(): StorageDisk {
  return { measure, clear };
}

const nothing: StorageUse = { files: 0, bytes: 0 };

/** What vanishes while it is being counted counts as gone. */
async function measure(path: string): Promise<StorageUse> {
  return explained('read', path, () => measureBelow(path));
}

async function measureBelow(path: string): Promise<StorageUse> {
  const status = await orNull(lstat(path));
  if (status === null) return nothing;
  if (!status.isDirectory()) return { files: 1, bytes: status.size };
  let files = 0;
  let bytes = 0;
  // One after the other: a folder may hold a hundred thousand files.
  for (const name of (await orNull(readdir(path))) ?? []) {
    const use = await measureBelow(join(path, name));
    files += use.files;
    bytes += use.bytes;
  }
  return { files, bytes };
}

async function orNull<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (isMissing(error) || errorCode(error) === 'ENOTDIR') return null;
    throw error;
  }
}

/** The folder disappears at once, its content afterwards: a reader sees all of it or none. */
async function clear(root: string, relative: string): Promise<void> {
  const folder = await resolveInside(root, relative);
  const parts = relative.split(/[/\\]/);
  for (let length = 1; length <= parts.length; length += 1) {
    const part = parts.slice(0, length).join(sep);
    const status = await orNull(lstat(join(root, part)));
    if (status === null) return;
    if (status.isSymbolicLink())
      throw new AppError(
        'invalid-input',
        `${part} is a symbolic link: what it leads to is not cleared. Delete it by hand.`,
      );
  }
  const trash = await temporaryPath(join(root, parts.slice(0, -1).join(sep)));
  await renameInto(folder, trash);
  await removeTree(trash);
}
