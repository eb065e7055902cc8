// Where everything of a workspace lies, relative to its root.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { explained, isMissing } from '../disk/operations.ts';
import { isTemporaryName, sweepStray } from '../files.ts';

export const settingsFile = 'assay.json';
export const recordsFile = 'documents/documents.jsonl';
export const questionsFile = 'bank/questions.jsonl';
export const editsFile = 'bank/journal.jsonl';
export const stagedDocuments = 'documents/.next';
export const droppedFolder = '.assay/dropped';

export function textFile(documentId: string): string {
  return `documents/text/${documentId}.txt`;
}

export function sourceFile(path: string): string {
  return `documents/${path}`;
}

export function configFile(id: string): string {
  return `configs/${id}.json`;
}

/** The lock file of this name; locks are derived data and lie in the disposable folder. */
export function lockFile(root: string, name: string): string {
  return join(root, '.assay', 'locks', `${name}.lock`);
}

/**
 * Says why a source cannot be stored under this path (relative to documents/), or null: the names that the workspace
 * itself uses there are `documents.jsonl`, `text/`, and those of files being written.
 */
export function reservedPathProblem(path: string): string | null {
  const [first = ''] = path.toLowerCase().split(/[/\\]/);
  if (path.toLowerCase() === 'documents.jsonl' || first === 'text')
    return 'the workspace uses this name itself';
  return path.split(/[/\\]/).some((part) => part === '.next' || isTemporaryName(part))
    ? 'the workspace uses this name for files being written'
    : null;
}

/** Names in a folder, in code-unit order; none when it is not there. */
export async function listNames(folder: string): Promise<readonly string[]> {
  return explained('read', folder, async () => {
    try {
      return (await readdir(folder)).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
}

/** Names of the folders in a folder, in code-unit order; links are left out. */
export async function listFolders(folder: string): Promise<readonly string[]> {
  return explained('read', folder, async () => {
    try {
      const entries = await readdir(folder, { withFileTypes: true });
      return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
}

/** Paths of all files at or below a folder, relative to it with `/`, in code-unit order; links are not followed. */
export async function listTree(folder: string): Promise<readonly string[]> {
  return explained('read', folder, async () => {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => !entry.isDirectory())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(folder.length + 1)
            .replaceAll('\\', '/'),
        )
        .sort();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  });
}

/** Removes what dead writers left half written anywhere in the workspace. */
export async function sweepWorkspace(root: string): Promise<void> {
  const folders = new Set([
    '',
    'bank',
    'configs',
    'documents',
    'documents/text',
    'runs',
    '.assay/locks',
    droppedFolder,
  ]);
  for (const top of ['documents', 'runs']) {
    for (const path of await listTree(join(root, top))) {
      const parts = path.split('/');
      if (isTemporaryName(parts.at(-1) ?? '')) folders.add([top, ...parts.slice(0, -1)].join('/'));
    }
  }
  for (const folder of folders) await sweepStray(join(root, folder));
}
