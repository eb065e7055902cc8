// Makes sure that tests of the built program run what the sources say: builds when a source is newer than the build.
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

export const root = resolve(import.meta.dirname, '../..');
const lock = join(root, 'node_modules/.cache/assay-build.lock');
/** A lock older than this was left by a killed test. */
const staleLockMs = 120_000;

/** Resolves when out/ is current. Test files may ask at the same time: one builds, the others wait. */
export async function ensureBuilt(): Promise<void> {
  await mkdir(join(root, 'node_modules/.cache'), { recursive: true });
  for (;;) {
    if (await isCurrent()) return;
    const holds = await mkdir(lock).then(
      () => true,
      () => false,
    );
    if (!holds) {
      const age = Date.now() - ((await stat(lock).catch(() => null))?.mtimeMs ?? Date.now());
      if (age > staleLockMs) await rm(lock, { recursive: true, force: true });
      await new Promise((resolve) => setTimeout(resolve, 200));
      continue;
    }
    try {
      if (await isCurrent()) return;
      const cli = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
      await promisify(execFile)(process.execPath, [cli, 'build', '--logLevel', 'warn'], { cwd: root });
      return;
    } finally {
      await rm(lock, { recursive: true, force: true });
    }
  }
}

async function isCurrent(): Promise<boolean> {
  // The renderer is written last.
  const built = (await stat(join(root, 'out/renderer/index.html')).catch(() => null))?.mtimeMs ?? 0;
  const names = ['electron.vite.config.ts', 'package.json', 'package-lock.json'];
  for (const folder of ['src-main', 'src-renderer'])
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) names.push(join(entry.parentPath, entry.name));
  const times = await Promise.all(names.map(async (name) => (await stat(resolve(root, name))).mtimeMs));
  return Math.max(...times) < built;
}
