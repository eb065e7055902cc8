// The wait before a repetition, as a table.
import { expect, it } from 'vitest';
import { retryDelayMs } from '#adapters/model/retry-delay';

const nowMs = Date.parse('2024-05-01T10:00:00Z');

it.each([
  [429, 0, '7', 7 * 1_000],
  [503, 1, ' 0 ', 0],
  [429, 0, 'Wed, 01 May 2024 10:00:09 GMT', 9 * 1_000],
  [429, 0, 'Wednesday, 01-May-24 10:00:09 GMT', 9 * 1_000],
  [429, 0, 'Wed, 01 May 2024 09:59:59 GMT', 0],
  [429, 0, undefined, 500],
  [429, 1, undefined, 500 * 2],
  [429, 0, '-1', 500],
  [429, 0, '1.5', 500],
  [429, 1, 'later', 500 * 2],
  [502, 0, '7', 500],
  [504, 1, '7', 500 * 2],
])('status %i, repetition %i, Retry-After %j waits %i ms', (status, retry, value, expected) => {
  const headers: Record<string, string> = value === undefined ? {} : { 'retry-after': value };
  expect(retryDelayMs({ status, headers, body: new Uint8Array() }, retry, nowMs)).toBe(expected);
});
