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

/** True where both have the same hash; says so without making it, and stops at the first difference. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((member, index) => isSameValue(member, b[index]));
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const isIn = (fields: Record<string, unknown>, name: string) =>
    Object.hasOwn(fields, name) && fields[name] !== undefined;
  return (
    Object.keys(left).every(
      (name) => !isIn(left, name) || (isIn(right, name) && isSameValue(left[name], right[name])),
    ) && Object.keys(right).every((name) => !isIn(right, name) || isIn(left, name))
  );
}
