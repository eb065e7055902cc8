// Answers app:// requests with the files of the built renderer and nothing else.
import { pageHeaders } from '../page-headers.ts';
import type { RendererFiles } from '../renderer-files.ts';
import { isOwnUrl } from './guards.ts';

/** The page gets `connect-src 'none'`: it talks through the preload. */
export function respondToPage(
  files: RendererFiles,
  request: { readonly url: string; readonly method: string },
): Response {
  const headers = pageHeaders("'none'");
  if (request.method !== 'GET')
    return new Response(null, { status: 405, headers: { ...headers, allow: 'GET' } });
  const file = isOwnUrl(request.url) ? files.find(new URL(request.url).pathname) : null;
  if (file === null) return new Response(null, { status: 404, headers });
  return new Response(file.bytes, { headers: { ...headers, 'content-type': file.contentType } });
}
