// Bundles the benches with the build's own bundler, since Node runs no TypeScript, and runs them: npm run bench [-- name ...]
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '../..');
const cache = join(root, 'node_modules/.cache');
mkdirSync(cache, { recursive: true });
// Below node_modules, where Node finds the packages, which stay outside the bundle.
const folder = mkdtempSync(join(cache, 'bench-'));
try {
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rolldownOptions: {
        input: {
          bench: join(import.meta.dirname, 'bench.ts'),
          side: join(import.meta.dirname, 'side.ts'),
          'embed-child': join(root, 'src-main/adapters/embed/embed-child.ts'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  const { status } = spawnSync(process.execPath, [join(folder, 'bench.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
