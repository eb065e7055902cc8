// Ranking under a filter gives the head of what is left of the full list: with words and with vectors, pruned or not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankBm25, weighBm25 } from '#domain/retrieval/bm25';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { rankTfidf, weighTfidf } from '#domain/retrieval/tfidf';
import { prepareVectors } from '#domain/retrieval/vectors/prepare-vectors';
import { rankFromDots, rankVectors } from '#domain/retrieval/vectors/rank-vectors';

const everything = { candidates: Infinity, minScore: null };
const maskArbitrary = fc.array(fc.constantFrom(0, 1), { minLength: 60, maxLength: 60 });
const wordsArbitrary = fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 12 }).map((numbers) =>
  // Low numbers are frequent, so that pruning has something to prune.
  numbers.map((number) => `w${number < 12 ? number % 3 : number}`),
);

describe('allowed', () => {
  it('leaves chunks out before the list is cut, lexically', () => {
    const textsArbitrary = fc.array(wordsArbitrary, { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(
        textsArbitrary,
        wordsArbitrary,
        maskArbitrary,
        fc.integer({ min: 1, max: 8 }),
        (texts, query, mask, candidates) => {
          const builder = createLexicalIndexBuilder((text) => text.split(' ').filter(Boolean));
          for (const words of texts) builder.add(words.join(' '));
          const index = builder.finish();
          const allowed = Uint8Array.from(mask);
          const tfidf = weighTfidf(index, { tf: 'raw', idf: 'smooth' });
          const bm25 = weighBm25(index, { k1: 1.2, b: 0.75 });
          for (const rank of [
            (limits: typeof everything) => rankTfidf(tfidf, query, limits),
            (limits: typeof everything) => rankBm25(bm25, query, limits),
          ]) {
            const left = rank(everything).filter(({ chunk }) => mask[chunk] === 1);
            const limits = { candidates, minScore: null, allowed };
            expect(rank(limits)).toEqual(left.slice(0, candidates));
            expect(rank({ ...everything, ...{ allowed: null } })).toEqual(rank(everything));
          }
        },
      ),
      { seed: 12, numRuns: 120 },
    );
  });

  it('leaves rows out before the list is cut, by vectors', () => {
    const rowArbitrary = fc.tuple(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(
        fc.array(rowArbitrary, { minLength: 60, maxLength: 60 }),
        rowArbitrary,
        maskArbitrary,
        fc.integer({ min: 1, max: 8 }),
        fc.constantFrom('cosine' as const, 'dot' as const, 'l2' as const),
        (rows, query, mask, candidates, distance) => {
          const prepared = prepareVectors({ vectors: Float32Array.from(rows.flat()), dims: 2, distance });
          const asked = Float32Array.from(query);
          const left = rankVectors(prepared, asked, everything).filter(({ chunk }) => mask[chunk] === 1);
          const limits = { candidates, minScore: null, allowed: Uint8Array.from(mask) };
          const dots = Float32Array.from(rows, ([x, y]) => x * query[0] + y * query[1]);
          expect(rankVectors(prepared, asked, limits)).toEqual(left.slice(0, candidates));
          expect(rankFromDots(prepared, asked, limits, dots, 2)).toEqual(left.slice(0, candidates));
        },
      ),
      { seed: 13, numRuns: 120 },
    );
  });
});
