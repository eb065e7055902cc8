// Reads the values of options: depths of lists, ranges of k, ids separated by commas.
import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';

const largestRange = 100;

/** `3`, `1..4` or `1,3,5` -> the k to run, in order. */
export function parseKs(text: string): number[] {
  const range = /^(\d+)\.\.(\d+)$/.exec(text);
  const ks = range ? rangeOf(Number(range[1]), Number(range[2])) : text.split(',').map(Number);
  if (ks.length === 0 || ks.length > largestRange || ks.some((k) => !Number.isInteger(k) || k < 1)) {
    throw new InvalidArgumentError(
      `give a whole number from 1, such as 3, a range such as 1..4, or a list such as 1,3,5 (at most ${largestRange})`,
    );
  }
  return ks;
}

function rangeOf(first: number, last: number): number[] {
  return last < first || last - first >= largestRange
    ? []
    : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** `5` or `all`. */
/** Throws where the text is no whole number from 1 on. */
export function parseCount(text: string): number {
  const depth = parseDepth(text);
  if (depth === 'all') throw new InvalidArgumentError(`Expected a whole number, found "${text}".`);
  return depth;
}

export function parseDepth(text: string): number | 'all' {
  if (text === 'all') return 'all';
  const depth = Number(text);
  if (!Number.isInteger(depth) || depth < 1)
    throw new InvalidArgumentError('give a whole number from 1, or "all"');
  return depth;
}

export function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('give a port from 0 to 65535 (0: any free one)');
  return port;
}

export function parseIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === '')) throw new InvalidArgumentError('give ids separated by commas');
  return ids;
}

/** Collects a repeatable option. */
export function collect(text: string, earlier: readonly string[] = []): string[] {
  return [...earlier, ...parseIds(text)];
}

/** A file's text, or standard input for `-`. */
export async function readInput(path: string): Promise<string> {
  if (path !== '-') return readFile(path, 'utf8');
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
