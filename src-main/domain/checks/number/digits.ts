// Writes the decimal digits of every script as 0-9.

const otherDigits = /(?![0-9])\p{Nd}/gu;
const digit = /^\p{Nd}$/u;

/** The text with each decimal digit (Arabic-Indic, Devanagari, full-width ...) as its ASCII digit; all else as it is. */
export function toAsciiDigits(text: string): string {
  return text.replace(otherDigits, (character) => String(readDigit(character)));
}

/** Unicode encodes the digits 0..9 of a script in a row: the value is the distance from the row's start. */
function readDigit(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  // The five rows of mathematical digits follow each other without a gap, from U+1D7CE.
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  let value = 0;
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
