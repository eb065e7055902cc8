// This user's preferences, and the name that stands beside this user's edits.
import type { PreferencesStore } from './ports.ts';

export interface PreferencesWorld {
  readonly preferences: PreferencesStore;
  /** The name this user has on the machine. */
  readonly userName: () => string;
}

/** The name the user chose, else the one of the machine: what `by` says of an edit that names nobody. */
export async function loadAnnotator(world: PreferencesWorld): Promise<string> {
  return (await world.preferences.load()).annotator ?? world.userName();
}
