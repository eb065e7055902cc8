// The headers every page of Assay is served with, whichever host serves it.

/**
 * The content security policy. Scripts and styles come from the page's own files alone, nothing is inline, and nothing
 * can be framed, submitted or rebased. `connect` is `'self'` where the page calls the web host and `'none'` where it
 * talks through the preload.
 */
export function contentSecurityPolicy(connect: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Headers of a page and of the files it loads; names in lower case. */
export function pageHeaders(connect: "'self'" | "'none'"): Readonly<Record<string, string>> {
  return {
    'content-security-policy': contentSecurityPolicy(connect),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}
