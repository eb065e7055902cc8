// The built renderer, read once: a page can be given these files and no other, whatever path it asks for.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { AppError } from '#contract/failure';

export interface RendererFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export interface RendererFiles {
  /** The file under a URL's path, percent-encoded as it came; null where the renderer has none. `/` is index.html. */
  find(pathname: string): RendererFile | null;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * Reads the renderer's folder into memory. A request is then a look-up among these names, so no path, however it is
 * spelled, can leave the folder; symbolic links are not followed.
 * @throws AppError not-found where the renderer was not built
 */
export async function loadRendererFiles(folder: string): Promise<RendererFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, RendererFile>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = `/${relative(folder, path).split(sep).join('/')}`;
    const contentType = contentTypes[extname(path)] ?? 'application/octet-stream';
    files.set(name, { bytes: new Uint8Array(await readFile(path)), contentType });
  }
  if (!files.has('/index.html'))
    throw new AppError(
      'not-found',
      `There is no index.html in ${folder}. Build the renderer: npm run build.`,
    );
  return {
    find: (pathname) => files.get(pathname === '/' ? '/index.html' : decode(pathname)) ?? null,
  };
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return '';
  }
}
