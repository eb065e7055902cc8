// Wires settings and configs of the workspace, preferences of the user, and what both take on the disk.
import { dataFolder } from '#adapters/files/data-folder';
import { createPreferencesStore } from '#adapters/files/preferences-store';
import { createStorageDisk } from '#adapters/files/storage-disk';
import { createConfigFiles } from '#adapters/files/workspace/config-files';
import { createSettingsStore } from '#adapters/files/workspace/settings-store';
import { readUserName } from '#adapters/user-name';
import { loadAnnotator } from '#services/settings/preferences';

export function composeSettings(root: string) {
  const preferences = { preferences: createPreferencesStore(dataFolder()), userName: () => readUserName() };
  return {
    ...preferences,
    annotator: () => loadAnnotator(preferences),
    settings: createSettingsStore(root),
    configFiles: createConfigFiles(root),
    storage: createStorageDisk(),
    dataFolder: dataFolder(),
  };
}
