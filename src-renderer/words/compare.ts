// What two runs side by side says. Part of words.ts.
export const compareWords = {
  title: 'Compare',
} as const;
