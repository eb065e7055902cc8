// Each operation that changes the disk passes here: tests inject faults, and errors become words for the analyst.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, type FailureCode } from '#contract/failure';

export type DiskOperation = 'write' | 'fsync' | 'rename' | 'truncate';

/** A fault for a test: the n-th operation of this kind (from 1, counted from the injection) fails with `code`. */
export interface Fault {
  readonly operation: DiskOperation | 'any';
  readonly nth: number;
  /** Such as ENOSPC or EIO. */
  readonly code: string;
  /** How many operations fail, starting with the n-th; default 1. */
  readonly times?: number;
  /** Bytes really written before a 'write' fails, as a full disk does; default 0. */
  readonly bytesWritten?: number;
  /** Called when it strikes, before the failure; a test kills the process here. */
  readonly onStrike?: () => void;
}

interface ActiveFault extends Fault {
  seen: number;
}

const faults = new Set<ActiveFault>();

/** For tests alone: makes operations fail until the returned function is called. */
export function injectFault(fault: Fault): () => void {
  const active = { ...fault, seen: 0 };
  faults.add(active);
  return () => void faults.delete(active);
}

/** The injected fault that strikes now, or undefined. Counts one operation. */
export function strikingFault(operation: DiskOperation): Fault | undefined {
  let striking: Fault | undefined;
  for (const fault of faults) {
    if (fault.operation !== 'any' && fault.operation !== operation) continue;
    fault.seen += 1;
    if (fault.seen >= fault.nth && fault.seen < fault.nth + (fault.times ?? 1)) striking = fault;
  }
  striking?.onStrike?.();
  return striking;
}

export function faultError(fault: Fault): NodeJS.ErrnoException {
  return Object.assign(new Error(`${fault.code}: injected, ${fault.operation}`), { code: fault.code });
}

/** Runs one operation, unless a test wants it to fail. */
export async function operate<Value>(operation: DiskOperation, work: () => Promise<Value>): Promise<Value> {
  const fault = strikingFault(operation);
  if (fault) throw faultError(fault);
  return work();
}

const passing = new Set(['EPERM', 'EBUSY', 'EACCES']);
const patienceMs = 2000;

/** Tries again for up to 2 s where another program (a virus scanner, an indexer) holds the file for a moment. */
export async function retryWhileBusy<Value>(work: () => Promise<Value>): Promise<Value> {
  const end = performance.now() + patienceMs;
  for (let waitMs = 10; ; waitMs = Math.min(waitMs * 2, 250)) {
    try {
      return await work();
    } catch (error) {
      if (!passing.has(errorCode(error) ?? '') || performance.now() + waitMs > end) throw error;
      await sleep(waitMs);
    }
  }
}

/** The system's code of an error, such as ENOENT. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

const explanations: Readonly<Record<string, readonly [FailureCode, string]>> = {
  ENOSPC: ['unavailable', 'the disk is full. Free some space and try again'],
  EDQUOT: ['unavailable', 'your quota on this disk is used up. Free some space and try again'],
  EFBIG: ['unavailable', 'the file would be larger than this system allows'],
  EIO: ['unavailable', 'the disk reports an input/output error. Check the disk, then try again'],
  EACCES: ['unavailable', 'permission is denied. Give yourself write access to it, then try again'],
  EPERM: ['unavailable', 'the system does not permit it. Give yourself write access to it, then try again'],
  EROFS: ['unavailable', 'the disk is read-only. Copy the folder to a disk you can write to'],
  EBUSY: ['unavailable', 'another program holds it. Close that program, then try again'],
  EMFILE: ['unavailable', 'too many files are open. Close other programs, then try again'],
  ENFILE: ['unavailable', 'too many files are open. Close other programs, then try again'],
  ENOTDIR: ['conflict', 'a file stands where a folder must be. Move that file away, then try again'],
  EEXIST: ['conflict', 'something stands there already. Move it away, then try again'],
  EISDIR: ['conflict', 'a folder stands where a file must be. Move that folder away, then try again'],
  ENOTEMPTY: ['conflict', 'a folder that is not empty stands there. Move it away, then try again'],
  ENAMETOOLONG: ['invalid-input', 'the name is too long for this disk. Use a shorter one'],
  ENOENT: ['not-found', 'it is not there'],
  ELOOP: ['invalid-input', 'its symbolic links go in a circle'],
};

/**
 * Turns an error of the system into an AppError that says what could not be done and what to do about it;
 * anything else (an AppError, a bug) comes back as it is.
 * @param doing what was attempted, such as 'write' or 'read'
 */
export function explainDiskError(error: unknown, doing: string, path: string): unknown {
  const code = errorCode(error);
  const explanation = code === undefined ? undefined : explanations[code];
  if (error instanceof AppError || explanation === undefined) return error;
  const [failure, why] = explanation;
  return new AppError(failure, `Cannot ${doing} ${path}: ${why}.`, { detail: { path, code }, cause: error });
}

/** Runs `work` and throws its disk errors explained. */
export async function explained<Value>(
  doing: string,
  path: string,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw explainDiskError(error, doing, path);
  }
}
