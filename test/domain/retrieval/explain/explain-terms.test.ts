// What each term adds: factors by hand, and sums that give the retriever's score.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankBm25, weighBm25 } from '#domain/retrieval/bm25';
import {
  explainBm25Terms,
  explainLsaTerms,
  explainTfidfTerms,
  type ExplainedTerm,
} from '#domain/retrieval/explain/explain-terms';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import { buildLsa } from '#domain/retrieval/lsa/build-lsa';
import { projectQuery } from '#domain/retrieval/lsa/project-query';
import { prepareLsa, rankLsa } from '#domain/retrieval/lsa/rank-lsa';
import { rankTfidf, weighTfidf } from '#domain/retrieval/tfidf';

const everything = { candidates: Infinity, minScore: null };

function split(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function indexOf(texts: readonly string[]): LexicalIndex {
  const builder = createLexicalIndexBuilder(split);
  for (const text of texts) builder.add(text);
  return builder.finish();
}

function sum(terms: readonly { readonly contribution: number }[]): number {
  return terms.reduce((total, { contribution }) => total + contribution, 0);
}

function near(term: ExplainedTerm): unknown {
  return Object.fromEntries(
    Object.entries(term).map(([name, value]) => [
      name,
      typeof value === 'number' ? expect.closeTo(value, 12) : value,
    ]),
  );
}

const wordArbitrary = fc
  .integer({ min: 0, max: 30 })
  .map((number) => (number < 15 ? `w${number % 4}` : `w${number}`));
const textArbitrary = fc.array(wordArbitrary, { maxLength: 12 }).map((words) => words.join(' '));
const textsArbitrary = fc.array(textArbitrary, { minLength: 3, maxLength: 25 });
const settingsArbitrary = fc.record({
  tf: fc.constantFrom('raw' as const, 'sublinear' as const),
  idf: fc.constantFrom('plain' as const, 'smooth' as const),
});

describe('explainTfidfTerms', () => {
  it('splits a cosine into query weight, count, rarity and length', () => {
    const index = indexOf(['a a b', 'b c', 'c c', 'd']);
    const settings = { tf: 'raw', idf: 'plain' } as const;
    const [a, b] = [Math.log(4 / 1), Math.log(4 / 2)];
    const query = Math.hypot(a, b);
    const chunk = Math.hypot(2 * a, b);
    expect(explainTfidfTerms(weighTfidf(index, settings), settings, ['b', 'a', 'nowhere', 'd'], 0)).toEqual({
      terms: [
        near({
          term: 'a',
          queryCount: 1,
          count: 2,
          queryWeight: a / Math.hypot(a, b, a),
          tf: 2,
          idf: a,
          norm: 1 / chunk,
          contribution: (a / Math.hypot(query, a)) * 2 * a * (1 / chunk),
        }),
        near({
          term: 'b',
          queryCount: 1,
          count: 1,
          queryWeight: b / Math.hypot(a, b, a),
          tf: 1,
          idf: b,
          norm: 1 / chunk,
          contribution: (b / Math.hypot(query, a)) * 1 * b * (1 / chunk),
        }),
      ],
      missing: ['d'],
      unknown: ['nowhere'],
    });
  });

  it('has nothing to weigh where a term stands in every chunk', () => {
    const settings = { tf: 'raw', idf: 'plain' } as const;
    const model = weighTfidf(indexOf(['a b', 'a c']), settings);
    expect(explainTfidfTerms(model, settings, ['a'], 0).terms).toEqual([
      { term: 'a', queryCount: 1, count: 1, queryWeight: 0, tf: 1, idf: 0, norm: 0, contribution: 0 },
    ]);
  });

  it('sums to the score', () => {
    fc.assert(
      fc.property(textsArbitrary, textArbitrary, settingsArbitrary, (texts, query, settings) => {
        const model = weighTfidf(indexOf(texts), settings);
        for (const { chunk, score } of rankTfidf(model, split(query), everything)) {
          const { terms } = explainTfidfTerms(model, settings, split(query), chunk);
          expect(Math.abs(sum(terms) - score)).toBeLessThan(1e-9);
        }
      }),
      { seed: 21, numRuns: 100 },
    );
  });
});

describe('explainBm25Terms', () => {
  it('splits a score into count, rarity and length', () => {
    const settings = { k1: 1.2, b: 0.75 };
    const model = weighBm25(indexOf(['a a b', 'c', '', 'b']), settings);
    const mean = (3 + 1 + 0 + 1) / 4;
    const idf = Math.log(1 + (4 - 1 + 0.5) / (1 + 0.5));
    const tf = (2 * (1.2 + 1)) / (2 + 1.2);
    const norm = (2 + 1.2) / (2 + 1.2 * (1 - 0.75 + (0.75 * 3) / mean));
    expect(explainBm25Terms(model, settings, ['a', 'c', 'a', 'x'], 0)).toEqual({
      terms: [
        near({
          term: 'a',
          queryCount: 2,
          count: 2,
          queryWeight: 2,
          tf,
          idf,
          norm,
          contribution: 2 * tf * idf * norm,
        }),
      ],
      missing: ['c'],
      unknown: ['x'],
    });
  });

  it('sums to the score', () => {
    fc.assert(
      fc.property(
        textsArbitrary,
        textArbitrary,
        fc.record({ k1: fc.constantFrom(0, 1.2, 2), b: fc.constantFrom(0, 0.75, 1) }),
        (texts, query, settings) => {
          const model = weighBm25(indexOf(texts), settings);
          for (const { chunk, score } of rankBm25(model, split(query), everything)) {
            const { terms } = explainBm25Terms(model, settings, split(query), chunk);
            expect(Math.abs(sum(terms) - score)).toBeLessThan(1e-9);
          }
        },
      ),
      { seed: 22, numRuns: 100 },
    );
  });
});

describe('explainLsaTerms', () => {
  it('sums to the cosine, words that the chunk does not hold included', () => {
    const texts = [
      'export link valid',
      'link valid hours',
      'csv export run',
      'audit log kept',
      'audit log search',
      '',
    ];
    const index = indexOf(texts);
    const settings = { tf: 'sublinear', idf: 'smooth', dims: 3, seed: 1 } as const;
    const work = buildLsa(index, settings);
    let next = work.next();
    while (!next.done) next = work.next();
    if (!next.value.built) throw new Error(next.value.needs);
    const { model } = next.value;
    const prepared = prepareLsa(model);
    const tokens = ['export', 'hours', 'search', 'unheard'];
    const hits = rankLsa(prepared, projectQuery(model, index, settings, tokens), everything);
    // The empty chunk too: nothing speaks for it or against it.
    expect([hits.length, hits.find(({ chunk }) => chunk === 5)?.score]).toEqual([6, 0]);
    for (const { chunk, score } of hits) {
      const { terms, unknown } = explainLsaTerms(model, index, settings, tokens, chunk);
      expect(Math.abs(sum(terms) - score)).toBeLessThan(1e-6);
      expect([terms.map(({ term }) => term).toSorted(), unknown]).toEqual([
        ['export', 'hours', 'search'],
        ['unheard'],
      ]);
    }
    expect(
      explainLsaTerms(model, index, settings, tokens, 5).terms.map(({ contribution }) => contribution),
    ).toEqual([0, 0, 0]);
  });
});
