// What the settings says. Part of words.ts.
export const settingsWords = {
  title: 'Settings',
} as const;
