// How replies and refusals look in HTTP: always a Reply as JSON, with the status that belongs to the failure.
import type { FailureCode, Reply } from '#contract/failure';
import type { Refusal } from './guards.ts';

/** A cancelled call is a conflict with whoever cancelled it; 499 is no registered status. */
const statusOfCode: Readonly<Record<FailureCode, number>> = {
  'invalid-input': 400,
  'not-found': 404,
  conflict: 409,
  stale: 409,
  unavailable: 503,
  'egress-denied': 403,
  cancelled: 409,
  internal: 500,
};

/** 200 for a value, else the status of the failure's code. */
export function statusOf(reply: Reply): number {
  return reply.ok ? 200 : statusOfCode[reply.failure.code];
}

/** A refusal in the shape of every other failure. */
export function refusalReply({ status, message }: Refusal): Reply {
  return { ok: false, failure: { code: status === 404 ? 'not-found' : 'invalid-input', message } };
}

/** Headers of everything under /api; the API is never cached and never shown as a page. */
export const apiHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
};
