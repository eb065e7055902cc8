// Appends lines to a log file whose size is bounded: when it is full it becomes <name>.1, that one <name>.2, and so on.
import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMissing } from './operations.ts';

/**
 * Appends at once: a log must hold the last words of a process that dies. Several processes may append to one file.
 * Throws the system's errors.
 * @param keep how many full files are kept beside the one in use
 */
export function appendRotating(path: string, line: string, maxBytes: number, keep: number): void {
  mkdirSync(dirname(path), { recursive: true });
  if (sizeOf(path) + Buffer.byteLength(line) > maxBytes) rotate(path, keep);
  appendFileSync(path, line);
}

function rotate(path: string, keep: number): void {
  rmSync(`${path}.${keep}`, { force: true });
  for (let number = keep - 1; number >= 0; number -= 1) {
    try {
      renameSync(number === 0 ? path : `${path}.${number}`, `${path}.${number + 1}`);
    } catch (error) {
      // Missing: there are fewer, or another process was faster.
      if (!isMissing(error)) throw error;
    }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
