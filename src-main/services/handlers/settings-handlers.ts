// Procedures about settings, preferences and what stands on the disk.
import type { Handlers } from '../dispatch.ts';
import { notYet } from './not-yet.ts';
import type { World } from './world.ts';

type SettingsName = Extract<keyof Handlers, `settings.${string}`>;

export function settingsHandlers(_world: World): Pick<Handlers, SettingsName> {
  return {
    'settings.getSettings': notYet,
    'settings.saveSettings': notYet,
    'settings.getPreferences': notYet,
    'settings.savePreferences': notYet,
    'settings.getStorage': notYet,
    'settings.clearDerived': notYet,
  };
}
