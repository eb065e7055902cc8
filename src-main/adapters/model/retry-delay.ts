// How long to wait before a server that said no is asked again.
import type { EgressResponse } from '../egress/egress.ts';

/**
 * Milliseconds to wait before repetition `retry` (from 0): what Retry-After says with 429 and 503, in seconds or as an
 * HTTP date (RFC 9110, section 10.2.3), else 500 and 1,000. A date in the past, or no sensible value, waits 0 or backs off.
 */
export function retryDelayMs(response: EgressResponse, retry: number, nowMs: number): number {
  const backoffMs = 500 * 2 ** retry;
  const value = response.headers['retry-after']?.trim();
  if (value === undefined || (response.status !== 429 && response.status !== 503)) return backoffMs;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  // Every form of HTTP date names its day or month; Date.parse alone would take "-1" for a year.
  const atMs = /[A-Za-z]{3}/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? backoffMs : Math.max(0, atMs - nowMs);
}
