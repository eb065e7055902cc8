// Bundles a TypeScript entry of a child process to JavaScript, as the build does, so that tests can fork the real thing.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../../..');

/**
 * Bundles `entry` (absolute path) and returns the bundle's path and how to remove it. Packages stay external: the
 * bundle lies below node_modules, where Node finds them.
 */
export async function bundleEntry(
  entry: string,
): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'child-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'entry.mjs' } },
    },
  });
  return { path: join(folder, 'entry.mjs'), remove: () => rm(folder, { recursive: true, force: true }) };
}
