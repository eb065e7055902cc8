// This user's preferences in preferences.json of the user's data folder; unknown fields are kept.
import { join } from 'node:path';
import { PreferencesSchema, type Preferences } from '#contract/workspace';
import type { PreferencesStore } from '#services/settings/ports';
import { findProblems, validate } from '#services/validate';
import { Type, type Static } from '@sinclair/typebox';
import { readJsonFile } from './disk/json-file.ts';
import { brokenFile } from './disk/json-lines.ts';
import { writeAtomic } from './files.ts';
import { withFileLock } from './lock.ts';

const PreferencesFileSchema = Type.Composite([
  Type.Object({ schemaVersion: Type.Literal(1) }),
  Type.Partial(PreferencesSchema),
]);
type PreferencesFile = Static<typeof PreferencesFileSchema>;

/** @param folder the user's data folder; made by the first change */
export function createPreferencesStore(folder: string): PreferencesStore {
  const path = join(folder, 'preferences.json');
  return {
    load: async () => complete(await loadFile(path)),
    save: (change) =>
      withFileLock(`${path}.lock`, 'saving preferences', async () => {
        const file = { ...(await loadFile(path)), ...defined(change) };
        validate(PreferencesFileSchema, file, 'The preferences');
        await writeAtomic(path, `${JSON.stringify(file, null, 2)}\n`);
        return complete(file);
      }),
  };
}

function complete(file: PreferencesFile): Preferences {
  return { annotator: file.annotator ?? null, theme: file.theme ?? 'system' };
}

/** A field that was passed on without a value is not a change. */
function defined(change: Partial<Preferences>): Partial<Preferences> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

/** Throws stale when the file is broken: whose name stands beside an edit must not come from a guess. */
async function loadFile(path: string): Promise<PreferencesFile> {
  const read = await readJsonFile(path, path);
  if ('missing' in read) return { schemaVersion: 1 };
  const problems =
    'problems' in read ? read.problems : findProblems(PreferencesFileSchema, read.value, { file: path });
  if (problems.length > 0) throw brokenFile(path, problems);
  return (read as { readonly value: PreferencesFile }).value;
}
