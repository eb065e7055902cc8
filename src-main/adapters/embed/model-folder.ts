// The only file here that changes the disk: whole files, complete folders that appear at once, appends and cuts.
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, open, readdir, rename, rm, truncate } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Writes a file and waits until it is on the disk. Its folder is made where missing. */
export async function writeFileDurably(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Copies a file and waits until the copy is on the disk. Its folder is made where missing. */
export async function copyFileDurably(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await copyFile(source, target);
  await syncPath(target);
}

/**
 * Appends bytes to a file, which is made where missing, and waits until they are on the disk.
 * @returns the file's size after the append
 */
export async function appendDurably(path: string, bytes: Uint8Array): Promise<number> {
  await mkdir(dirname(path), { recursive: true });
  const handle = await open(path, 'a');
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** Cuts a file down to `bytes`. */
export async function cutFile(path: string, bytes: number): Promise<void> {
  await truncate(path, bytes);
}

/**
 * Fills a folder so that it is seen complete or not at all: `fill` writes into a sibling with a temporary name,
 * which is renamed when it is done, and removed when it fails. A folder that stood there is replaced.
 * @param target the folder to make
 * @param fill gets the temporary folder
 */
export async function createFolderAtOnce<Value>(
  target: string,
  fill: (folder: string) => Promise<Value>,
): Promise<Value> {
  const suffix = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const fresh = `${target}.new-${suffix}`;
  const replaced = `${target}.old-${suffix}`;
  await mkdir(fresh, { recursive: true });
  try {
    const value = await fill(fresh);
    await syncPath(fresh);
    await replaceFolder(fresh, target, replaced);
    await syncPath(dirname(target));
    return value;
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(replaced, { recursive: true, force: true });
  }
}

async function replaceFolder(fresh: string, target: string, replaced: string): Promise<void> {
  try {
    await rename(fresh, target);
  } catch (error) {
    // A folder that is not empty cannot be renamed over: move it aside first.
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(errorCode(error))) throw error;
    await rename(target, replaced);
    await rename(fresh, target);
  }
}

const temporaryName = /\.(?:new|old)-(\d+)-[0-9a-f]{8}$/;

/** True for the temporary names of `createFolderAtOnce`. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/** Removes the temporary folders that processes which no longer live left in `folder`. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names: readonly string[] = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = temporaryName.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid)))
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

async function syncPath(path: string): Promise<void> {
  // Windows cannot open a folder to sync it; there the rename is durable by itself.
  const handle = await open(path, 'r').catch((error: unknown) => {
    if (['EPERM', 'EISDIR', 'EACCES'].includes(errorCode(error))) return null;
    throw error;
  });
  if (handle === null) return;
  try {
    await handle.sync();
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'EISDIR'].includes(errorCode(error))) throw error;
  } finally {
    await handle.close();
  }
}

/** The system's code of an error (`ENOENT`, ...), or an empty text. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
