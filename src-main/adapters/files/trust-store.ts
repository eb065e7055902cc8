// Which folders this user has accepted, in trusted.json of the user's data folder, by real path.
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Type, type Static } from '@sinclair/typebox';
import type { TrustStore } from '#services/ports';
import { findProblems } from '#services/validate';
import { readJsonFile } from './disk/json-file.ts';
import { brokenFile } from './disk/json-lines.ts';
import { explained } from './disk/operations.ts';
import { writeAtomic } from './files.ts';
import { withFileLock } from './lock.ts';

const TrustFileSchema = Type.Object({
  schemaVersion: Type.Literal(1),
  folders: Type.Record(Type.String(), Type.Object({ at: Type.String() })),
});
type TrustFile = Static<typeof TrustFileSchema>;

/** @param folder the user's data folder; made when the first folder is trusted */
export function createTrustStore(folder: string): TrustStore {
  const path = join(folder, 'trusted.json');
  return {
    async isTrusted(root) {
      // A folder that is not there yet is trusted by nobody.
      const real = await realpath(root).catch(() => null);
      return real !== null && Object.hasOwn((await loadTrust(path)).folders, real);
    },
    async trust(root) {
      const real = await realRoot(root);
      await withFileLock(`${path}.lock`, `trusting ${real}`, async () => {
        const file = await loadTrust(path);
        const folders = { ...file.folders, [real]: { at: new Date().toISOString() } };
        await writeAtomic(path, `${JSON.stringify({ ...file, folders }, null, 2)}\n`);
      });
    },
  };
}

/** Throws stale when the file is broken: neither trusting nor distrusting may come from a guess. */
async function loadTrust(path: string): Promise<TrustFile> {
  const read = await readJsonFile(path, path);
  if ('missing' in read) return { schemaVersion: 1, folders: {} };
  const problems =
    'problems' in read ? read.problems : findProblems(TrustFileSchema, read.value, { file: path });
  if (problems.length > 0) throw brokenFile(path, problems);
  return (read as { readonly value: TrustFile }).value;
}

async function realRoot(root: string): Promise<string> {
  return explained('read', root, () => realpath(root));
}
