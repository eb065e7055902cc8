// Appends bytes to a file that only grows, durably, by the store's own means.
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { operate, explained } from '../files/disk/operations.ts';
import { ensureFolder, writeAll } from '../files/files.ts';

/**
 * Appends to a file, which is made where missing, and waits until the bytes are on the disk.
 * @returns the file's size in bytes after the append
 * @throws AppError `unavailable` when the disk refuses; part of the bytes may then stand at the end of the file
 */
export async function appendBytes(path: string, bytes: Uint8Array): Promise<number> {
  return explained('write', path, async () => {
    await ensureFolder(dirname(path));
    const handle = await open(path, 'a');
    try {
      await writeAll(handle, bytes);
      await operate('fsync', () => handle.sync());
      return (await handle.stat()).size;
    } finally {
      await handle.close();
    }
  });
}
