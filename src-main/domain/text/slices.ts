// Slices of a text: trimming them, and the places where cutting tears nothing apart.

/** A contiguous part [start, end) of a text, in UTF-16 code units. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

const whiteSpace = /\s/;
const extending = /^[\p{M}\p{Emoji_Modifier}\u200d]$/u;
const joiner = 0x200d;

/** Whether the code unit at `offset` is white space; false outside the text. */
export function isWhiteSpaceAt(text: string, offset: number): boolean {
  const unit = text.charCodeAt(offset);
  if (unit === 0x20 || unit === 0x0a) return true;
  if (unit > 0x20 && unit < 0x80) return false;
  return whiteSpace.test(text.charAt(offset));
}

/** The first offset at or after `offset` that is not white space, or the text's length. */
export function skipWhiteSpace(text: string, offset: number): number {
  let at = offset;
  while (at < text.length && isWhiteSpaceAt(text, at)) at += 1;
  return at;
}

/** The slice without white space at its ends; null when nothing else is in it. */
export function trimSlice(text: string, start: number, end: number): Slice | null {
  let from = start;
  let to = end;
  while (from < to && isWhiteSpaceAt(text, from)) from += 1;
  while (to > from && isWhiteSpaceAt(text, to - 1)) to -= 1;
  return from < to ? { start: from, end: to } : null;
}

/** Whether a cut at `offset` would tear a surrogate pair, CR LF, a base and its marks, or a joined emoji apart. */
export function tearsCharacter(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return false;
  const unit = text.charCodeAt(offset);
  const before = text.charCodeAt(offset - 1);
  if (unit >= 0x20 && unit < 0x300 && before < 0x300) return false;
  if (unit === 0x0a) return before === 0x0d;
  if (isLow(unit) && before >= 0xd800 && before <= 0xdbff) return true;
  if (before === joiner && !isWhiteSpaceAt(text, offset)) return true;
  return extending.test(String.fromCodePoint(text.codePointAt(offset) as number));
}

/** The last place in (floor, offset] where a cut tears nothing, or `floor`. */
export function cutAtOrBefore(text: string, offset: number, floor: number): number {
  let at = Math.min(offset, text.length);
  while (at > floor && tearsCharacter(text, at)) at -= 1;
  return at;
}

/** The first place at or after `offset` where a cut tears nothing. */
export function cutAtOrAfter(text: string, offset: number): number {
  let at = offset;
  while (tearsCharacter(text, at)) at += 1;
  return at;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
