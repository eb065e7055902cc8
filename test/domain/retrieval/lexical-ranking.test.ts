// TF-IDF and BM25: arithmetic by hand, ties, limits, and a naive twin that scores every chunk with maps.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainBm25, rankBm25, weighBm25 } from '#domain/retrieval/bm25';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import type { RankedChunk, RankLimits } from '#domain/retrieval/ranked-chunk';
import { explainTfidf, rankTfidf, weighTfidf, type TfidfSettings } from '#domain/retrieval/tfidf';

const everything: RankLimits = { candidates: Infinity, minScore: null };
const rawPlain: TfidfSettings = { tf: 'raw', idf: 'plain' };

function splitWords(text: string): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function indexOf(texts: readonly string[]): LexicalIndex {
  const builder = createLexicalIndexBuilder(splitWords);
  for (const text of texts) builder.add(text);
  return builder.finish();
}

function count(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function rankNaively(scores: readonly number[], { candidates, minScore }: RankLimits): RankedChunk[] {
  return scores
    .map((score, chunk) => ({ chunk, score }))
    .filter(({ score }) => score > 0 && (minScore === null || score > minScore))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk)
    .slice(0, Math.min(candidates, scores.length));
}

/** Cosines from the definition: vectors as maps, dot product over product of norms. */
function scoreTfidfNaively(texts: readonly string[], query: string, { tf, idf }: TfidfSettings): number[] {
  const documents = texts.map((text) => count(splitWords(text)));
  const df = (term: string) => documents.filter((document) => document.has(term)).length;
  const weigh = (counts: Map<string, number>) =>
    new Map(
      Array.from(counts)
        .filter(([term]) => df(term) > 0)
        .map(([term, n]) => [
          term,
          (tf === 'raw' ? n : 1 + Math.log(n)) *
            (idf === 'plain'
              ? Math.log(texts.length / df(term))
              : Math.log((1 + texts.length) / (1 + df(term))) + 1),
        ]),
    );
  const norm = (vector: Map<string, number>) =>
    Math.sqrt([...vector.values()].reduce((sum, value) => sum + value * value, 0));
  const asked = weigh(count(splitWords(query)));
  return documents.map((document) => {
    const vector = weigh(document);
    const dot = [...asked].reduce((sum, [term, weight]) => sum + weight * (vector.get(term) ?? 0), 0);
    return dot === 0 ? 0 : dot / (norm(asked) * norm(vector));
  });
}

function scoreBm25Naively(texts: readonly string[], query: string, k1: number, b: number): number[] {
  const documents = texts.map(splitWords);
  const mean = documents.reduce((sum, words) => sum + words.length, 0) / documents.length;
  return documents.map((words) =>
    splitWords(query).reduce((sum, term) => {
      const n = words.filter((word) => word === term).length;
      const df = documents.filter((document) => document.includes(term)).length;
      if (n === 0) return sum;
      const idf = Math.log(1 + (documents.length - df + 0.5) / (df + 0.5));
      return sum + (idf * n * (k1 + 1)) / (n + k1 * (1 - b + (b * words.length) / mean));
    }, 0),
  );
}

/** Rounds away the last bits, in which two orders of summing may differ, and sorts again. */
function rounded(hits: readonly RankedChunk[]): RankedChunk[] {
  return hits
    .map(({ chunk, score }) => ({ chunk, score: Number(score.toFixed(9)) }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
}

// A few common words and many rare ones, so that pruning has something to prune.
const wordArbitrary = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('the', 'of', 'constructor', '__proto__') },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 40 }).map((n) => `w${n}`) },
);
const textArbitrary = fc.array(wordArbitrary, { maxLength: 15 }).map((words) => words.join(' '));
const textsArbitrary = fc.array(textArbitrary, { minLength: 1, maxLength: 60 });
const queryArbitrary = fc.array(wordArbitrary, { maxLength: 8 }).map((words) => words.join(' '));
const settingsArbitrary = fc.record({
  tf: fc.constantFrom('raw' as const, 'sublinear' as const),
  idf: fc.constantFrom('plain' as const, 'smooth' as const),
});

