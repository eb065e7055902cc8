// Edges of a selection move by words and sentences, in any script, and never past each other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moveEdge, type TextSelection, type Unit } from '../../../src-renderer/ui/document/grow.ts';

const text = 'Toca el piano. María canta, a veces. ¿Quién escucha?';

function cut({ start, end }: TextSelection): string {
  return text.slice(start, end);
}

function select(quote: string): TextSelection {
  const start = text.indexOf(quote);
  return { start, end: start + quote.length };
}

const cases: readonly (readonly [string, 'start' | 'end', 1 | -1, Unit, string])[] = [
  ['piano', 'start', -1, 'word', 'el piano'],
  ['el piano', 'start', 1, 'word', 'piano'],
  ['piano', 'start', 1, 'word', 'piano'],
  ['canta', 'end', 1, 'word', 'canta, a'],
  ['canta, a', 'end', -1, 'word', 'canta'],
  ['ría', 'start', -1, 'word', 'María'],
  ['canta', 'end', 1, 'sentence', 'canta, a veces.'],
  ['canta', 'start', -1, 'sentence', 'María canta'],
  ['María canta', 'start', -1, 'sentence', 'Toca el piano. María canta'],
  ['escucha?', 'end', 1, 'word', 'escucha?'],
  ['Toca', 'start', -1, 'sentence', 'Toca'],
];

test.each(cases)('%s: %s %i %s gives %s', (quote, edge, direction, unit, expected) => {
  expect(cut(moveEdge(text, select(quote), edge, direction, unit, 'es'))).toBe(expected);
});

test('words of scripts without spaces, and a language nobody knows', () => {
  const thai = 'ภาษาไทยง่าย';
  expect(moveEdge(thai, { start: 0, end: 4 }, 'end', 1, 'word', 'th')).toEqual({ start: 0, end: 7 });
  expect(moveEdge('one two', { start: 0, end: 3 }, 'end', 1, 'word', 'not a language')).toEqual({
    start: 0,
    end: 7,
  });
});

test('a selection stays a selection inside the text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.nat(60),
      fc.nat(60),
      fc.constantFrom<readonly ['start' | 'end', 1 | -1, Unit]>(
        ['start', 1, 'word'],
        ['start', -1, 'sentence'],
        ['end', 1, 'sentence'],
        ['end', -1, 'word'],
      ),
      (any, from, length, [edge, direction, unit]) => {
        const start = Math.min(from, any.length);
        const end = Math.min(start + length + 1, any.length);
        fc.pre(end > start);
        const moved = moveEdge(any, { start, end }, edge, direction, unit, null);
        expect(moved.end).toBeGreaterThan(moved.start);
        expect(moved.start).toBeGreaterThanOrEqual(0);
        expect(moved.end).toBeLessThanOrEqual(any.length);
        const [still, other] = edge === 'start' ? [moved.end, end] : [moved.start, start];
        expect(still).toBe(other);
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});
