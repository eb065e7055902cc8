// What the commands, the palette and the sheet of shortcuts says. Part of words.ts.
export const commandsWords = {
  title: 'Commands',
} as const;
