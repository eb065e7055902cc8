// The pure parts of the search and of reading documents: addresses, words of a query, evidence, and finding.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatches, matchFrom } from '../../../src-renderer/ui/document/find/find-matches.ts';
import { readPlace } from '../../../src-renderer/views/documents/place.ts';
import {
  hasEvidence,
  nextGroup,
  readAnswers,
  withEvidence,
} from '../../../src-renderer/views/search/evidence.ts';
import { markWords, queryWords } from '../../../src-renderer/views/search/mark-tokens.ts';
import { readSearch, writeSearch } from '../../../src-renderer/views/search/search-route.ts';

test('whole words of the query are marked, whatever their case and accents', () => {
  const text = '¿Quién toca? Toca tocaba QUIEN.';
  const marked = markWords(text, queryWords('quien (toca)'));
  expect(
    marked.filter(({ marks }) => marks.length > 0).map(({ start, end }) => text.slice(start, end)),
  ).toEqual(['Quién', 'toca', 'Toca', 'QUIEN']);
  expect(queryWords('??? ...').size).toBe(0);
});

test('no character is lost between the pieces', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ maxLength: 10 }),
      (text, query) => {
        const pieces = markWords(text, queryWords(query));
        expect(pieces.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      },
    ),
    { seed: 7, numRuns: 200 },
  );
});

test('what is looked for is text, never a pattern', () => {
  expect(findMatches('a.b a+b A.B', 'a.b')).toEqual([
    { start: 0, end: 3 },
    { start: 8, end: 11 },
  ]);
  expect(findMatches('one\n  two', 'one two')).toEqual([{ start: 0, end: 9 }]);
  expect(findMatches('(((', '((')).toEqual([{ start: 0, end: 2 }]);
  expect(findMatches('text', '  ')).toEqual([]);
  expect(findMatches('İstanbul Straße', 'straße')).toEqual([{ start: 9, end: 15 }]);
});

test('any slice without outer white space is found where it stands', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 40 }),
      fc.nat(39),
      fc.integer({ min: 1, max: 9 }),
      (text, at, length) => {
        const wanted = text.slice(at, at + length).trim();
        fc.pre(wanted !== '');
        const found = findMatches(text, wanted);
        expect(found.length).toBeGreaterThan(0);
        const first = found[0] ?? { start: -1, end: -1 };
        expect(first.start).toBeLessThanOrEqual(text.indexOf(wanted));
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

test('the match to show first is the next one, or else the first', () => {
  const matches = [3, 9, 20].map((start) => ({ start, end: start + 1 }));
  expect([0, 3, 4, 21].map((offset) => matchFrom(matches, offset))).toEqual([0, 0, 1, 0]);
  expect(matchFrom([], 0)).toBe(-1);
});

test.each([
  [{ at: '12' }, { start: 12, end: 12 }],
  [{ mark: '5-9' }, { start: 5, end: 9 }],
  [
    { mark: '5-900', at: '1' },
    { start: 5, end: 100 },
  ],
  [{ mark: '9-5' }, { start: 9, end: 9 }],
  [{ at: '101' }, null],
  [{ at: '-1' }, null],
  [{ mark: 'x' }, null],
  [{}, null],
])('an address %j names the place %j', (filter, place) => {
  expect(readPlace(filter as Record<string, string>, 100)).toEqual(place);
});

test('the address of a search can be read back', () => {
  const asked = { query: 'a & b=c', config: 'hybrid', depth: 'all' as const };
  expect(readSearch({ filter: writeSearch(asked) })).toEqual(asked);
  expect(readSearch({ filter: { k: '7' } })).toEqual({ query: '', config: null, depth: '10' });
});

test('a passage becomes evidence in a group, and only once', () => {
  const place = { document: 'd', start: 1, end: 4 };
  const question = {
    id: 'q',
    question: 'Q?',
    answers: [],
    evidence: [{ document: 'd', start: 8, end: 9, group: 3 }],
  };
  expect(nextGroup(question)).toBe(4);
  expect(nextGroup({ ...question, evidence: [] })).toBe(1);
  expect(withEvidence(question, place, 4).evidence).toEqual([
    { document: 'd', start: 8, end: 9, group: 3 },
    { document: 'd', start: 1, end: 4, unit: 'utf16', group: 4 },
  ]);
  expect(hasEvidence(question, place)).toBe(false);
  expect(hasEvidence(question, { document: 'd', start: 8, end: 9 })).toBe(true);
  expect(readAnswers(' one \n\n two\n')).toEqual(['one', 'two']);
});