describe('rankTfidf', () => {
  it('is the cosine of tf x ln(N/df)', () => {
    const index = indexOf(['a a b', 'b c', 'c c', 'd']);
    const a = 2 * Math.log(4 / 1);
    const b = 1 * Math.log(4 / 2);
    const c = 1 * Math.log(4 / 2);
    const hits = rankTfidf(weighTfidf(index, rawPlain), ['b', 'unknown'], everything);
    expect(hits).toEqual([
      { chunk: 1, score: expect.closeTo(b / Math.hypot(b, c), 12) },
      { chunk: 0, score: expect.closeTo(b / Math.hypot(a, b), 12) },
    ]);
  });

  it('never lists a score of 0: a term in every chunk weighs nothing under plain idf', () => {
    const model = weighTfidf(indexOf(['a b', 'a c']), rawPlain);
    expect(rankTfidf(model, ['a'], everything)).toEqual([]);
    expect(rankTfidf(model, [], everything)).toEqual([]);
    expect(rankTfidf(model, ['nowhere'], everything)).toEqual([]);
    expect(rankTfidf(weighTfidf(indexOf([]), rawPlain), ['a'], everything)).toEqual([]);
  });

  it('gives chunks of equal terms equal scores, in corpus order, whatever their word order', () => {
    const model = weighTfidf(indexOf(['x', 'c b a q', 'a b c q', 'q a c b', 'y', 'z a']), rawPlain);
    const hits = rankTfidf(model, ['q', 'c', 'a'], everything);
    expect(hits.map(({ chunk }) => chunk)).toEqual([1, 2, 3, 5]);
    expect(new Set(hits.slice(0, 3).map(({ score }) => score)).size).toBe(1);
    expect(rankTfidf(model, ['a', 'q', 'c'], everything)).toEqual(hits);
  });

  it('keeps only what lies strictly above minScore', () => {
    const model = weighTfidf(indexOf(['a', 'a b', 'c']), rawPlain);
    const [first, second] = rankTfidf(model, ['a'], everything);
    expect(rankTfidf(model, ['a'], { candidates: 9, minScore: second?.score ?? NaN })).toEqual([first]);
    expect(rankTfidf(model, ['a'], { candidates: 9, minScore: -1 })).toEqual([first, second]);
  });

  it('leaves nothing behind between two queries', () => {
    const model = weighTfidf(indexOf(['a b', 'b c', 'c d']), rawPlain);
    const before = rankTfidf(model, ['b'], everything);
    rankTfidf(model, ['a', 'c', 'd'], { candidates: 1, minScore: null });
    expect(rankTfidf(model, ['b'], everything)).toEqual(before);
  });

  it('agrees with the naive twin', () => {
    fc.assert(
      fc.property(textsArbitrary, queryArbitrary, settingsArbitrary, (texts, query, settings) => {
        const hits = rankTfidf(weighTfidf(indexOf(texts), settings), splitWords(query), everything);
        const twin = rankNaively(scoreTfidfNaively(texts, query, settings), everything);
        expect(rounded(hits)).toEqual(rounded(twin));
      }),
      { seed: 3, numRuns: 150 },
    );
  });

  it('prunes without changing a bit: a short list is the head of the long one', () => {
    fc.assert(
      fc.property(
        textsArbitrary,
        fc.array(queryArbitrary, { minLength: 1, maxLength: 4 }),
        settingsArbitrary,
        fc.integer({ min: 1, max: 12 }),
        (texts, queries, settings, candidates) => {
          const index = indexOf(texts);
          const model = weighTfidf(index, settings);
          for (const query of queries) {
            const all = rankTfidf(weighTfidf(index, settings), splitWords(query), everything);
            const some = rankTfidf(model, splitWords(query), { candidates, minScore: null });
            expect(some).toEqual(all.slice(0, candidates));
          }
        },
      ),
      { seed: 4, numRuns: 200 },
    );
  });

  it('prunes in a large corpus with many ties', () => {
    const texts = Array.from(
      { length: 3_000 },
      (_, n) => `the ${n % 50 === 0 ? 'rare' : 'usual'} of w${n % 7}`,
    );
    const model = weighTfidf(indexOf(texts), { tf: 'raw', idf: 'smooth' });
    const tokens = ['rare', 'the', 'of', 'w3'];
    const all = rankTfidf(model, tokens, everything);
    expect(all.length).toBe(3_000);
    expect(rankTfidf(model, tokens, { candidates: 20, minScore: null })).toEqual(all.slice(0, 20));
  });
});

