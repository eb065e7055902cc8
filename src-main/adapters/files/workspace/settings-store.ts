// Loads and saves assay.json.
import type { Static } from '@sinclair/typebox';
import { AppError } from '#contract/failure';
import { WorkspaceFileSchema, type WorkspaceFile, type WorkspaceSettings } from '#contract/workspace';
import type { SettingsStore } from '#services/settings/ports';
import { validate } from '#services/validate';
import { loadVersionedFile } from '../disk/json-file.ts';
import { writeAtomic } from '../files.ts';
import { resolveInside } from '../paths.ts';
import { settingsFile } from './layout.ts';

/** Loads the settings with every default filled in. Throws not-found, or stale where the file is broken or newer. */
export async function loadSettings(root: string): Promise<WorkspaceSettings> {
  const file = await loadSettingsFile(root);
  if (file === null) throw noWorkspace(root);
  return {
    schemaVersion: file.schemaVersion,
    name: file.name,
    languages: file.languages ?? [],
    foundThreshold: file.foundThreshold ?? 1,
    egress: { policy: file.egress?.policy ?? 'loopback', hosts: file.egress?.hosts ?? [] },
  };
}

/** Loads the file as it stands, lifted to today's version, or null. */
export async function loadSettingsFile(root: string): Promise<Static<typeof WorkspaceFileSchema> | null> {
  return loadVersionedFile(await insideOrRoot(root), settingsFile, 'workspace', WorkspaceFileSchema);
}

/** Writes assay.json; unknown fields of the given value are kept. Throws invalid-input. */
export async function saveSettings(root: string, file: WorkspaceFile): Promise<void> {
  validate(WorkspaceFileSchema, file, settingsFile);
  await writeAtomic(`${root}/${settingsFile}`, `${JSON.stringify(file, null, 2)}\n`);
}

/** A root that is not there has no assay.json either. */
async function insideOrRoot(root: string): Promise<string> {
  try {
    return await resolveInside(root, settingsFile);
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return `${root}/${settingsFile}`;
    throw error;
  }
}

/** assay.json as it stands behind the SettingsStore port. */
export function createSettingsStore(root: string): SettingsStore {
  return {
    async load() {
      const file = await loadSettingsFile(root);
      if (file === null) throw noWorkspace(root);
      return file;
    },
    save: (file) => saveSettings(root, file),
  };
}

function noWorkspace(root: string): AppError {
  return new AppError(
    'not-found',
    `${root} is no workspace: it has no assay.json. Run "assay init" for it first.`,
  );
}
