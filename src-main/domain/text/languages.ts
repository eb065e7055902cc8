// Languages whose words can be stemmed and whose stop words are listed.

/** ISO 639-1. Each has a stemmer and a list of stop words. */
export const knownLanguages = [
  ...(['ar', 'bg', 'da', 'de', 'el', 'en', 'es', 'fi', 'fr', 'ga', 'hi', 'hu', 'hy', 'id'] as const),
  ...(['it', 'lt', 'ne', 'nl', 'no', 'pt', 'ro', 'ru', 'sa', 'sr', 'sv', 'ta', 'tr', 'uk'] as const),
];
export type KnownLanguage = (typeof knownLanguages)[number];

/** The language whose words stand for a code, the two written Norwegians included; null where there are none. */
export function findKnownLanguage(code: string): KnownLanguage | null {
  const wanted = code === 'nb' || code === 'nn' ? 'no' : code;
  return knownLanguages.find((language) => language === wanted) ?? null;
}
