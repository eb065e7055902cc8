// Append-only files: an append is acknowledged when it is on disk, and a failed one leaves no trace.
import { open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#contract/failure';
import { ensureFolder, syncFolder, writeAll } from '../files.ts';
import { explainDiskError, explained, isMissing, operate } from './operations.ts';

export interface Journal {
  /**
   * Appends lines (without line feeds), all or none unless the machine itself stops. Resolves when they are on disk;
   * appends that wait at the same time share one sync.
   * @throws AppError unavailable when the disk refuses; what was there before stays readable, and later appends may work
   */
  append(lines: readonly string[]): Promise<void>;
  /** Waits for pending appends and closes the file. */
  close(): Promise<void>;
}

interface Pending {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Opens a journal, made where missing; a torn last line is cut off, a whole one without line feed gets it. */
export async function openJournal(path: string): Promise<Journal> {
  return explained('open', path, async () => {
    await ensureFolder(dirname(path));
    const handle = await open(path, 'a+');
    try {
      const goodBytes = await mendTail(handle);
      await syncFolder(dirname(path));
      return createJournal(path, handle, goodBytes);
    } catch (error) {
      await handle.close();
      throw error;
    }
  });
}

function createJournal(path: string, handle: FileHandle, startBytes: number): Journal {
  let goodBytes = startBytes;
  let waiting: Pending[] = [];
  let working: Promise<void> | null = null;
  let dirty = false;
  let closed = false;

  async function writeBatch(bytes: Buffer): Promise<void> {
    if (dirty) await cutBack();
    dirty = true;
    try {
      await writeAll(handle, bytes);
      await operate('fsync', () => handle.sync());
    } catch (error) {
      // Where even the cut fails, the file stays marked and the next append tries it first.
      await cutBack().catch(() => undefined);
      throw error;
    }
    dirty = false;
    goodBytes += bytes.length;
  }

  async function cutBack(): Promise<void> {
    await operate('truncate', () => handle.truncate(goodBytes));
    await operate('fsync', () => handle.sync());
    dirty = false;
  }

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await writeBatch(Buffer.concat(batch.map((pending) => pending.bytes)));
        for (const pending of batch) pending.resolve();
      } catch (error) {
        const failure = explainDiskError(error, 'write', path);
        for (const pending of batch) pending.reject(failure);
      }
    }
    working = null;
  }

  return {
    async append(lines) {
      if (closed) throw new AppError('internal', `${path} is closed: nothing can be appended.`);
      const text = lines.map((line) => `${checkedLine(line)}\n`).join('');
      await new Promise<void>((resolve, reject) => {
        waiting.push({ bytes: Buffer.from(text, 'utf8'), resolve, reject });
        working ??= work();
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await working;
      await handle.close();
    },
  };
}

function checkedLine(line: string): string {
  if (line.includes('\n')) throw new AppError('internal', 'A line of a journal cannot hold a line feed.');
  return line;
}

/** Cuts a torn last line off, or ends a whole one; returns the size in bytes then. */
async function mendTail(handle: FileHandle): Promise<number> {
  const { size } = await handle.stat();
  const tail = await readAfterFeed(handle, size, 1);
  if (tail.length === 0) return size;
  if (isJson(tail.toString('utf8'))) {
    await writeAll(handle, Buffer.from('\n'));
    await operate('fsync', () => handle.sync());
    return size + 1;
  }
  await operate('truncate', () => handle.truncate(size - tail.length));
  await operate('fsync', () => handle.sync());
  return size - tail.length;
}

/** The last line that ends with a line feed, or null. Reads the end of the file alone. */
export async function readLastWholeLine(path: string): Promise<string | null> {
  return explained('read', path, async () => {
    let handle: FileHandle;
    try {
      handle = await open(path, 'r');
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
    try {
      const tail = await readAfterFeed(handle, (await handle.stat()).size, 2);
      const feed = tail.lastIndexOf(10);
      return feed < 0 ? null : tail.subarray(0, feed).toString('utf8');
    } finally {
      await handle.close();
    }
  });
}

/** Cuts a file down to its first bytes, durably. Nobody may have it open for appending. */
export async function cutFile(path: string, bytes: number): Promise<void> {
  await explained('write', path, async () => {
    const handle = await open(path, 'r+');
    try {
      await operate('truncate', () => handle.truncate(bytes));
      await operate('fsync', () => handle.sync());
    } finally {
      await handle.close();
    }
  });
}

/** The bytes after the n-th line feed counted from the end, or all where there are fewer. */
async function readAfterFeed(handle: FileHandle, size: number, nth: number): Promise<Buffer> {
  const blockBytes = 1 << 16;
  const parts: Buffer[] = [];
  let seen = 0;
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - blockBytes);
    const block = Buffer.alloc(end - start);
    await handle.read(block, 0, block.length, start);
    let feed = block.length;
    while (feed >= 0 && seen < nth) {
      feed = feed === 0 ? -1 : block.lastIndexOf(10, feed - 1);
      if (feed >= 0) seen += 1;
    }
    parts.unshift(block.subarray(feed + 1));
    if (seen === nth) break;
    end = start;
  }
  return Buffer.concat(parts);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
