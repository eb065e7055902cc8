// Decides which requests the web host hears at all: from this machine's browser, from its own page, in its own format.
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is refused, as an HTTP status and a sentence that says what to do. */
export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 415;
  readonly message: string;
  /** The method to use instead, with 405. */
  readonly allow?: 'GET' | 'POST';
}

/**
 * Refuses a request that another site made. A name that was rebound to 127.0.0.1 still shows in `Host`; a page of
 * another origin shows in `Origin`, and where a browser sends none (images, scripts), in `Sec-Fetch-Site`. Cookies are
 * shared among all ports of a host, so another program's page on this machine is another site too.
 */
export function checkSource(headers: IncomingHttpHeaders, port: number): Refusal | null {
  const hosts = ['127.0.0.1', 'localhost'].flatMap((name) => [
    `${name}:${port}`,
    ...(port === 80 ? [name] : []),
  ]);
  const host = headers.host?.toLowerCase();
  if (host === undefined || !hosts.includes(host))
    return { status: 403, message: `This host answers to ${hosts[0]} only, not to "${headers.host ?? ''}".` };
  const { origin } = headers;
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`)
    return { status: 403, message: `Requests from the origin "${origin}" are refused.` };
  return null;
}

/** Refuses what a page of another site can make a browser fetch without an Origin; typed addresses are `none`. */
export function checkFetchSite(headers: IncomingHttpHeaders): Refusal | null {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return null;
  return { status: 403, message: `Requests from another site (${String(site)}) are refused.` };
}

/** A body must say that it is JSON: a form of another site cannot, without asking first. */
export function checkMediaType(headers: IncomingHttpHeaders): Refusal | null {
  const given = headers['content-type'] ?? '';
  if (/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(given.trim())) return null;
  return { status: 415, message: `The body must be application/json in UTF-8, not "${given}".` };
}
