// Splits answers and replies into the tokens by which they are compared.
import { toAsciiDigits } from './number/digits.ts';
import { readCode, readNumber } from './number/read-number.ts';
import { readCurrencyBefore, readUnit } from './number/units.ts';

export interface AnswerToken {
  readonly kind: 'word' | 'number' | 'sign' | 'currency';
  readonly text: string;
  /** Every value a number may have; empty for the rest. */
  readonly readings: readonly string[];
}

/** Scripts written without spaces between words: each character is a token. */
const unspaced =
  '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]';
const letter = `(?:(?!${unspaced})[\\p{L}\\p{M}\\p{N}_])`;
const tokenPattern = new RegExp(
  [
    '(?<minus>(?<![\\p{L}\\p{M}\\p{N}_%\\p{Sc}°)\\]])[-−–](?=\\p{Sc}?\\d))',
    '(?<sign>[%‰°])',
    '(?<currency>\\p{Sc})',
    `(?<character>${unspaced}\\p{M}*)`,
    '(?<date>\\d{4}-\\d{1,2}-\\d{1,2}(?!\\d))',
    '(?<grouped>\\d{1,3}(?<gap>[ \\u00a0\\u2009\\u202f])\\d{3}(?:\\k<gap>\\d{3})*(?:[.,]\\d+)?(?![\\p{N}_]|[.,:]\\d))',
    `(?<number>\\d+(?:[.,:'’٫٬/]\\d+)*)(?<glued>${letter}*)`,
    `(?<word>${letter}+(?:\\+{1,2}|#)?)`,
  ].join('|'),
  'gu',
);

/**
 * The tokens of a text: words, numbers, currencies and the signs % ‰ °; other punctuation, quotes and white space only
 * separate. Folded: compatibility forms (full-width, ligatures; not superscripts and fractions, which change what is
 * said), case, digits of other scripts, the final sigma; accents stay. A number is one token with its minus, its
 * separators and its decimals, so '3' is not in '30', '3.5', '-3' or '3:45'. A currency sign and its code in capitals are one
 * token and stand after the number: '3 €', '3€', '€3' and 'EUR 3' are the same; the word 'euros' is another. A unit glued
 * to its number ('30MB') is a token of its own. Chinese, Japanese, Thai and kin give a token a character.
 */
export function splitTokens(text: string): readonly AnswerToken[] {
  const tokens: AnswerToken[] = [];
  let negative = false;
  for (const { groups = {} } of foldForms(text).matchAll(tokenPattern)) {
    if (groups['minus'] !== undefined) negative = true;
    else if (groups['sign'] !== undefined) tokens.push(makeToken('sign', groups['sign']));
    else if (groups['currency'] !== undefined) tokens.push(makeCurrency(groups['currency']));
    else {
      tokens.push(...makeTokens(groups, negative));
      negative = false;
    }
  }
  return placeCurrencies(tokens);
}

function makeTokens(
  groups: Readonly<Record<string, string | undefined>>,
  negative: boolean,
): readonly AnswerToken[] {
  const { number, glued = '' } = groups;
  const plain = groups['date'] ?? groups['grouped'];
  if (plain !== undefined) return [makeNumber(plain, negative)];
  if (number === undefined) return [makeToken('word', groups['character'] ?? groups['word'] ?? '')];
  if (glued === '') return [makeNumber(number, negative)];
  if (/^\d+$/.test(number) && readUnit(glued) === null) return [makeToken('word', number + glued)];
  return [makeNumber(number, negative), makeToken('word', glued)];
}

/** True where the tokens of `part` stand in `whole` one after the other; an empty part is nowhere. */
export function containsTokens(whole: readonly AnswerToken[], part: readonly AnswerToken[]): boolean {
  if (part.length === 0) return false;
  return whole.some(
    (_, start) =>
      start + part.length <= whole.length &&
      part.every((token, index) => isSameToken(token, whole[start + index])),
  );
}

export function isSameTokens(left: readonly AnswerToken[], right: readonly AnswerToken[]): boolean {
  return left.length === right.length && left.every((token, index) => isSameToken(token, right[index]));
}

/** Numbers are the same when they may mean the same value: '1.234', '1,234' and '1234'. */
function isSameToken(left: AnswerToken, right: AnswerToken | undefined): boolean {
  if (left.kind !== right?.kind) return false;
  if (left.kind !== 'number') return left.text === right.text;
  return left.readings.some((reading) => right.readings.includes(reading));
}

function makeToken(kind: AnswerToken['kind'], text: string): AnswerToken {
  return { kind, text, readings: [] };
}

function makeCurrency(sign: string): AnswerToken {
  return makeToken('currency', readUnit(sign) ?? sign);
}

function makeNumber(written: string, negative: boolean): AnswerToken {
  const values = readNumber(written, 'auto');
  const readings =
    values?.map((value) => (negative && value !== '0' ? `-${value}` : value)) ?? readCode(written);
  return { kind: 'number', text: negative ? `-${written}` : written, readings };
}

/** Puts a currency that precedes its number after it, and reads codes beside a number as currencies. */
function placeCurrencies(tokens: readonly AnswerToken[]): readonly AnswerToken[] {
  const placed = tokens.map((token, index) => {
    const beside = tokens[index - 1]?.kind === 'number' || tokens[index + 1]?.kind === 'number';
    const code = token.kind === 'word' && beside ? readCurrencyBefore(token.text) : null;
    return code === null ? foldToken(token) : makeToken('currency', code);
  });
  for (let index = 0; index + 1 < placed.length; index += 1) {
    const [before, here, next] = [placed[index - 1], placed[index], placed[index + 1]];
    if (here?.kind !== 'currency' || next?.kind !== 'number' || before?.kind === 'number') continue;
    placed[index] = next;
    placed[index + 1] = here;
    index += 1;
  }
  return placed;
}

function foldToken(token: AnswerToken): AnswerToken {
  return token.kind === 'word' ? makeToken('word', foldCase(token.text)) : token;
}

function foldCase(word: string): string {
  return word
    .toLowerCase()
    .replace(/i\u0307/g, 'i')
    .replace(/ς/g, 'σ')
    .normalize('NFC');
}

/** Compatibility forms folded, except where folding changes what is said: x² is not x2, ½ not 1⁄2. */
function foldForms(text: string): string {
  const visible = text.normalize('NFC').replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '');
  const degrees = visible.replace(/(?<=\d\s?)º/g, '°');
  return toAsciiDigits(degrees.replace(/[^\p{No}№™℠ªº]+/gu, (part) => part.normalize('NFKC')));
}
