// Stemmers and stop words by language, from the packages that hold them, with what is broken in these mended.
import type { LanguageWords } from '#domain/text/tokenize';
import type { KnownLanguage } from '#domain/text/languages';
import { findKnownLanguage } from '#domain/text/languages';
import { stemBulgarian } from '#domain/text/stemmers/bulgarian';
import { stemEnglish } from '#domain/text/stemmers/english';
import type { LoadLanguageWords } from '#services/ports';

interface Source {
  /** The package's codes are its own (gr, dk, se, rs, in): its names are not. */
  readonly stemmer: () => Promise<{ readonly stemmer: (word: string) => string }>;
  readonly stopWords: () => Promise<{ readonly stopwords: readonly string[] }>;
  readonly mend?: (word: string) => string;
  readonly missing?: readonly string[];
  readonly unaccented?: boolean;
}

const sources: Readonly<Record<KnownLanguage, Source>> = {
  ar: {
    stemmer: () => import('@orama/stemmers/arabic'),
    stopWords: () => import('@orama/stopwords/arabic'),
  },
  bg: {
    // The package's Bulgarian stemmer throws where a letter inside the word changes (червен).
    stemmer: () => Promise.resolve({ stemmer: stemBulgarian }),
    stopWords: () => import('@orama/stopwords/bulgarian'),
  },
  da: {
    stemmer: () => import('@orama/stemmers/danish'),
    stopWords: () => import('@orama/stopwords/danish'),
  },
  de: {
    stemmer: () => import('@orama/stemmers/german'),
    stopWords: () => import('@orama/stopwords/german'),
  },
  el: {
    stemmer: () => import('@orama/stemmers/greek'),
    stopWords: () => import('@orama/stopwords/greek'),
    mend: (word) => word.replace(/σ$/, 'ς'),
    unaccented: true,
  },
  en: {
    // The package's English stemmer is the older Porter, and loses a letter of -tion and -sion (adoption, adop).
    stemmer: () => Promise.resolve({ stemmer: stemEnglish }),
    stopWords: () => import('@orama/stopwords/english'),
    missing: ['a'],
  },
  es: {
    stemmer: () => import('@orama/stemmers/spanish'),
    // The package's Spanish list takes 577 words, many with content (dos, total, empleo): on Spanish questions it found
    // less than no list at all.
    stopWords: () => import('./spanish-stop-words.ts'),
  },
  fi: {
    stemmer: () => import('@orama/stemmers/finnish'),
    stopWords: () => import('@orama/stopwords/finnish'),
  },
  fr: {
    stemmer: () => import('@orama/stemmers/french'),
    stopWords: () => import('@orama/stopwords/french'),
  },
  ga: {
    stemmer: () => import('@orama/stemmers/irish'),
    stopWords: () => import('@orama/stopwords/irish'),
  },
  hi: {
    stemmer: () => import('@orama/stemmers/indian'),
    stopWords: () => import('@orama/stopwords/indian'),
  },
  hu: {
    stemmer: () => import('@orama/stemmers/hungarian'),
    stopWords: () => import('@orama/stopwords/hungarian'),
  },
  hy: {
    stemmer: () => import('@orama/stemmers/armenian'),
    stopWords: () => import('@orama/stopwords/armenian'),
  },
  id: {
    stemmer: () => import('@orama/stemmers/indonesian'),
    stopWords: () => import('@orama/stopwords/indonesian'),
  },
  it: {
    stemmer: () => import('@orama/stemmers/italian'),
    stopWords: () => import('@orama/stopwords/italian'),
  },
  lt: {
    stemmer: () => import('@orama/stemmers/lithuanian'),
    stopWords: () => import('@orama/stopwords/lithuanian'),
    mend: (word) => decodeAgain(word, 'windows-1257'),
  },
  ne: {
    stemmer: () => import('@orama/stemmers/nepali'),
    stopWords: () => import('@orama/stopwords/nepali'),
  },
  nl: {
    stemmer: () => import('@orama/stemmers/dutch'),
    stopWords: () => import('@orama/stopwords/dutch'),
  },
  no: {
    stemmer: () => import('@orama/stemmers/norwegian'),
    stopWords: () => import('@orama/stopwords/norwegian'),
  },
  pt: {
    stemmer: () => import('@orama/stemmers/portuguese'),
    stopWords: () => import('@orama/stopwords/portuguese'),
  },
  ro: {
    stemmer: () => import('@orama/stemmers/romanian'),
    stopWords: () => import('@orama/stopwords/romanian'),
  },
  ru: {
    stemmer: () => import('@orama/stemmers/russian'),
    stopWords: () => import('@orama/stopwords/russian'),
  },
  sa: {
    stemmer: () => import('@orama/stemmers/sanskrit'),
    stopWords: () => import('@orama/stopwords/sanskrit'),
  },
  sr: {
    stemmer: () => import('@orama/stemmers/serbian'),
    stopWords: () => import('@orama/stopwords/serbian'),
    mend: (word) => decodeAgain(word, 'windows-1250'),
  },
  sv: {
    stemmer: () => import('@orama/stemmers/swedish'),
    stopWords: () => import('@orama/stopwords/swedish'),
  },
  ta: {
    stemmer: () => import('@orama/stemmers/tamil'),
    stopWords: () => import('@orama/stopwords/tamil'),
  },
  tr: {
    stemmer: () => import('@orama/stemmers/turkish'),
    stopWords: () => import('@orama/stopwords/turkish'),
    mend: (word) => replaceLetters(word, { ý: 'ı', þ: 'ş', ţ: 'ş', ð: 'ğ' }),
  },
  uk: {
    stemmer: () => import('@orama/stemmers/ukrainian'),
    stopWords: () => import('@orama/stopwords/ukrainian'),
    mend: (word) => replaceLetters(word, { '╡': 'і', '╞': 'ї', '╙': 'є' }),
  },
};

/** Loads the stemmer and the stop words of a language, once; null where there are none. */
export const loadLanguageWords: LoadLanguageWords = async (language) => {
  const known = findKnownLanguage(language);
  if (known === null) return null;
  const waiting = loaded.get(known) ?? load(sources[known]);
  loaded.set(known, waiting);
  return waiting;
};

const loaded = new Map<KnownLanguage, Promise<LanguageWords>>();

async function load({ stemmer, stopWords, mend, missing = [], unaccented }: Source): Promise<LanguageWords> {
  const [stemming, stopping] = await Promise.all([stemmer(), stopWords()]);
  const listed = mend ? stopping.stopwords.map(mend) : stopping.stopwords;
  return { stem: stemming.stemmer, stopWords: [...listed, ...missing], unaccented };
}

/** Undoes that a list in another one-byte encoding was read as Western European. */
function decodeAgain(word: string, encoding: string): string {
  const bytes = Array.from(word, (letter) => westernBytes().get(letter));
  if (bytes.some((byte) => byte === undefined)) return word;
  return new TextDecoder(encoding).decode(Uint8Array.from(bytes as number[]));
}

let western: ReadonlyMap<string, number> | null = null;

function westernBytes(): ReadonlyMap<string, number> {
  if (western === null) {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    western = new Map(
      Array.from(new TextDecoder('windows-1252').decode(all), (letter, byte) => [letter, byte]),
    );
  }
  return western;
}

function replaceLetters(word: string, letters: Readonly<Record<string, string>>): string {
  return Array.from(word, (letter) => letters[letter] ?? letter).join('');
}
