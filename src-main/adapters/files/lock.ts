// File locks between processes, and turns inside one: a dead holder is replaced at once, a live one is named.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contract/failure';
import { errorCode, explained, isMissing, operate } from './disk/operations.ts';
import { isRunning, ownIdentity } from './disk/processes.ts';
import { ensureFolder, temporaryPath } from './files.ts';

/** What a lock file holds. */
export interface LockHolder {
  readonly pid: number;
  readonly startTime: string;
  /** What the holder does, in words. */
  readonly what: string;
  /** Since when, ISO 8601 in UTC. */
  readonly at: string;
  readonly nonce: string;
}

export interface LockOptions {
  /** How long to wait for a live holder; default 2000. */
  readonly waitMs?: number;
}

export interface FileLock {
  /** Lets go; a second call does nothing. */
  release(): Promise<void>;
}

interface Held {
  readonly path: string;
  active: boolean;
}

const heldHere = new AsyncLocalStorage<readonly Held[]>();
const inThisProcess = new Map<string, { readonly holder: LockHolder; readonly done: Promise<void> }>();
const pollMs = 25;

/**
 * Runs `work` while holding the lock, and always lets go. Inside `work` the same lock may be asked for again: it is held.
 * @param path the lock file
 * @param what what the work does, shown to whoever finds the lock taken
 * @throws AppError conflict naming the live holder
 */
export async function withFileLock<Value>(
  path: string,
  what: string,
  work: () => Promise<Value>,
  options: LockOptions = {},
): Promise<Value> {
  const key = resolve(path);
  const outer = heldHere.getStore() ?? [];
  if (outer.some((held) => held.active && held.path === key)) return work();
  const lock = await acquireFileLock(key, what, options);
  const held: Held = { path: key, active: true };
  try {
    return await heldHere.run([...outer, held], work);
  } finally {
    held.active = false;
    await lock.release();
  }
}

/** Takes the lock until `release`. Throws conflict naming the live holder. */
export async function acquireFileLock(
  path: string,
  what: string,
  options: LockOptions = {},
): Promise<FileLock> {
  const key = resolve(path);
  const waitMs = options.waitMs ?? 2000;
  const holder: LockHolder = {
    ...(await ownIdentity()),
    what,
    at: new Date().toISOString(),
    nonce: randomBytes(8).toString('hex'),
  };
  const leave = await enterProcessQueue(key, holder, waitMs);
  try {
    await explained('lock', key, async () => {
      await ensureFolder(dirname(key));
      await takeLockFile(key, holder, performance.now() + waitMs);
    });
  } catch (error) {
    leave();
    throw error;
  }
  let released = false;
  return {
    async release() {
      if (released) return;
      released = true;
      try {
        await removeOwn(key, holder);
      } finally {
        leave();
      }
    },
  };
}

/** Who holds the lock now: null when nobody does, or a process that has died. */
export async function readLiveHolder(path: string): Promise<LockHolder | null> {
  const found = await readHolder(resolve(path));
  return found !== null && (await isRunning(found)) ? found : null;
}

/**
 * Waits until no other work of this process holds the lock. The wait counts anew for every holder: a moving queue is
 * not a conflict, one long work is.
 */
async function enterProcessQueue(key: string, holder: LockHolder, waitMs: number): Promise<() => void> {
  for (let current = inThisProcess.get(key); current; current = inThisProcess.get(key)) {
    const timer = new AbortController();
    const over = sleep(waitMs, true, { signal: timer.signal }).catch(() => true);
    const timedOut = await Promise.race([current.done.then(() => false), over]);
    timer.abort();
    if (timedOut) throw heldBy(current.holder);
  }
  let leave = (): void => undefined;
  const done = new Promise<void>((resolveDone) => {
    leave = () => {
      inThisProcess.delete(key);
      resolveDone();
    };
  });
  inThisProcess.set(key, { holder, done });
  return leave;
}

async function takeLockFile(path: string, holder: LockHolder, until: number): Promise<void> {
  const own = await temporaryPath(dirname(path));
  try {
    await writeFile(own, JSON.stringify(holder), { flag: 'wx' });
    for (;;) {
      if (await linkUnlessThere(own, path)) return;
      const found = await readHolder(path);
      if (found === null) continue;
      if (await isRunning(found)) {
        if (performance.now() >= until) throw heldBy(found);
        await sleep(pollMs);
      } else if (await replaceDead(path, own, found, holder, until)) {
        return;
      }
    }
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Puts our lock in a dead holder's place. Two processes may both have seen the same dead holder, so this is done under
 * a second lock that carries the dead one's nonce, and only while the dead one is still there: nobody else can change a
 * dead holder's lock, and `rename` leaves no moment without one. A process that dies here is itself replaced this way.
 */
async function replaceDead(
  path: string,
  own: string,
  dead: LockHolder,
  holder: LockHolder,
  until: number,
): Promise<boolean> {
  const takeover = `${path}.takeover-${dead.nonce}`;
  const second: LockHolder = { ...holder, nonce: randomBytes(8).toString('hex') };
  await takeLockFile(takeover, second, until);
  try {
    if ((await readHolder(path))?.nonce !== dead.nonce) return false;
    await operate('rename', () => rename(own, path));
    return true;
  } finally {
    await removeOwn(takeover, second);
  }
}

/** False when the lock is taken. */
async function linkUnlessThere(own: string, path: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    // Some disks (FAT, some network shares) know no hard links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP' || code === 'ENOSYS') {
      return writeUnlessThere(path, await readFile(own));
    }
    throw error;
  }
}

async function writeUnlessThere(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    await writeFile(path, bytes, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** null: no lock file. One that cannot be read (power was lost, or it is just being written) has a holder without pid. */
async function readHolder(path: string): Promise<LockHolder | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
    if (text === '') text = await rereadAfterPause(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const unreadable: LockHolder = { pid: 0, startTime: '0', what: 'unknown', at: '', nonce: 'unreadable' };
  try {
    const value: unknown = JSON.parse(text);
    return isHolder(value) ? value : unreadable;
  } catch {
    return unreadable;
  }
}

/** Gives a writer on a disk without hard links time to fill the lock file it has just made. */
async function rereadAfterPause(path: string): Promise<string> {
  await sleep(200);
  const handle = await open(path, 'r');
  try {
    return await handle.readFile('utf8');
  } finally {
    await handle.close();
  }
}

function isHolder(value: unknown): value is LockHolder {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, startTime, what, at, nonce } = value as Record<string, unknown>;
  return (
    typeof pid === 'number' &&
    typeof startTime === 'string' &&
    typeof what === 'string' &&
    typeof at === 'string' &&
    typeof nonce === 'string' &&
    /^[0-9a-f]+$/.test(nonce)
  );
}

async function removeOwn(path: string, holder: LockHolder): Promise<void> {
  if ((await readHolder(path))?.nonce === holder.nonce) await rm(path, { force: true });
}

function heldBy(holder: LockHolder): AppError {
  return new AppError(
    'conflict',
    `Busy with "${holder.what}" (process ${holder.pid}, since ${holder.at}). Wait until it ends, or stop it, and try again.`,
    { detail: { what: holder.what, pid: holder.pid, at: holder.at } },
  );
}
