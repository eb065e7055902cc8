// Procedures about settings, preferences and what stands on the disk.
import { getSettings, saveSettings } from '../settings/settings-service.ts';
import { clearDerived, getStorage } from '../settings/storage-service.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type SettingsName = Extract<keyof Handlers, `settings.${string}`>;

export function settingsHandlers(world: World): Pick<Handlers, SettingsName> {
  return {
    'settings.getSettings': () => getSettings(world),
    'settings.saveSettings': (input) => saveSettings(world, input),
    'settings.getPreferences': () => world.preferences.load(),
    'settings.savePreferences': (input) => world.preferences.save(input),
    'settings.getStorage': () => getStorage(world),
    'settings.clearDerived': (input) => clearDerived(world, input),
  };
}
