// Finds the numbers of a text by value and unit, and compares those of an answer with those of its passages.
import { toAsciiDigits } from './number/digits.ts';
import { listYears, shiftDecimal } from './number/read-number.ts';
import { splitChunk, type Piece } from './number/split-chunk.ts';
import { isUnitQualifier, readCurrencyBefore, readScale, readUnit, readUnitPair } from './number/units.ts';

export interface NumberMention {
  /** As written, without and with its unit. */
  readonly number: string;
  readonly written: string;
  /** Every value it may have ('-1234.5', 'code:nx-204', 'date:2024-05-03'). */
  readonly readings: readonly string[];
  /** Canonical unit, null for none. */
  readonly unit: string | null;
  /** The unit of the number next to it in a range or a list: 14 in '14-30 days'. */
  readonly sharedUnit: string | null;
  /** Values it supports as evidence beside its own: the year of a date, the positive value after a dash that opens a line. */
  readonly supports: readonly string[];
}

interface Found extends NumberMention {
  readonly start: number;
  /** End of the number with its unit; nothing before it can be the next number's currency. */
  readonly end: number;
}

/** Thousands grouped by spaces; or a word with digits: letters and digits, joined by hyphen or slash, and by . , : ' between digits. */
const chunkPattern =
  /(?<![\p{L}\p{M}\p{N}_.,])\d{1,3}([ \u00a0\u2009\u202f])\d{3}(?:\1\d{3})*(?:[.,]\d+)?(?![\p{N}_]|[.,:'’]\d)|[\p{L}\p{M}\p{N}_]+(?:(?:[-‐‑/]|(?<=\d)[.,:'’٫٬](?=\d))[\p{L}\p{M}\p{N}_]+)*/gu;

/**
 * The numbers of a text, left to right. By value: separators are read by `locale` (an ISO code, or `auto`, where
 * '1.234' may be either value, see read-number.ts), digits may be of any script, 'million' and kin multiply. By unit:
 * currencies before or after, %, degrees, and the unit words of units.ts after the number, also after a qualifier
 * ('5 working days') or a gloss ('14 (fourteen) days'); other words are no units. A minus is a hyphen, an en dash or
 * U+2212 right before the number that no word precedes. Codes, versions, dates and times are one token each and match
 * whole. Numbers written as words are not read, on either side: 'two days' neither needs nor gives support. Linear.
 */
export function findNumbers(text: string, locale: string): readonly NumberMention[] {
  const ascii = toAsciiDigits(text.normalize('NFC'));
  const found: Found[] = [];
  for (const match of ascii.matchAll(chunkPattern)) {
    // A word inside the previous number's unit (m2) is no number of its own.
    if (!/\d/.test(match[0]) || match.index < (found.at(-1)?.end ?? 0)) continue;
    for (const piece of splitChunk(match[0], locale)) {
      found.push(locate(ascii, match.index, piece, found.at(-1)?.end ?? 0));
    }
  }
  return found.map((mention, index) => shareUnit(ascii, found, mention, index));
}

function locate(text: string, offset: number, piece: Piece, from: number): Found {
  const start = offset + piece.start;
  const numberEnd = offset + piece.end;
  const number = text.slice(start, numberEnd);
  if (piece.code) {
    const { readings } = piece;
    const supports = listYears(readings);
    return {
      number,
      written: number,
      readings,
      unit: null,
      sharedUnit: null,
      supports,
      start,
      end: numberEnd,
    };
  }
  const after = piece.closed ? { unit: null, scale: 0, end: numberEnd } : readAfter(text, numberEnd);
  const before = piece.start === 0 ? readBefore(text, from, start) : { unit: null, sign: '' as const, start };
  const values = piece.readings.map((value) => (after.scale > 0 ? shiftDecimal(value, after.scale) : value));
  const readings = before.sign === '' ? values : values.map(negate);
  const unit = piece.unit ?? after.unit ?? before.unit;
  const shownStart = before.unit === unit ? before.start : start;
  const shown = text.slice(shownStart, after.end).replace(/\s+/g, ' ');
  const sign = before.sign === '' ? '' : '-';
  return {
    number: sign + number,
    written: sign + shown,
    readings,
    unit,
    sharedUnit: null,
    supports: before.sign === 'line' ? values : [],
    start,
    end: after.end,
  };
}

function negate(value: string): string {
  return value === '0' ? value : `-${value}`;
}

interface After {
  readonly unit: string | null;
  /** The power of ten of a word such as 'million', else 0. */
  readonly scale: number;
  readonly end: number;
}

const signAfter = /\s{0,2}([°º]\s?[CF](?![\p{L}\p{N}])|[%‰٪°º℃℉]|(?:US|CA|AU|A)?\p{Sc})/uy;
const wordAfter =
  /(?:\)?\s{1,3}|[-‐‑]|)(?:\([^()\n\d]{0,40}\)\s)?([\p{L}\p{M}]+(?:\/[\p{L}\p{M}]+)?[23²³]?)(?![\p{L}\p{M}\p{N}_])(?:\s{1,3}([\p{L}\p{M}]+))?/uy;

