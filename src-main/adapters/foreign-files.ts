// Reads files and folders outside the workspace that the analyst names.
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { AppError } from '#contract/failure';
import type { ForeignFiles } from '#services/ports';

/** Relative paths are taken from `currentFolder`. Hidden files and folders are left out of walks; links to folders are not followed. */
export function createForeignFiles(currentFolder: string): ForeignFiles {
  const absolute = (path: string) => resolve(currentFolder, path);
  return {
    async kindOf(path) {
      const found = await stat(absolute(path)).catch(() => null);
      if (!found) return null;
      return found.isDirectory() ? 'folder' : 'file';
    },
    read: (path) => explain(path, () => readFile(absolute(path))),
    list: (folder) => explain(folder, async () => (await readdir(absolute(folder))).sort()),
    walk: (path) => explain(path, () => walk(absolute(path))),
  };
}

async function walk(root: string): Promise<{ path: string; relative: string }[]> {
  if (!(await stat(root)).isDirectory()) return [{ path: root, relative: basename(root) }];
  const entries = await readdir(root, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, relative: relative(root, path).split(sep).join('/') }))
    .filter((file) => !file.relative.split('/').some((part) => part.startsWith('.')))
    .sort((a, b) => (a.relative < b.relative ? -1 : 1));
}

async function explain<Value>(path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    const words = code === 'ENOENT' ? 'it does not exist' : code === 'EACCES' ? 'it may not be read' : code;
    throw new AppError(
      code === 'ENOENT' ? 'not-found' : 'invalid-input',
      `${path} cannot be read: ${words}.`,
      { cause: error },
    );
  }
}
