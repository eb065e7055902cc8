// The store module: every change of a whole file or folder passes here, and a reader sees the old state or the new one.
import { constants } from 'node:fs';
import {
  copyFile,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  type FileHandle,
} from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isRunning, ownIdentity } from './disk/processes.ts';
import {
  errorCode,
  explained,
  faultError,
  isMissing,
  operate,
  retryWhileBusy,
  strikingFault,
} from './disk/operations.ts';

const temporaryPrefix = '.assay-tmp-';
const temporaryName = /^\.assay-tmp-(\d+)-(\d+)-\d+$/;
/** Bytes given to the system at once; it takes no more than 2 GiB. */
const largestWrite = 1 << 26;
let temporaries = 0;

/** True for the name of a file or folder that is being written and not yet in place. */
export function isTemporaryName(name: string): boolean {
  return temporaryName.test(name);
}

/**
 * Replaces a file so that a reader, or a crash at any moment, finds the old content or the new one, never a part.
 * Folders are made where missing; a symbolic link stays one; mode and concurrent writers' order are kept.
 * The library write-file-atomic is not used: it takes a short write, which is what a full disk gives first, for a
 * complete one and puts the truncated file in place.
 * @throws AppError unavailable (full or read-only disk, no permission), conflict (a file where a folder must be)
 */
export async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  await inTurn(resolve(path), () =>
    explained('write', path, async () => {
      await ensureFolder(dirname(path));
      const target = await realpath(path).catch(() => path);
      const mode = (await stat(target).catch(() => null))?.mode;
      const temporary = await temporaryPath(dirname(target));
      try {
        const handle = await open(temporary, 'wx');
        try {
          if (mode !== undefined) await handle.chmod(mode & 0o777);
          await writeAll(handle, bytes);
          await operate('fsync', () => handle.sync());
        } finally {
          await handle.close();
        }
        await retryWhileBusy(() => operate('rename', () => rename(temporary, target)));
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        throw error;
      }
      await syncFolder(dirname(target));
    }),
  );
}

/** Makes a folder and its parents, durably. Throws conflict where a file stands in the way. */
export async function ensureFolder(folder: string): Promise<void> {
  await explained('make the folder', folder, async () => {
    const first = await mkdir(folder, { recursive: true }).catch((error: unknown) => {
      // The system says EEXIST when the last part of the path is a file, ENOTDIR when an earlier one is.
      throw errorCode(error) === 'EEXIST' ? Object.assign(error as Error, { code: 'ENOTDIR' }) : error;
    });
    if (first === undefined) return;
    for (let made = resolve(folder); ; made = dirname(made)) {
      await syncFolder(dirname(made));
      if (made === resolve(first) || made === dirname(made)) return;
    }
  });
}

/** Makes one folder whose parent may be missing. Returns false where something stands there already. */
export async function createFolder(folder: string): Promise<boolean> {
  await ensureFolder(dirname(folder));
  return explained('make the folder', folder, async () => {
    try {
      await mkdir(folder);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    }
    await syncFolder(dirname(folder));
    return true;
  });
}

/** Moves a finished file or folder to its place; an existing file is replaced, durably. */
export async function renameInto(from: string, to: string): Promise<void> {
  await explained('move into place', to, async () => {
    await ensureFolder(dirname(to));
    await retryWhileBusy(() => operate('rename', () => rename(from, to)));
    await syncFolder(dirname(to));
    if (dirname(from) !== dirname(to)) await syncFolder(dirname(from));
  });
}

/** Copies a file from anywhere so that the copy appears complete or not at all. */
export async function copyIn(source: string, target: string): Promise<void> {
  await explained('copy', `${source} to ${target}`, async () => {
    await ensureFolder(dirname(target));
    const temporary = await temporaryPath(dirname(target));
    try {
      const fault = strikingFault('write');
      if (fault) throw faultError(fault);
      await copyFile(source, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      const handle = await open(temporary, 'r+');
      try {
        await operate('fsync', () => handle.sync());
      } finally {
        await handle.close();
      }
      await renameInto(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Fills a folder under a temporary name and puts it in place when it is complete. A folder that stood there is
 * replaced: for a moment between two renames there is none, so this is for derived data that can be built again.
 */
export async function writeFolder(target: string, fill: (folder: string) => Promise<void>): Promise<void> {
  await ensureFolder(dirname(target));
  const temporary = await temporaryPath(dirname(target));
  const replaced = await temporaryPath(dirname(target));
  try {
    await ensureFolder(temporary);
    await fill(temporary);
    await rename(target, replaced).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    await renameInto(temporary, target);
  } finally {
    await removeTree(temporary);
    await removeTree(replaced);
  }
}

/** Removes a file or a folder with all it holds; nothing there is no error. */
export async function removeTree(path: string): Promise<void> {
  await explained('remove', path, async () => {
    await retryWhileBusy(() => rm(path, { recursive: true, force: true }));
    await syncFolder(dirname(path)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  });
}

/** Removes what dead writers left half written in this folder (not below it). Returns the names removed. */
export async function sweepStray(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  const removed: string[] = [];
  for (const name of names) {
    const [, pid, startTime] = temporaryName.exec(name) ?? [];
    if (pid === undefined || startTime === undefined) continue;
    if (await isRunning({ pid: Number(pid), startTime })) continue;
    await removeTree(join(folder, name));
    removed.push(name);
  }
  return removed;
}

/** Writes every byte: the system may take fewer than it was given. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  const fault = strikingFault('write');
  if (fault) {
    await handle.write(bytes, 0, Math.min(fault.bytesWritten ?? 0, bytes.length));
    throw faultError(fault);
  }
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, Math.min(bytes.length - done, largestWrite));
    done += bytesWritten;
  }
}

/** Makes the names in a folder durable. Windows has no such call and needs none. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await operate('fsync', () => handle.sync());
  } finally {
    await handle.close();
  }
}

const turns = new Map<string, Promise<unknown>>();

/** Runs the works of one key one after the other, in the order of the calls. */
export async function inTurn<Value>(key: string, work: () => Promise<Value>): Promise<Value> {
  const before = turns.get(key) ?? Promise.resolve();
  const mine = before.then(work, work);
  const settled = mine.catch(() => undefined);
  turns.set(key, settled);
  try {
    return await mine;
  } finally {
    if (turns.get(key) === settled) turns.delete(key);
  }
}

/** A name that tells its writer, so that a sweep knows a dead one's, and that no document can have. */
export async function temporaryPath(folder: string): Promise<string> {
  const { pid, startTime } = await ownIdentity();
  temporaries += 1;
  return join(folder, `${temporaryPrefix}${pid}-${startTime}-${temporaries}`);
}