describe('explainTfidf', () => {
  it('names what each term adds', () => {
    const model = weighTfidf(indexOf(['a a b', 'b c', 'c c', 'd']), rawPlain);
    expect(explainTfidf(model, ['c', 'a'], 2)).toEqual([
      {
        term: 'c',
        contribution: expect.closeTo(Math.log(4 / 2) / Math.hypot(Math.log(4 / 2), Math.log(4 / 1)), 12),
      },
    ]);
    expect(explainTfidf(model, ['c', 'a'], 3)).toEqual([]);
  });

  it('sums to the score exactly', () => {
    fc.assert(
      fc.property(textsArbitrary, queryArbitrary, settingsArbitrary, (texts, query, settings) => {
        const model = weighTfidf(indexOf(texts), settings);
        for (const { chunk, score } of rankTfidf(model, splitWords(query), {
          candidates: 5,
          minScore: null,
        })) {
          const parts = explainTfidf(model, splitWords(query), chunk);
          expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
        }
      }),
      { seed: 5, numRuns: 100 },
    );
  });
});

describe('rankBm25', () => {
  it('follows its formula, repeated query terms included', () => {
    const model = weighBm25(indexOf(['a a b', 'c', '', 'b']), { k1: 1.2, b: 0.75 });
    const meanLength = (3 + 1 + 0 + 1) / 4;
    const idf = Math.log(1 + (4 - 1 + 0.5) / (1 + 0.5));
    const score = (2 * (idf * 2 * 2.2)) / (2 + 1.2 * (0.25 + (0.75 * 3) / meanLength));
    expect(rankBm25(model, ['a', 'a'], everything)).toEqual([{ chunk: 0, score: expect.closeTo(score, 12) }]);
  });

  it('ranks nothing in an empty corpus or one of empty chunks', () => {
    expect(rankBm25(weighBm25(indexOf([]), { k1: 1.2, b: 0.75 }), ['a'], everything)).toEqual([]);
    expect(rankBm25(weighBm25(indexOf(['', '']), { k1: 1.2, b: 0.75 }), ['a'], everything)).toEqual([]);
  });

  it('agrees with the naive twin, and its contributions sum to the score', () => {
    const limits = fc.record({
      candidates: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.constant(Infinity)),
      minScore: fc.constantFrom(null, 0.5),
    });
    const k1Arbitrary = fc.constantFrom(0, 0.9, 1.2, 2);
    fc.assert(
      fc.property(textsArbitrary, queryArbitrary, k1Arbitrary, limits, (texts, query, k1, limit) => {
        const model = weighBm25(indexOf(texts), { k1, b: 0.75 });
        const hits = rankBm25(model, splitWords(query), limit);
        const twin = rankNaively(scoreBm25Naively(texts, query, k1, 0.75), everything);
        const all = rankBm25(model, splitWords(query), everything);
        expect(rounded(all)).toEqual(rounded(twin));
        expect(hits).toEqual(
          all.filter(({ score }) => score > (limit.minScore ?? 0)).slice(0, Math.min(limit.candidates, 60)),
        );
        for (const { chunk, score } of hits) {
          const parts = explainBm25(model, splitWords(query), chunk);
          expect(parts.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
        }
      }),
      { seed: 6, numRuns: 150 },
    );
  });
});
