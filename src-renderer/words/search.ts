// What the search says. Part of words.ts.
export const searchWords = {
  title: 'Search',
} as const;
