// Finds the Electron binary without ever causing a download: it is used only where it lies on the disk already.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Path of the binary, or null. Requiring the package itself would start a download, so only its files are looked at. */
export function findElectron(): string | null {
  const folder = packageFolder();
  if (folder === null) return null;
  const pathFile = join(folder, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim());
  return existsSync(binary) ? binary : null;
}

function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}
