// Keeps what is derived from growing for ever: of a folder's entries the newest stay.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporaryName, removeTree } from './files.ts';

/**
 * Removes all but the `count` newest entries of a folder, by time of change; `keep` stays whatever its age. What is
 * removed was derived and is built again when it is wanted. A folder that is not there is left alone.
 */
export async function keepNewest(folder: string, count: number, keep: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name !== keep && !isTemporaryName(name),
  );
  const aged = await Promise.all(
    names.map(async (name) => ({
      name,
      changedMs: (await stat(join(folder, name)).catch(() => null))?.mtimeMs ?? 0,
    })),
  );
  const old = aged
    .sort((a, b) => b.changedMs - a.changedMs || (a.name < b.name ? -1 : 1))
    .slice(Math.max(0, count - 1));
  for (const { name } of old) await removeTree(join(folder, name));
  return old.map(({ name }) => name);
}
