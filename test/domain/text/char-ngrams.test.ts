// Character n-grams inside words: the published loop by hand, and a naive twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutCharNgrams } from '#domain/text/char-ngrams';

/** The reference's own loop, over code points. */
function cutNaively(text: string, min: number, max: number): string[] {
  const terms: string[] = [];
  for (const word of text.split(/\p{White_Space}+/u).filter((part) => part !== '')) {
    const padded = [' ', ...word, ' '];
    for (let size = min; size <= max; size += 1) {
      let offset = 0;
      terms.push(padded.slice(0, size).join(''));
      while (offset + size < padded.length) {
        offset += 1;
        terms.push(padded.slice(offset, offset + size).join(''));
      }
      if (offset === 0) break;
    }
  }
  return terms;
}

describe('cutCharNgrams', () => {
  it.each([
    ['', 3, 5, []],
    [' \t\n', 3, 5, []],
    ['a', 3, 5, [' a ']],
    ['a', 4, 5, [' a ']],
    ['ab', 3, 5, [' ab', 'ab ', ' ab ']],
    ['a.b', 2, 3, [' a', 'a.', '.b', 'b ', ' a.', 'a.b', '.b ']],
    ['a\u00a0b', 3, 3, [' a ', ' b ']],
    ['😀x', 3, 3, [' 😀x', '😀x ']],
  ] as const)('%j, %d to %d', (text, min, max, terms) => {
    expect(cutCharNgrams(text, min, max)).toEqual(terms);
  });

  it('agrees with the published loop on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.string({ unit: fc.constantFrom('a', ' ', '.', '😀', 'é', '\u3000'), maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 4 }),
        (free, dense, min, more) => {
          const text = `${free} ${dense}`;
          expect(cutCharNgrams(text, min, min + more)).toEqual(cutNaively(text, min, min + more));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });
});
