// The build: main process, command line and child processes as ESM, one CommonJS preload, and the renderer.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

const root = import.meta.dirname;
const at = (path: string) => resolve(root, path);

/** What a run's manifest says it was made with: the version, the commit, and the hash of the lock file. */
export function buildInfo() {
  const { version } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { readonly version: string };
  const lockfile = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  return { version, commit: readCommit(), lockfile: `sha256:${lockfile}` };
}

/** null outside a git checkout, as in an unpacked archive. */
function readCommit(): string | null {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return null;
  }
}

export default defineConfig({
  main: {
    define: { __ASSAY_BUILD__: JSON.stringify(buildInfo()) },
    build: {
      outDir: at('out/main'),
      // The command line runs under the user's own Node, the window under Electron's newer one.
      target: 'node20',
      rolldownOptions: {
        input: {
          electron: at('src-main/hosts/electron/main.ts'),
          cli: at('src-main/hosts/cli/main.ts'),
          'index-child': at('src-main/adapters/index/index-child.ts'),
          'embed-child': at('src-main/adapters/embed/embed-child.ts'),
          'vector-child': at('src-main/adapters/vectors/vector-child.ts'),
          'extract-child': at('src-main/adapters/extract/extract-child.ts'),
        },
        // Flat, so that import.meta.dirname is out/main in every file.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: at('out/preload'),
      target: 'node20',
      rolldownOptions: {
        input: { preload: at('src-main/hosts/electron/preload.ts') },
        // A sandboxed preload is one CommonJS file that requires nothing but electron.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: at('src-renderer'),
    base: './',
    plugins: [react()],
    build: {
      outDir: at('out/renderer'),
      rolldownOptions: { input: at('src-renderer/index.html') },
    },
  },
});
