// Content hashes: the same value always gives the same `sha256:` text, whatever the order of its keys.
import { createHash } from 'node:crypto';

/** Hash of bytes or of a text's UTF-8 bytes. */
export function hashBytes(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

/** Hash of a JSON value; object keys are sorted first, undefined fields left out. */
export function hashValue(value: unknown): string {
  return hashBytes(JSON.stringify(sortKeys(value)));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([key, field]) => [key, sortKeys(field)]),
  );
}
