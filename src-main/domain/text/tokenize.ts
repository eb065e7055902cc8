// Texts into terms: one tokenizer for questions and chunks, linear in the length of the text.
import type { Analyzer } from '#contract/config/analyzer';
import { cutCharNgrams } from './char-ngrams.ts';
import { scanPlain, scanWords } from './scan-words.ts';

/** Changes whenever the same text could give other terms: an index remembers it and is rebuilt under another one. */
export const tokenizerVersion = 'assay-words-2';

/** Invisible, or a variant of the character before: soft hyphen, keycap frame, variation selectors. */
const ignorable = /[\u00ad\u20e3\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Letters of their own that decompose (й ў ї ѓ ќ), kept; then accents of Latin, Greek, Cyrillic, Hebrew and Arabic. */
const accents =
  /([\u0438\u0443]\u0306|\u0456\u0308|[\u0433\u043a]\u0301)|[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/gu;

/** What an analyzer is given from outside, since the domain holds no word lists. */
export interface LanguageWords {
  /** Stems a lower-cased NFC word; null: words stay whole. */
  readonly stem: ((word: string) => string) | null;
  /** In any case and form; compared with whole words after the same normalisation. */
  readonly stopWords: Iterable<string>;
  /** The stop words are written without accents: a word is compared without its own. */
  readonly unaccented?: boolean;
}

const noWords: LanguageWords = { stem: null, stopWords: [] };

/**
 * Returns the function that turns a text into its terms, in order, with repetitions.
 *
 * Language `none`: runs of `[\p{L}\p{N}_]` of the lower-cased text, nothing else. Otherwise the text is brought to NFC
 * and lower-cased (Turkish and Azerbaijani keep their two kinds of i), and a word is a letter or digit followed by
 * letters, marks, digits and underscores. Apostrophes, hyphens, points and commas separate; underscores inside a word
 * belong to it, at its ends they are dropped; a run of digits is never cut. Chinese, Japanese, Korean, Thai, Lao, Khmer
 * and Burmese runs give overlapping pairs of characters with their marks, or the single character of a run of one.
 *
 * Then `minLength` (code points; not for pairs), stop words, stems, and word n-grams over what is left, joined by one
 * space. `foldAccents` removes accents, before all of these, and keeps the letters й ў ї ѓ ќ, voiced kana, and vowel
 * signs of scripts that need them.
 *
 * `charNgrams` takes the place of all that follows the normalised, lower-cased text.
 * @param language of the text, ISO 639, where the analyzer's own is `auto`; null when unknown
 * @param words of that language; `stem` and `stopWords` of the analyzer decide only what the caller puts there
 */
export function createAnalyzer(
  analyzer: Analyzer,
  language: string | null,
  words: LanguageWords = noWords,
): (text: string) => string[] {
  const plain = analyzer.language === 'none';
  const spoken = plain || analyzer.language === 'auto' ? language : analyzer.language;
  const lower = spoken === 'tr' || spoken === 'az' ? lowerDottedI : lowerCase;
  function normalise(text: string): string {
    const form = plain ? text.toLowerCase() : lower(text.normalize('NFC').replace(ignorable, ''));
    return analyzer.foldAccents ? foldAccents(form) : form;
  }
  if (analyzer.charNgrams !== null) {
    const [min, max] = analyzer.charNgrams;
    return (text) => cutCharNgrams(normalise(text), min, max);
  }
  const scan = plain ? scanPlain : scanWords;
  const isStopped = stopTest(words, normalise);
  const stem = words.stem === null ? null : remember(words.stem);
  const [shortest, longest] = analyzer.ngrams;
  return function analyze(text: string): string[] {
    const tokens = scan(normalise(text), analyzer.minLength);
    const kept = isStopped === null ? tokens : tokens.filter((token) => !isStopped(token));
    const stems = stem === null ? kept : kept.map(stem);
    return shortest === 1 && longest === 1 ? stems : joinNgrams(stems, shortest, longest);
  };
}

function stopTest(
  { stopWords, unaccented = false }: LanguageWords,
  normalise: (text: string) => string,
): ((token: string) => boolean) | null {
  const form = unaccented ? (text: string) => foldAccents(normalise(text)) : normalise;
  const stopped = new Set(Array.from(stopWords, (stopWord) => form(stopWord.trim())));
  if (stopped.size === 0) return null;
  return unaccented ? (token) => stopped.has(foldAccents(token)) : (token) => stopped.has(token);
}

/** Stems kept at once; a corpus has fewer different words, and the memory stays bounded where one has more. */
const mostStems = 200_000;

/** Stemming costs more than finding the stem again, and texts repeat their words. A word without a stem stays whole. */
function remember(stem: (word: string) => string): (word: string) => string {
  const stems = new Map<string, string>();
  return (word) => {
    const known = stems.get(word);
    if (known !== undefined) return known;
    if (stems.size >= mostStems) stems.clear();
    const found = stem(word) || word;
    stems.set(word, found);
    return found;
  };
}

function lowerCase(text: string): string {
  return text.toLowerCase();
}

function lowerDottedI(text: string): string {
  return text.replaceAll('İ', 'i').replaceAll('I', 'ı').toLowerCase();
}

function foldAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(accents, (_, letter: string | undefined) => letter ?? '')
    .normalize('NFC');
}

function joinNgrams(words: readonly string[], shortest: number, longest: number): string[] {
  const terms: string[] = [];
  for (let size = shortest; size <= Math.min(longest, words.length); size += 1) {
    for (let first = 0; first + size <= words.length; first += 1) {
      terms.push(size === 1 ? (words[first] as string) : words.slice(first, first + size).join(' '));
    }
  }
  return terms;
}
