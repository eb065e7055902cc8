// Expected chunks follow from evidence and chunking; evidence that no chunk holds is said.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indexChunksByDocument } from '#domain/labels/chunk-lookup';
import { expectedChunks, indexCoverage } from '#domain/labels/expected-chunks';
import { findGold } from '#domain/labels/find-gold';
import type { GoldMember } from '#domain/labels/gold';
import { chunks, corpus, gold, span, whole } from './fixtures.ts';

const documents = corpus({ d: 'aaaa bbbb cccc dddd', e: 'eeee' });
const cut = chunks('d', [
  [0, 4],
  [0, 9],
  [5, 14],
  [10, 14],
]);
const index = indexChunksByDocument(cut);

function expected(...members: readonly (readonly GoldMember[])[]): readonly (readonly string[])[] {
  return expectedChunks(gold(...members), index, documents, 1).map(({ chunkIds }) => chunkIds);
}

describe('expected chunks', () => {
  it('are all chunks that hold the evidence alone', () => {
    expect(expected([span('d', 5, 9)], [span('d', 0, 3)])).toEqual([
      ['d#2', 'd#3'],
      ['d#1', 'd#2'],
    ]);
  });

  it('are a smallest set where none does alone', () => {
    expect(expected([span('d', 0, 14)])).toEqual([['d#2', 'd#3']]);
  });

  it('leave out what theta does not need', () => {
    const thirds = chunks('d', [
      [0, 3],
      [3, 6],
      [6, 9],
    ]);
    const subject = gold([span('d', 0, 9)]);
    const texts = corpus({ d: 'x'.repeat(9) });
    const [group] = expectedChunks(subject, indexChunksByDocument(thirds), texts, 0.6);
    expect(group?.chunkIds).toHaveLength(2);
  });

  it('are all chunks of a whole document, and none where nothing covers the evidence', () => {
    expect(expected([whole('d')], [whole('e')], [span('d', 10, 19)])).toEqual([
      ['d#1', 'd#2', 'd#3', 'd#4'],
      [],
      [],
    ]);
  });

  it('join the members of a group without repeats, in corpus order', () => {
    expect(expected([span('d', 10, 14), span('d', 5, 9)])).toEqual([['d#2', 'd#3', 'd#4']]);
  });

  it('say which groups the chunking lost, and theta forgives a part', () => {
    const lossy = gold([span('d', 5, 9)], [span('d', 10, 19)], [whole('e')], [span('d', 10, 19), whole('d')]);
    expect(indexCoverage(lossy, index, documents, 1)).toEqual([true, false, false, true]);
    expect(indexCoverage(lossy, index, documents, 0.5)).toEqual([true, true, false, true]);
  });

  it('agree with findGold: together they find the group, and no chunk of a joint set is spare', () => {
    const piece = fc.tuple(fc.integer({ min: 0, max: 19 }), fc.integer({ min: 0, max: 8 }));
    const toPlace = ([start, length]: readonly [number, number]) =>
      [start, Math.min(19, start + length)] as const;
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 7 }),
        piece,
        fc.constantFrom(1, 0.6),
        (pieces, target, theta) => {
          const made = chunks('d', pieces.map(toPlace));
          const subject = gold([span('d', ...toPlace(target))]);
          const found = (list: typeof made) => findGold(subject, list, documents, theta).length === 1;
          const [group] = expectedChunks(subject, indexChunksByDocument(made), documents, theta);
          const chosen = made.filter((chunk) => group?.chunkIds.includes(chunk.id));
          const alone = made.filter((chunk) => found([chunk]));
          expect(found(chosen)).toBe(found(made));
          expect(indexCoverage(subject, indexChunksByDocument(made), documents, theta)).toEqual([
            found(made),
          ]);
          if (alone.length > 0) expect(chosen).toEqual(alone);
          else
            for (const chunk of chosen) expect(found(chosen.filter((other) => other !== chunk))).toBe(false);
          if (theta === 1 && alone.length === 0) expect(chosen.length).toBe(smallest(made, found));
        },
      ),
      { seed: 3, numRuns: 300 },
    );
  });
});

function smallest<Value>(values: readonly Value[], enough: (some: Value[]) => boolean): number {
  let best = enough([...values]) ? values.length : 0;
  for (let mask = 0; mask < 2 ** values.length; mask += 1) {
    const some = values.filter((_, i) => (mask >> i) & 1);
    if (some.length < best && enough(some)) best = some.length;
  }
  return best;
}
