// Finding text: offsets of the text as it is, whatever lower case does to its length.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findStarts, findText } from '#services/documents/find-text';
import { removeFolder } from '../../adapters/files/support/temporary.ts';
import { createBankWorld, marker, other, type TestWorld } from '../bank/bank-world.ts';

test.each<[string, string, string, number[]]>([
  ['any case', 'Piano PIANO piano', 'pIaNo', [0, 6, 12]],
  ['a letter that grows in lower case before the place', 'İİİ piano', 'PIANO', [4]],
  ['that letter itself, and as plain i', 'İzmir, izmir, IZMIR', 'İZMİR', [0, 7, 14]],
  ['sharp s, small and capital, which is no ss', 'Straße STRAẞE strasse', 'straße', [0, 7]],
  [
    'a sigma at the end of a word',
    'ΟΔΟΣ οδος οδοσ',
    'οδός'.normalize('NFD').replace(/\p{M}/gu, ''),
    [0, 5, 10],
  ],
  ['letters outside the first plane', '𐐀x𐐨 🎹', '𐐨', [0, 3]],
  ['half a character, which stands nowhere', '🎹 🎸', '\ud83c', []],
  ['places that touch', 'aaaa', 'aa', [0, 2]],
  ['white space', 'a  b', '  ', [1]],
  ['what looks like a pattern', 'a.c abc (x)*', '.c a', [1]],
  ['nothing', '', 'a', []],
  ['more than there is', 'a', 'aa', []],
])('%s', (_what, text, wanted, expected) => {
  expect(findStarts(text, wanted)).toEqual(expected);
});

test('as a naive search, character by character', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'A', 'İ', 'i', 'ß', 'ẞ', 'Σ', 'ς', 'σ', '𐐀', '𐐨', ' '),
    maxLength: 40,
  });
  const fold = (letter: string) => (letter === 'İ' ? 'i' : letter === 'ς' ? 'σ' : letter.toLowerCase());
  const same = (a: string, b: string) =>
    a.length === b.length && Array.from(a, fold).join('|') === Array.from(b, fold).join('|');
  fc.assert(
    fc.property(
      text,
      text.filter((wanted) => wanted !== ''),
      (where, wanted) => {
        const expected: number[] = [];
        for (let at = 0; at + wanted.length <= where.length;) {
          const isStart = !/^[\udc00-\udfff]/.test(where.slice(at));
          const found = isStart && same(where.slice(at, at + wanted.length), wanted);
          if (found) expected.push(at);
          at += found ? wanted.length : 1;
        }
        expect(findStarts(where, wanted)).toEqual(expected);
      },
    ),
    { numRuns: 500, seed: 23 },
  );
});

let world: TestWorld;
beforeEach(async () => {
  world = await createBankWorld();
});
afterEach(() => removeFolder(world.root));

test('places of all documents in corpus order, with whole characters around them', async () => {
  const start = marker.indexOf('Nobody');
  expect(await findText(world.store, { text: 'nobody' })).toEqual({
    total: 1,
    places: [
      {
        document: 'a',
        start,
        end: start + 6,
        before: marker.slice(0, start).slice(-40),
        match: 'Nobody',
        after: ' else plays it.\n',
      },
    ],
  });
  const more = await findText(world.store, { text: 'an', limit: 2 });
  expect([more.total, more.places.map((place) => [place.document, place.start])]).toEqual([
    2,
    [
      ['a', marker.indexOf('an')],
      ['b', 0],
    ],
  ]);
  expect(await findText(world.store, { text: 'an', limit: 1 })).toMatchObject({
    total: 2,
    places: [{ document: 'a' }],
  });
  expect(await findText(world.store, { text: 'AN', document: 'b' })).toMatchObject({
    total: 1,
    places: [{ document: 'b', match: 'An', after: other.slice(2) }],
  });
  await expect(findText(world.store, { text: 'a', document: 'z' })).rejects.toMatchObject({
    code: 'not-found',
  });
});
