// Ranked lists beside each other: the same place of a document is the same chunk, whatever its id.
import { expect, test } from 'vitest';
import type { Hit, Retrieval } from '#contract/items';
import { alignLists, placesGained } from '../../../src-renderer/views/compare/align-lists.ts';

function list(selected: number, ...places: (readonly [string, number, number])[]): Retrieval {
  const ranked = places.map(([documentId, start, end], index): Hit => {
    const position = index + 1;
    const chunkId = `${documentId}#${start}-${selected}`;
    return { position, score: 1 / position, chunkId, documentId, start, end, ranks: {}, scores: {} };
  });
  return { legs: [], ranked, selected };
}

function place(position: number, isSelected: boolean) {
  return { position, score: 1 / position, isSelected };
}

const first = list(1, ['d', 0, 10], ['d', 10, 20], ['e', 0, 5]);
const second = list(2, ['e', 0, 5], ['d', 0, 12], ['d', 0, 10]);

test('by the first list, then by the next; a chunk of other offsets is another one', () => {
  const evidence = [
    { document: 'd', start: 8, end: 11, group: 1 },
    { document: 'e', quote: 'not placed yet', group: 2 },
  ];
  expect(alignLists([first, second], evidence, 3)).toEqual([
    {
      ...{ key: 'd 0-10', documentId: 'd', start: 0, end: 10, isEvidence: true },
      places: [place(1, true), place(3, false)],
    },
    {
      ...{ key: 'd 10-20', documentId: 'd', start: 10, end: 20, isEvidence: true },
      places: [place(2, false), null],
    },
    {
      ...{ key: 'e 0-5', documentId: 'e', start: 0, end: 5, isEvidence: false },
      places: [place(3, false), place(1, true)],
    },
    {
      ...{ key: 'd 0-12', documentId: 'd', start: 0, end: 12, isEvidence: true },
      places: [null, place(2, true)],
    },
  ]);
});

test('a chunk among the first of one list is looked up in the whole of the others', () => {
  const [top] = alignLists([first, second], [], 1);
  expect(top?.places).toEqual([place(1, true), place(3, false)]);
  expect(alignLists([first, second], [], 1)).toHaveLength(2);
});

test('evidence without a place is the whole document', () => {
  const found = alignLists([first], [{ document: 'e', group: 1 }], 3).filter(({ isEvidence }) => isEvidence);
  expect(found.map(({ key }) => key)).toEqual(['e 0-5']);
});

test.each([
  [place(5, false), place(2, true), 3],
  [place(1, true), place(4, false), -3],
  [place(2, true), place(2, true), 0],
  [null, place(2, true), null],
  [place(2, true), null, null],
])('%j against %j: %j', (left, right, gained) => {
  expect(placesGained(left, right)).toBe(gained);
});
