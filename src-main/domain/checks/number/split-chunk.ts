// Splits a word that holds digits into the numbers and codes it is made of.
import { readCode, readNumber, shiftDecimal } from './read-number.ts';
import { readCurrencyBefore, readScale, readUnit } from './units.ts';

/** One number or code inside a chunk; `start` and `end` count from the chunk's start. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly string[];
  /** True for what is compared as a whole: a code, a version, a date, a time. */
  readonly code: boolean;
  readonly unit: string | null;
  /** True when letters follow inside the chunk, so that a word after the chunk is not its unit. */
  readonly closed: boolean;
}

const ordinals = new Set(
  'st nd rd th er ère e º ª o a os as ro ra da do to ta ма ти та то ви ва во ри ра ия ят й я е ое ый ой го му х'.split(
    ' ',
  ),
);
const hyphen = /[-‐‑]/;

/**
 * The pieces of a chunk written with ASCII digits, left to right. '14-30' are two numbers, '14-day' is a number with its
 * unit, '1st' a number; '3D', 'NX-204', '3.2.1', '24/7', '10:30' and '2024-05-03' are each one code.
 */
export function splitChunk(chunk: string, locale: string): readonly Piece[] {
  const readings = readNumber(chunk, locale);
  if (readings !== null) return [makePiece(chunk, { readings })];
  if (/^\d/.test(chunk)) return splitAfterDigits(chunk, locale);
  const version = /^v(?=\d)/i.exec(chunk);
  if (version !== null) return moveBy(1, splitAfterDigits(chunk.slice(1), locale));
  const [letters = ''] = /^[^\d]+/.exec(chunk) ?? [];
  const unit = readCurrencyBefore(letters);
  if (unit === null) return [makeCode(chunk)];
  return moveBy(letters.length, splitChunk(chunk.slice(letters.length), locale)).map((piece) => ({
    ...piece,
    unit: piece.unit ?? unit,
  }));
}

function splitAfterDigits(chunk: string, locale: string): readonly Piece[] {
  const readings = readNumber(chunk, locale);
  if (readings !== null) return [makePiece(chunk, { readings })];
  if (readCode(chunk).length > 1) return [makeCode(chunk)];
  const parts = chunk.split(hyphen);
  if (parts.length > 1 && parts.every((part) => /^\d/.test(part))) return splitEach(parts, locale);
  if (/^\d+(?:,\d+)+$/.test(chunk)) return splitEach(chunk.split(','), locale);
  return readWithSuffix(chunk, locale) ?? [makeCode(chunk)];
}

function splitEach(parts: readonly string[], locale: string): readonly Piece[] {
  let start = 0;
  return parts.flatMap((part) => {
    const pieces = moveBy(start, splitAfterDigits(part, locale));
    start += part.length + 1;
    return pieces;
  });
}

/** '30MB', '14-day', '5/month', '2mln', '1st': a number and what is glued to it; null for a code such as '3D'. */
function readWithSuffix(chunk: string, locale: string): readonly Piece[] | null {
  const match = /^(\d[\d.,'’_٬٫]*(?<=\d))([-‐‑/]?)(\p{L}.*)$/u.exec(chunk);
  if (match === null) return null;
  const [, number = '', joint = '', suffix = ''] = match;
  const readings = readNumber(number, locale);
  if (readings === null) return null;
  if (joint === '/') return [makePiece(number, { readings, closed: true })];
  const scale = joint === '' ? readScale(suffix) : null;
  if (scale !== null) {
    return [makePiece(chunk, { readings: readings.map((value) => shiftDecimal(value, scale)) })];
  }
  const [word = ''] = suffix.split(hyphen);
  const unit = readUnit(suffix) ?? readUnit(word);
  if (unit !== null) return [makePiece(chunk, { readings, unit, closed: true })];
  if (joint === '' && !ordinals.has(suffix.toLowerCase())) return null;
  return [makePiece(number, { readings, closed: true })];
}

function makePiece(
  written: string,
  parts: { readonly readings: readonly string[]; readonly unit?: string; readonly closed?: boolean },
): Piece {
  return { start: 0, end: written.length, code: false, unit: null, closed: false, ...parts };
}

function makeCode(written: string): Piece {
  return { start: 0, end: written.length, readings: readCode(written), code: true, unit: null, closed: true };
}

function moveBy(distance: number, pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) => ({ ...piece, start: piece.start + distance, end: piece.end + distance }));
}
