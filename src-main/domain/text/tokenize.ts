// Texts into terms: one tokenizer for questions and chunks, linear in the length of the text.
import type { Analyzer } from '#contract/config/analyzer';
import {
  characterClasses,
  classOfSurrogate,
  inside,
  mark,
  paired,
  separator,
  surrogate,
  underscore,
} from './character-classes.ts';

/** Changes whenever the same text could give other terms: an index remembers it and is rebuilt under another one. */
export const tokenizerVersion = 'assay-words-1';

/** Invisible, or a variant of the character before: soft hyphen, keycap frame, variation selectors. */
const ignorable = /[\u00ad\u20e3\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

/** Letters of their own that decompose (й ў ї ѓ ќ), kept; then accents of Latin, Greek, Cyrillic, Hebrew and Arabic. */
const accents =
  /([\u0438\u0443]\u0306|\u0456\u0308|[\u0433\u043a]\u0301)|[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]/gu;

/**
 * Returns the function that turns a text into its terms, in order, with repetitions.
 *
 * Language `none`: runs of `[\p{L}\p{N}_]` of the lower-cased text, nothing else. Otherwise the text is brought to NFC
 * and lower-cased (Turkish and Azerbaijani keep their two kinds of i), and a word is a letter or digit followed by
 * letters, marks, digits and underscores. Apostrophes, hyphens, points and commas separate; underscores inside a word
 * belong to it, at its ends they are dropped; a run of digits is never cut. Chinese, Japanese, Korean, Thai, Lao, Khmer
 * and Burmese runs give overlapping pairs of characters with their marks, or the single character of a run of one.
 *
 * Then `minLength` (code points; not for pairs), stop words, and word n-grams over what is left, joined by one space.
 * `foldAccents` removes accents and keeps the letters й ў ї ѓ ќ, voiced kana, and vowel signs of scripts that need them.
 * @param language of the corpus, ISO 639, where the analyzer's own is `auto`; null when unknown
 * @param stopWords in any case and form; compared with whole words after the same normalisation
 */
export function createAnalyzer(
  analyzer: Analyzer,
  language: string | null,
  stopWords?: ReadonlySet<string>,
): (text: string) => string[] {
  const plain = analyzer.language === 'none';
  const spoken = plain || analyzer.language === 'auto' ? language : analyzer.language;
  const lower = spoken === 'tr' || spoken === 'az' ? lowerDottedI : lowerCase;
  function normalise(text: string): string {
    const form = plain ? text.toLowerCase() : lower(text.normalize('NFC').replace(ignorable, ''));
    return analyzer.foldAccents ? foldAccents(form) : form;
  }
  const scan = plain ? scanPlain : scanWords;
  const stopped = new Set(Array.from(stopWords ?? [], (stopWord) => normalise(stopWord.trim())));
  const [shortest, longest] = analyzer.ngrams;
  return function analyze(text: string): string[] {
    const tokens = scan(normalise(text), analyzer.minLength);
    const words = stopped.size === 0 ? tokens : tokens.filter((token) => !stopped.has(token));
    return shortest === 1 && longest === 1 ? words : joinNgrams(words, shortest, longest);
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

function scanPlain(text: string, minLength: number): string[] {
  const classes = characterClasses();
  const tokens: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at += 1) {
    let kind = classes[text.charCodeAt(at)] as number;
    if (kind === surrogate) kind = classOfSurrogate(text, at);
    if (kind === inside) continue;
    if (kind !== separator && kind !== mark) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      pushWord(tokens, text, start, at, minLength);
      start = -1;
    }
  }
  if (start >= 0) pushWord(tokens, text, start, text.length, minLength);
  return tokens;
}

function scanWords(text: string, minLength: number): string[] {
  const classes = characterClasses();
  const tokens: string[] = [];
  let start = -1;
  // Starts of the last but one and of the last character of a run that is indexed by pairs.
  let before = -1;
  let last = -1;
  function close(end: number): void {
    if (start >= 0) pushTrimmed(tokens, text, start, end, minLength);
    else if (last >= 0) tokens.push(text.slice(before >= 0 ? before : last, end));
    start = before = last = -1;
  }
  for (let at = 0; at < text.length; at += 1) {
    let kind = classes[text.charCodeAt(at)] as number;
    if (kind === surrogate) kind = classOfSurrogate(text, at);
    if (kind === mark || kind === inside) continue;
    if (kind === separator) {
      if (start >= 0 || last >= 0) close(at);
    } else if (kind === paired) {
      if (start >= 0) close(at);
      if (before >= 0) tokens.push(text.slice(before, at));
      before = last;
      last = at;
    } else {
      if (last >= 0) close(at);
      if (start < 0) start = at;
    }
  }
  close(text.length);
  return tokens;
}

/** Drops underscores, with the marks on them, from both ends: markup such as `_word_` puts them there. */
function pushTrimmed(tokens: string[], text: string, start: number, end: number, minLength: number): void {
  const classes = characterClasses();
  const classAt = (at: number) => classes[text.charCodeAt(at)] as number;
  let from = start;
  while (from < end && (classAt(from) === underscore || classAt(from) === mark)) from += 1;
  let to = end;
  for (let base = end - 1; base >= from; base -= 1) {
    if (classAt(base) === underscore) to = base;
    else if (classAt(base) !== mark) break;
  }
  if (to > from) pushWord(tokens, text, from, to, minLength);
}

function pushWord(tokens: string[], text: string, start: number, end: number, minLength: number): void {
  const token = text.slice(start, end);
  // Code units are at least as many as code points: count these only where it can matter.
  if (minLength > 1 && (token.length < minLength || [...token].length < minLength)) return;
  tokens.push(token);
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
