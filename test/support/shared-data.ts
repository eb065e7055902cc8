// Finds the shared test data; tests that need it are skipped, saying so, where it is missing.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../..', process.env['ASSAY_TEST_DATA'] ?? '../shared');

export const hasSharedData = existsSync(folder);

/** Path of one of its files or folders. */
export function sharedData(path: string): string {
  return resolve(folder, path);
}

if (!hasSharedData)
  console.warn(
    `The shared test data is not at ${folder}: tests that need it are skipped. Set ASSAY_TEST_DATA to its folder.`,
  );
