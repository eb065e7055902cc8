// Cuts a text into its words, in one pass: plain runs of letters and digits, or words as its scripts write them.
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

/** Runs of `[\p{L}\p{N}_]` of at least `minLength` code points. */
export function scanPlain(text: string, minLength: number): string[] {
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

/**
 * Words of letters, marks, digits and inner underscores, of at least `minLength` code points; overlapping pairs of
 * characters where a script puts no spaces between words.
 */
export function scanWords(text: string, minLength: number): string[] {
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
