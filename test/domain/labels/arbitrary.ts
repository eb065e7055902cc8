// Random small corpora, gold and ranked lists for property tests.
import fc from 'fast-check';
import type { CorpusDocument } from '#contract/documents';
import type { Gold, Place } from '#domain/labels/gold';
import { corpus, gold } from './fixtures.ts';

export interface Case {
  readonly texts: ReadonlyMap<string, CorpusDocument>;
  readonly gold: Gold;
  readonly ranked: readonly Place[];
  readonly theta: number;
}

const arbitraryPlace = fc
  .tuple(fc.constantFrom('d', 'e'), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 6 }))
  .map(([documentId, start, length]): Place => ({ documentId, start, end: Math.min(12, start + length) }));
const member = fc
  .tuple(arbitraryPlace, fc.boolean(), fc.integer({ min: 1, max: 4 }))
  .map(([at, isWhole, grade]) => ({ ...at, whole: isWhole, grade }));
export const cases: fc.Arbitrary<Case> = fc
  .record({
    d: fc.string({ unit: fc.constantFrom('a', ' '), minLength: 12, maxLength: 12 }),
    e: fc.string({ unit: fc.constantFrom('a', '\n', '\u00a0'), minLength: 12, maxLength: 12 }),
    groups: fc.array(fc.array(member, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
    ranked: fc.array(arbitraryPlace, { maxLength: 8 }),
    theta: fc.constantFrom(1, 0.5, 0.75, 0.1),
  })
  .map(({ d, e, groups, ranked, theta }) => ({
    texts: corpus({ d, e }),
    gold: gold(...groups),
    ranked,
    theta,
  }));
