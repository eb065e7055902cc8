// Writes a new workspace: the settings, the folders and the configs it starts with.
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfigFileSchema, type ConfigFile } from '#contract/config';
import { AppError } from '#contract/failure';
import { newestSchemaVersion } from '#contract/migrations';
import { validate } from '#services/validate';
import { ensureFolder, writeAtomic } from '../files.ts';
import { saveConfig } from './config-store.ts';
import { loadSettingsFile, saveSettings } from './settings-store.ts';

export interface NewWorkspace {
  readonly name?: string;
  readonly languages?: readonly string[];
  /** Files of configs to start with: the presets, and the sample's own. */
  readonly configFiles: readonly string[];
}

/** Throws conflict where there is a workspace already. assay.json is written last: until then the folder is none. */
export async function createWorkspaceFiles(root: string, wanted: NewWorkspace): Promise<void> {
  await ensureFolder(root);
  if ((await loadSettingsFile(root)) !== null) {
    throw new AppError(
      'conflict',
      `${root} is a workspace already. Choose another folder, or work with this one.`,
    );
  }
  for (const folder of ['documents', 'bank', 'configs', 'runs']) await ensureFolder(join(root, folder));
  for (const file of wanted.configFiles) {
    const config: ConfigFile = validate(
      ConfigFileSchema,
      JSON.parse(await readFile(file, 'utf8')),
      'A config to start with',
      { file },
    );
    await saveConfig(root, config);
  }
  await keepOutOfGit(root);
  await saveSettings(root, {
    schemaVersion: newestSchemaVersion.workspace,
    name: wanted.name ?? basename(root),
    languages: [...(wanted.languages ?? [])],
    foundThreshold: 1,
    egress: { policy: 'loopback', hosts: [] },
  });
}

/** What is derived stays out of version control; an ignore file that is there already is the analyst's. */
async function keepOutOfGit(root: string): Promise<void> {
  const names = await readdir(root);
  if (!names.includes('.gitignore')) await writeAtomic(join(root, '.gitignore'), '.assay/\n');
}

/** The JSON files of a folder, sorted. */
export async function listJsonFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(folder))
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}