/** The scale and the unit that follow a number which ends at `at`. */
function readAfter(text: string, at: number): After {
  const sign = matchAt(signAfter, text, at);
  if (sign !== null) {
    const end = at + sign[0].length;
    const opensNext =
      /\p{Sc}/u.test(sign[0]) && /^\s/.test(sign[0]) && /^[-−]?\d/.test(text.slice(end, end + 2));
    return opensNext
      ? { unit: null, scale: 0, end: at }
      : { unit: readUnit((sign[1] ?? '').replace(/\s/, '')), scale: 0, end };
  }
  const words = matchAt(wordAfter, text, at);
  if (words === null) return { unit: null, scale: 0, end: at };
  const [both, first = '', second = ''] = words;
  const firstEnd = at + both.slice(0, both.length - second.length).trimEnd().length;
  const scale = readScale(first);
  if (scale !== null) {
    const ofEnd = second === 'de' ? at + both.length : firstEnd;
    const rest = readAfter(text, ofEnd);
    return { unit: rest.unit, scale, end: rest.unit === null ? firstEnd : rest.end };
  }
  const paired = readUnitPair(first, second) ?? (isUnitQualifier(first) ? readUnit(second) : null);
  if (paired !== null) return { unit: paired, scale: 0, end: at + both.length };
  const unit = readUnit(first);
  return { unit, scale: 0, end: unit === null ? at : firstEnd };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Before {
  readonly unit: string | null;
  /** '-': a minus; 'line': a dash that opens a line, a minus or the dash of a list or a dialogue. */
  readonly sign: '' | '-' | 'line';
  readonly start: number;
}

/** The currency and the minus right before a number, read back no further than `from`. */
function readBefore(text: string, from: number, start: number): Before {
  const near = text.slice(Math.max(from, start - 8), start);
  const currency = /((?:\b(?:US|CA|AU|A))?\p{Sc}|(?<![\p{L}\p{N}])[A-Z]{3})\s?[-−–]?$/u.exec(near);
  const unit = currency === null ? null : readCurrencyBefore(currency[1] ?? '');
  const unitStart = currency === null || unit === null ? start : start - near.length + currency.index;
  const outer = readSign(text, unitStart);
  const sign = outer !== '' || unitStart === start ? outer : /[-−–]$/.test(near) ? '-' : '';
  return { unit, sign, start: unitStart };
}

function readSign(text: string, start: number): Before['sign'] {
  const dash = text[start - 1] ?? '';
  if (!/[-−–]/.test(dash)) return '';
  const previous = text[start - 2] ?? '\n';
  if (/[\p{L}\p{M}\p{N}_%\p{Sc}°)\]]/u.test(previous)) return '';
  return dash !== '−' && /[\n\r]/.test(previous) ? 'line' : '-';
}

const listJoint = /^\s?(?:[-‐‑–—,;/]|to|and|or|a|y|o|u|e|до|и|или|по|bis|und|oder|et|ou|à)\s?$/iu;

/** Gives a number without a unit that of its neighbour in '14-30 days', '3, 5 or 7 days', '$10-20'. */
function shareUnit(text: string, all: readonly Found[], mention: Found, index: number): NumberMention {
  const { number, written, readings, unit, supports } = mention;
  const shared = unit === null ? (lookAhead(text, all, index) ?? lookBack(text, all, index)) : null;
  return { number, written, readings, unit, sharedUnit: shared, supports };
}

/** Lists are short: a bound keeps a text of ten thousand bare numbers linear. */
const longestList = 8;

function lookAhead(text: string, all: readonly Found[], index: number): string | null {
  for (let at = index; at < index + longestList; at += 1) {
    const [here, next] = [all[at], all[at + 1]];
    if (here === undefined || next === undefined || !isJoint(text, here.end, next.start)) return null;
    if (next.unit !== null) return next.unit;
  }
  return null;
}

function lookBack(text: string, all: readonly Found[], index: number): string | null {
  const [previous, here] = [all[index - 1], all[index]];
  if (previous === undefined || here === undefined || !/^[A-Z]{3}$/.test(previous.unit ?? '')) return null;
  return isJoint(text, previous.end, here.start) ? previous.unit : null;
}

function isJoint(text: string, from: number, to: number): boolean {
  return to - from <= 8 && listJoint.test(text.slice(from, to));
}

/**
 * What is wrong with the numbers of an answer, in the answer's order, each once; [] when every number stands in the
 * passages by value, and with its unit where the answer gives one. A number of the passages without a unit does not
 * support one with it. Units are not converted: 24 hours are not 1 day.
 */
export function compareNumbers(
  answer: readonly NumberMention[],
  passages: readonly NumberMention[],
): readonly string[] {
  const supported = new Map<string, NumberMention[]>();
  for (const mention of passages) {
    for (const reading of new Set([...mention.readings, ...mention.supports])) {
      const same = supported.get(reading) ?? [];
      if (same.length === 0) supported.set(reading, same);
      if (!same.some((known) => hasSameUnits(known, mention))) same.push(mention);
    }
  }
  const reasons = answer.map((mention) => {
    const same = mention.readings.flatMap((reading) => supported.get(reading) ?? []);
    return compareOne(mention, same);
  });
  return [...new Set(reasons.filter((reason) => reason !== null))];
}

function compareOne(mention: NumberMention, same: readonly NumberMention[]): string | null {
  const { unit } = mention;
  if (same.length === 0) return `number-missing: ${mention.number}`;
  if (unit === null) return null;
  if (same.some((other) => other.unit === unit || other.sharedUnit === unit)) return null;
  return `number-other-unit: ${mention.written} (the passages have ${same[0]?.written ?? ''})`;
}

function hasSameUnits(left: NumberMention, right: NumberMention): boolean {
  return left.unit === right.unit && left.sharedUnit === right.sharedUnit;
}
