// Pairs of texts as token sequences: the frame read off a tokenizer's own pair, and cuts against a naive twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPairFrame, joinPair, keepLongestFirst } from '#adapters/embed/pairs/pair-tokens';

describe('findPairFrame', () => {
  it.each([
    ['BERT', [101, 7, 102, 7, 102], [0, 0, 0, 1, 1], [7]],
    ['RoBERTa, whose words have two pieces', [0, 8, 9, 2, 2, 8, 9, 2], [0, 0, 0, 0, 0, 0, 0, 0], [8, 9]],
    ['a tokenizer without special tokens', [5, 5], [0, 0], [5]],
  ])('joins a pair as the tokenizer does: %s', (_, ids, types, word) => {
    const frame = findPairFrame({ ids, types }, word);
    expect(frame && joinPair(frame, word, word, 99)).toEqual({ ids, types, cut: false });
  });

  it.each([
    ['the pair lost its second text', [101, 7, 102], [7]],
    ['the word has no token', [101, 102, 102], []],
    ['the two places are one', [7, 7, 7], [7, 7]],
  ])('gives null where %s', (_, ids, word) => {
    expect(findPairFrame({ ids, types: ids.map(() => 0) }, word)).toBe(null);
  });
});

describe('joinPair', () => {
  const frame = findPairFrame({ ids: [101, 7, 102, 7, 102], types: [0, 0, 0, 1, 1] }, [7]);
  it('keeps the special tokens of a pair that is cut', () => {
    expect(frame && joinPair(frame, [1, 2], [3, 4, 5], 7)).toEqual({
      ids: [101, 1, 2, 102, 3, 4, 102],
      types: [0, 0, 0, 0, 1, 1, 1],
      cut: true,
    });
  });

  it('takes a query and a text that are empty', () => {
    expect(frame && joinPair(frame, [], [], 7)).toEqual({
      ids: [101, 102, 102],
      types: [0, 0, 1],
      cut: false,
    });
  });
});

describe('keepLongestFirst', () => {
  it('keeps what is left when the longer one loses one token after the other', () => {
    const size = fc.nat({ max: 40 });
    fc.assert(
      fc.property(size, size, size, (query, text, room) => {
        const kept = { query, text };
        while (kept.query + kept.text > room) kept[kept.query > kept.text ? 'query' : 'text'] -= 1;
        // Which of two equals loses the odd token differs: it is never the one that was longer.
        const found = keepLongestFirst(query, text, room);
        expect(found.query + found.text).toBe(kept.query + kept.text);
        expect(Math.abs(found.query - kept.query)).toBeLessThanOrEqual(room % 2);
        if (found.query > found.text) expect(query).toBeGreaterThan(text);
        expect([found.query <= query, found.text <= text]).toEqual([true, true]);
      }),
      { seed: 11, numRuns: 300 },
    );
  });

  it.each([
    [10, 10, 5, { query: 2, text: 3 }],
    [12, 10, 5, { query: 3, text: 2 }],
    [2, 30, 20, { query: 2, text: 18 }],
    [30, 2, 20, { query: 18, text: 2 }],
    [3, 4, 7, { query: 3, text: 4 }],
    [3, 4, 0, { query: 0, text: 0 }],
  ])('of %i and %i tokens in %i', (query, text, room, kept) => {
    expect(keepLongestFirst(query, text, room)).toEqual(kept);
  });
});
