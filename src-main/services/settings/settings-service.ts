// Reads and changes assay.json under the hash it was read with; fields this version does not know stay.
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import type { WorkspaceFile } from '#contract/workspace';
import { hashValue } from '../hash.ts';
import type { WorkspaceStore } from '../ports.ts';
import { requireHosts } from './egress-hosts.ts';
import type { PreferencesWorld } from './preferences.ts';
import type { SettingsStore } from './ports.ts';

export interface SettingsWorld extends PreferencesWorld {
  readonly store: WorkspaceStore;
  readonly settings: SettingsStore;
}

export async function getSettings(world: SettingsWorld): Promise<Output<'settings.getSettings'>> {
  return describe(await world.settings.load());
}

/** Throws conflict where the file is no longer the one that was read, invalid-input for a host that is none. */
export async function saveSettings(
  world: SettingsWorld,
  { expected, change }: Input<'settings.saveSettings'>,
): Promise<Output<'settings.saveSettings'>> {
  requireHosts(change.egress?.hosts ?? []);
  return world.store.withLock('saving the settings', async () => {
    const file = await world.settings.load();
    if (hashValue(file) !== expected)
      throw new AppError(
        'conflict',
        'assay.json changed since it was read here. Look at the settings again, then make your change once more.',
      );
    const { egress, ...rest } = change;
    const changed: WorkspaceFile = {
      ...file,
      ...rest,
      ...(egress === undefined ? {} : { egress: { ...file.egress, ...egress } }),
    };
    await world.settings.save(changed);
    return describe(changed);
  });
}

function describe(file: WorkspaceFile): Output<'settings.getSettings'> {
  return {
    settings: {
      name: file.name,
      languages: [...(file.languages ?? [])],
      foundThreshold: file.foundThreshold ?? 1,
      egress: { policy: file.egress?.policy ?? 'loopback', hosts: [...(file.egress?.hosts ?? [])] },
    },
    hash: hashValue(file),
  };
}
