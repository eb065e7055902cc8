// The keys of the frame's own commands, known to the rail and the status line for their tooltips.
import type { Screen } from '../routes.ts';

export const paletteKeys = '$mod+KeyK';
export const sheetKeys = 'Shift+?';

/** G, then a letter of the screen. */
export const goKeys: Readonly<Record<Screen, string>> = {
  overview: 'KeyG KeyO',
  documents: 'KeyG KeyD',
  bank: 'KeyG KeyB',
  search: 'KeyG KeyS',
  configs: 'KeyG KeyC',
  runs: 'KeyG KeyR',
  compare: 'KeyG KeyV',
  settings: 'KeyG KeyT',
};
