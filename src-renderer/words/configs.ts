// What the screen of the configs says. Part of words.ts.
export const configsWords = {
  title: 'Configs',
  config: 'config',
  id: 'id',
  state: 'state',
  fine: 'can be run',
  none: 'No config yet',
  noneHint: 'A config is a JSON file in the folder configs.',
  file: 'As written',
  complete: 'With every default filled in',
} as const;
