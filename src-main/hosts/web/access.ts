// Who may talk to the web host: whoever holds this start's token, as a cookie in a browser or as a bearer elsewhere.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Access {
  /** Stands in the printed address. */
  readonly token: string;
  /** Whether the token was given; compares in constant time. */
  isToken(given: string | null): boolean;
  /** Whether a request carries the cookie, or `Authorization: Bearer <token>`. */
  isAllowed(headers: IncomingHttpHeaders, port: number): boolean;
  /** The Set-Cookie header that a page load with the token is answered with. */
  cookie(port: number): string;
}

/**
 * Draws the secrets of one start. The token can be exchanged for the cookie as often as wanted while the process lives:
 * it stands in the terminal of the user who started Assay, who may open it in a second browser, and a refused or
 * prefetched request must not lock that user out. The cookie is a secret of its own, is named after the port (cookies
 * are shared by all ports of a host) and dies with the browser session or this process.
 */
export function createAccess(): Access {
  const token = randomBytes(32).toString('base64url');
  const session = randomBytes(32).toString('base64url');
  const nameOf = (port: number) => `assay-${port}`;
  return {
    token,
    isToken: (given) => given !== null && equal(given, token),
    isAllowed(headers, port) {
      const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
      if (bearer !== undefined && equal(bearer, token)) return true;
      return cookieValues(headers.cookie ?? '', nameOf(port)).some((value) => equal(value, session));
    },
    cookie: (port) => `${nameOf(port)}=${session}; HttpOnly; SameSite=Strict; Path=/`,
  };
}

function equal(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

function cookieValues(header: string, name: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
