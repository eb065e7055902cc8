// What kind of character stands at a place of a text, from one table, so that scanning stays linear in any script.

/** Neither letter, mark nor digit: ends a word. */
export const separator = 0;
/** A letter of a script that puts spaces between words, or a digit. */
export const word = 1;
/** The underscore: joins words, as in `\w`. */
export const underscore = 2;
/** A combining mark: belongs to the character before it. */
export const mark = 3;
/** A letter of a script without spaces between words (or, as Korean, with particles glued on): indexed by pairs. */
export const paired = 4;
/** Half of a surrogate pair: ask `classOfSurrogate`. */
export const surrogate = 5;
/** The second half of a character whose class was told at its first. */
export const inside = 6;

const pairedPattern =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]$/u;

let table: Uint8Array | null = null;

/** The class of every UTF-16 code unit, computed once. */
export function characterClasses(): Uint8Array {
  if (table === null) {
    table = new Uint8Array(0x10000);
    for (let unit = 0; unit < 0x10000; unit += 1) {
      table[unit] = unit >= 0xd800 && unit <= 0xdfff ? surrogate : classify(String.fromCharCode(unit));
    }
  }
  return table;
}

/** The class of the pair that begins at `offset`, `inside` where one ends; a lone surrogate is a separator. */
export function classOfSurrogate(text: string, offset: number): number {
  const code = text.codePointAt(offset) as number;
  if (code > 0xffff) return classify(String.fromCodePoint(code));
  const before = offset > 0 ? (text.codePointAt(offset - 1) as number) : 0;
  return before > 0xffff ? inside : separator;
}

function classify(character: string): number {
  if (character === '_') return underscore;
  if (/^\p{M}$/u.test(character)) return mark;
  if (/^\p{N}$/u.test(character)) return word;
  if (!/^\p{L}$/u.test(character)) return separator;
  return pairedPattern.test(character) ? paired : word;
}
