// What went wrong with a call to a server, in words and by kind.
import { AppError } from '#contract/failure';
import type { ProviderError } from '#contract/items';
import { deadlinePassed } from './deadline.ts';
import { redirectTarget, type EgressResponse } from './egress.ts';
import { excerpt } from './excerpt.ts';

/** @param setting what in the config holds the address, for the remedy */
export function statusError(url: URL, response: EgressResponse, setting: string): ProviderError {
  const { status } = response;
  const target = redirectTarget(url, response);
  if (target !== null) {
    const message = `${url.host} answered ${status} with a redirect to ${target}, which is not followed. Set ${setting} to where it should go.`;
    return { kind: 'rejected', message, status };
  }
  const said = excerpt(response.body);
  const message = `${url.host} answered ${status}${said === '' ? '.' : `: ${said}`}`;
  return { kind: status === 429 ? 'rate-limited' : status >= 500 ? 'server' : 'rejected', message, status };
}

export function connectionError(error: unknown, url: URL, timeoutMs: number): ProviderError {
  if (error === deadlinePassed)
    return { kind: 'timeout', message: `${url.host} gave no complete answer within ${timeoutMs} ms.` };
  const said = error instanceof Error ? describe(error) : String(error);
  if (error instanceof AppError) return { kind: 'bad-reply', message: said };
  // undici refuses, before it connects, what cannot be sent at all, such as a header with a line break.
  const refused = (error as NodeJS.ErrnoException).code === 'UND_ERR_INVALID_ARG';
  return refused
    ? { kind: 'rejected', message: `The request cannot be sent: ${said}` }
    : { kind: 'connection', message: `No answer from ${url.host}: ${said}` };
}

/** An AggregateError, as for the two addresses of localhost, has no message of its own. */
function describe(error: Error): string {
  const parts = error instanceof AggregateError ? (error.errors as Error[]).map((part) => part.message) : [];
  return parts.length > 0 ? parts.join('; ') : error.message;
}
