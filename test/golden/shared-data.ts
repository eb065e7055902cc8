// Finds the shared data by ASSAY_TEST_DATA; tests that need it skip, saying so, where it is missing.
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(
  fileURLToPath(new URL('../..', import.meta.url)),
  process.env['ASSAY_TEST_DATA'] ?? '../shared',
);

/** Whether `path` exists in the shared data; where it does not, says which tests are skipped. */
export function hasSharedData(path: string): boolean {
  const found = existsSync(resolve(root, path));
  if (!found) console.warn(`skipped: ${path} is not in ${root} (set ASSAY_TEST_DATA)`);
  return found;
}

export function readSharedText(path: string): string {
  return readFileSync(resolve(root, path), 'utf8');
}

export function readSharedJson(path: string): unknown {
  return JSON.parse(readSharedText(path));
}

export function readSharedLines<Line>(path: string): Line[] {
  return readSharedText(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line);
}
