// The lexical index against counting by hand, against a naive twin, and through bytes.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import { lexicalIndexFromData, lexicalIndexToData } from '#domain/retrieval/lexical-index-data';

function splitWords(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function indexOf(texts: readonly string[]): LexicalIndex {
  const builder = createLexicalIndexBuilder(splitWords);
  for (const text of texts) builder.add(text);
  return builder.finish();
}

/** Postings as nested maps: term -> chunk -> count. */
function unfold(index: LexicalIndex): Map<string, Map<number, number>> {
  return new Map(
    index.terms.map((term, id) => {
      const row = new Map<number, number>();
      for (let i = index.postingStarts[id] ?? 0; i < (index.postingStarts[id + 1] ?? 0); i += 1) {
        row.set(index.postingChunks[i] ?? -1, index.postingCounts[i] ?? -1);
      }
      return [term, row];
    }),
  );
}

function unfoldNaively(texts: readonly string[]): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  texts.forEach((text, chunk) => {
    for (const term of splitWords(text)) {
      const row = counts.get(term) ?? new Map<number, number>();
      counts.set(term, row.set(chunk, (row.get(chunk) ?? 0) + 1));
    }
  });
  return counts;
}

const wordArbitrary = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__', 'toString', 'ñandú', '鴨');
const textsArbitrary = fc.array(
  fc.array(wordArbitrary, { maxLength: 12 }).map((words) => words.join(' ')),
  {
    maxLength: 30,
  },
);

describe('createLexicalIndexBuilder', () => {
  it('counts terms per chunk, in order of first appearance', () => {
    expect(indexOf(['b a b', '', 'a c'])).toEqual({
      chunkCount: 3,
      terms: ['b', 'a', 'c'],
      termIds: new Map([
        ['b', 0],
        ['a', 1],
        ['c', 2],
      ]),
      postingStarts: Uint32Array.of(0, 1, 3, 4),
      postingChunks: Uint32Array.of(0, 0, 2, 2),
      postingCounts: Uint16Array.of(2, 1, 1, 1),
      chunkLengths: Uint32Array.of(3, 0, 2),
    });
  });

  it('indexes nothing', () => {
    expect(indexOf([])).toMatchObject({ chunkCount: 0, terms: [], postingStarts: Uint32Array.of(0) });
  });

  it('widens the counts when one chunk repeats a term more often than 16 bits can say', () => {
    const index = indexOf(['a', 'b '.repeat(70_000)]);
    expect(index.postingCounts).toEqual(Uint32Array.of(1, 70_000));
  });

  it('grows past its first arrays', () => {
    const texts = Array.from({ length: 5_000 }, (_, chunk) => `term${chunk} shared term${chunk % 7}`);
    expect(unfold(indexOf(texts))).toEqual(unfoldNaively(texts));
  });

  it('reports progress and refuses more chunks once finished', () => {
    const builder = createLexicalIndexBuilder(splitWords);
    builder.add('a');
    builder.add('b');
    expect(builder.chunkCount).toBe(2);
    builder.finish();
    expect(() => builder.add('c')).toThrow(/finished/);
  });

  it('agrees with nested maps', () => {
    fc.assert(
      fc.property(textsArbitrary, (texts) => {
        expect(unfold(indexOf(texts))).toEqual(unfoldNaively(texts));
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});

describe('lexicalIndexFromData', () => {
  const index = indexOf(['b a b', '', 'a c constructor __proto__']);

  it('reads back what was written, also from unaligned bytes', () => {
    fc.assert(
      fc.property(textsArbitrary, fc.integer({ min: 0, max: 3 }), (texts, shift) => {
        const written = indexOf(texts);
        const data = lexicalIndexToData(written);
        const arrays = Object.fromEntries(
          Object.entries(data.arrays).map(([name, bytes]) => {
            const room = Buffer.alloc(bytes.length + shift);
            room.set(bytes, shift);
            return [name, room.subarray(shift)];
          }),
        );
        expect(lexicalIndexFromData({ json: data.json, arrays })).toEqual(written);
      }),
      { seed: 2, numRuns: 50 },
    );
  });

  it('keeps wide counts', () => {
    const wide = indexOf(['b '.repeat(70_000)]);
    expect(lexicalIndexFromData(lexicalIndexToData(wide))).toEqual(wide);
  });

  function changedHeader(change: Record<string, unknown>) {
    const data = lexicalIndexToData(index);
    return { ...data, json: JSON.stringify({ ...(JSON.parse(data.json) as object), ...change }) };
  }

  function changedArray(name: 'postingStarts' | 'postingChunks' | 'chunkLengths', at: number, value: number) {
    const data = lexicalIndexToData(index);
    const numbers = index[name].slice();
    numbers[at] = value;
    return { ...data, arrays: { ...data.arrays, [name]: new Uint8Array(numbers.buffer) } };
  }

  it.each([
    ['no JSON', { ...lexicalIndexToData(index), json: '{' }],
    ['JSON null', { ...lexicalIndexToData(index), json: 'null' }],
    ['another format', changedHeader({ format: 2 })],
    ['another tokenizer', changedHeader({ tokenizer: 'assay-words-0' })],
    ['another byte order', changedHeader({ byteOrder: 'middle' })],
    ['a chunk count that does not fit', changedHeader({ chunkCount: 4 })],
    ['a negative chunk count', changedHeader({ chunkCount: -1 })],
    ['a posting count that does not fit', changedHeader({ postingCount: 5 })],
    ['another width of counts', changedHeader({ countBytes: 4 })],
    ['an unknown width of counts', changedHeader({ countBytes: 8 })],
    ['a missing term', changedHeader({ terms: ['b', 'a', 'c', 'constructor'] })],
    ['a repeated term', changedHeader({ terms: ['b', 'a', 'c', 'constructor', 'a'] })],
    ['a term that is no text', changedHeader({ terms: ['b', 'a', 'c', 'constructor', 7] })],
    ['an array that is missing', { json: lexicalIndexToData(index).json, arrays: {} }],
    ['a chunk that does not exist', changedArray('postingChunks', 3, 3)],
    ['chunks out of order', changedArray('postingChunks', 1, 2)],
    ['a posting of another chunk', changedArray('postingChunks', 0, 1)],
    ['rows that do not start at 0', changedArray('postingStarts', 0, 1)],
    ['rows out of order', changedArray('postingStarts', 1, 9)],
    ['an empty row', changedArray('postingStarts', 1, 0)],
    ['lengths that do not add up', changedArray('chunkLengths', 1, 1)],
  ])('returns null for %s', (_, data) => {
    expect(lexicalIndexFromData(data)).toBeNull();
  });
});
