// Reranks: verdicts from elsewhere, character n-grams, and maximal marginal relevance against naive twins.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyScores, type RerankedChunk, type Verdict } from '#domain/retrieval/rerank/apply-scores';
import { rerankByCharNgrams, scoreCharNgrams } from '#domain/retrieval/rerank/char-ngram';
import { rerankByMmr } from '#domain/retrieval/rerank/mmr';
import { createTermSimilarity, createVectorSimilarity } from '#domain/retrieval/rerank/similarity';

function hitsOf(...chunks: readonly number[]): RerankedChunk[] {
  return chunks.map((chunk, index) => ({ chunk, score: 10 - index }));
}
const scored = (score: number): Verdict => ({ kept: true, score });
const kept: Verdict = { kept: true, score: null };
const rejected: Verdict = { kept: false, score: null };

describe('applyScores', () => {
  it('puts the scored first, ties as they were, and the hits behind below', () => {
    expect(applyScores(hitsOf(4, 2, 9, 7, 1), [scored(1), scored(3), scored(3)])).toEqual([
      { chunk: 2, score: 3 },
      { chunk: 9, score: 3 },
      { chunk: 4, score: 1 },
      { chunk: 7, score: 7, unscored: true },
      { chunk: 1, score: 6, unscored: true },
    ]);
  });

  it('drops the rejected, and what nobody looked at stays', () => {
    expect(applyScores(hitsOf(4, 2, 9), [rejected, { kept: false, score: 2 }])).toEqual([
      { chunk: 9, score: 8, unscored: true },
    ]);
    expect(applyScores(hitsOf(4, 2, 9), [rejected, kept])).toEqual([
      { chunk: 2, score: 9 },
      { chunk: 9, score: 8 },
    ]);
    expect(applyScores(hitsOf(4), [rejected])).toEqual([]);
  });

  it('keeps a candidate whose judgement failed, below those with a score', () => {
    expect(applyScores(hitsOf(4, 2, 9), [kept, scored(5), scored(8)])).toEqual([
      { chunk: 9, score: 8 },
      { chunk: 2, score: 5 },
      { chunk: 4, score: 10, unscored: true },
    ]);
  });

  it('remembers through a filter which hits an earlier step did not score', () => {
    const after = applyScores(hitsOf(4, 2, 9), [scored(1), scored(2)]);
    expect(applyScores(after, [kept, rejected, kept])).toEqual([
      { chunk: 2, score: 2 },
      { chunk: 9, score: 8, unscored: true },
    ]);
    // A step that scores it takes the mark away.
    expect(applyScores(after, [scored(1), scored(2), scored(3)]).map(({ unscored }) => unscored)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('keeps all without verdicts', () => {
    expect(applyScores(hitsOf(4, 2), [])).toEqual(hitsOf(4, 2));
    expect(applyScores([], [])).toEqual([]);
  });

  it('loses no chunk but the rejected, and never orders the hits behind', () => {
    const verdictArbitrary = fc.record({
      kept: fc.boolean(),
      score: fc.option(fc.integer({ min: 1, max: 4 })),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
        fc.array(verdictArbitrary, { maxLength: 12 }),
        (chunks, all) => {
          const verdicts = all.slice(0, chunks.length);
          const found = applyScores(hitsOf(...chunks), verdicts).map(({ chunk }) => chunk);
          const dropped = verdicts.flatMap((verdict, i) => (verdict.kept ? [] : [chunks[i]]));
          expect(found.toSorted((a, b) => a - b)).toEqual(
            chunks.filter((chunk) => !dropped.includes(chunk)).toSorted((a, b) => a - b),
          );
          const behind = chunks.slice(verdicts.length);
          expect(behind.length === 0 ? [] : found.slice(-behind.length)).toEqual(behind);
        },
      ),
      { seed: 6, numRuns: 200 },
    );
  });
});

describe('scoreCharNgrams', () => {
  it('is the cosine over n-grams of padded words, fitted on query and texts', () => {
    // Three texts: "ab" is " a", "ab", "b "; "Ac" is " a", "ac", "c "; all lower-cased.
    const idf = (df: number) => Math.log((1 + 3) / (1 + df)) + 1;
    const shared = idf(3) ** 2;
    const [own, twice] = [idf(1) ** 2, idf(2) ** 2];
    // Query "ab", texts "Ac" and "ab": " a" in 3, "ab" and "b " in 2, "ac" and "c " in 1.
    const query = Math.sqrt(shared + 2 * twice);
    expect(scoreCharNgrams('ab', ['Ac', 'ab'], { min: 2, max: 2 })).toEqual([
      expect.closeTo(shared / (query * Math.sqrt(shared + 2 * own)), 12),
      expect.closeTo(1, 12),
    ]);
  });

  it('scores 0 where nothing is shared, and an empty query or text', () => {
    expect(scoreCharNgrams('abc', ['xyz', ''], { min: 3, max: 5 })).toEqual([0, 0]);
    expect(scoreCharNgrams(' ', ['xyz'], { min: 3, max: 5 })).toEqual([0]);
    expect(scoreCharNgrams('abc', [], { min: 3, max: 5 })).toEqual([]);
  });
});

describe('rerankByCharNgrams', () => {
  const texts = ['no match', 'hooks', 'export link', 'no match', 'links'];

  it('reorders the first candidates, ties as they were', () => {
    const hits = hitsOf(3, 0, 1, 2, 4);
    const found = rerankByCharNgrams(hits, 'export links', (chunk) => texts[chunk]!, {
      min: 3,
      max: 5,
      candidates: 4,
    });
    expect(found.map(({ chunk, unscored }) => [chunk, unscored])).toEqual([
      [2, undefined],
      [1, undefined],
      [3, undefined],
      [0, undefined],
      [4, true],
    ]);
  });
});

describe('rerankByMmr', () => {
  const alike = (left: number, right: number) => (left % 10 === right % 10 ? 1 : 0);

  it('takes what is relevant and not yet said', () => {
    const hits = [
      { chunk: 1, score: 5 },
      { chunk: 11, score: 4 },
      { chunk: 2, score: 3 },
      { chunk: 3, score: 1 },
    ];
    // Relevance 1, 3/4, 2/4, 0; 11 says the same as 1.
    expect(rerankByMmr(hits, { lambda: 0.5, candidates: 4 }, alike)).toEqual([
      { chunk: 1, score: 0.5 * 1 },
      { chunk: 2, score: 0.5 * (2 / 4) },
      { chunk: 3, score: 0 },
      { chunk: 11, score: 0.5 * (3 / 4) - 0.5 * 1 },
    ]);
  });

  it('keeps the order with lambda 1, and ties by place with lambda 0', () => {
    const hits = hitsOf(1, 11, 2, 12, 3);
    expect(rerankByMmr(hits, { lambda: 1, candidates: 9 }, alike).map(({ chunk }) => chunk)).toEqual([
      1, 11, 2, 12, 3,
    ]);
    expect(rerankByMmr(hits, { lambda: 0, candidates: 9 }, alike).map(({ chunk }) => chunk)).toEqual([
      1, 2, 3, 11, 12,
    ]);
    expect(rerankByMmr(hits, { lambda: 0, candidates: 2 }, alike).map(({ chunk }) => chunk)).toEqual([
      1, 11, 2, 12, 3,
    ]);
    expect(rerankByMmr([], { lambda: 0.5, candidates: 2 }, alike)).toEqual([]);
  });

  it('agrees with a naive twin', () => {
    const hitsArbitrary = fc
      .uniqueArray(fc.nat(30), { maxLength: 10 })
      .chain((chunks) =>
        fc
          .array(fc.nat(6), { minLength: chunks.length, maxLength: chunks.length })
          .map((scores) =>
            chunks.map((chunk, i) => ({ chunk, score: scores[i]! })).sort((a, b) => b.score - a.score),
          ),
      );
    const likeness = (left: number, right: number) => ((left * right) % 7) / 8;
    fc.assert(
      fc.property(hitsArbitrary, fc.constantFrom(0, 0.25, 0.5, 1), (hits, lambda) => {
        const [low, high] = [
          Math.min(...hits.map((hit) => hit.score)),
          Math.max(...hits.map((hit) => hit.score)),
        ];
        const left = [...hits];
        const twin: RerankedChunk[] = [];
        while (left.length > 0) {
          const values = left.map(({ chunk, score }) => {
            const relevance = low === high ? 1 : (score - low) / (high - low);
            return (
              lambda * relevance -
              (1 - lambda) * Math.max(0, ...twin.map((hit) => likeness(chunk, hit.chunk)))
            );
          });
          const best = values.indexOf(Math.max(...values));
          twin.push({ chunk: left[best]!.chunk, score: values[best]! });
          left.splice(best, 1);
        }
        expect(rerankByMmr(hits, { lambda, candidates: 100 }, likeness)).toEqual(
          twin.map(({ chunk, score }) => ({ chunk, score: expect.closeTo(score, 12) })),
        );
      }),
      { seed: 8, numRuns: 150 },
    );
  });
});

describe('similarities', () => {
  it('of vectors are cosines', () => {
    const similarity = createVectorSimilarity(Float32Array.of(3, 4, 4, 3, 0, 0, -3, -4), 2);
    expect(similarity(0, 1)).toBeCloseTo((3 * 4 + 4 * 3) / 25, 12);
    expect([similarity(0, 2), similarity(0, 3), similarity(1, 1)]).toEqual([0, -1, 1]);
  });

  it('of terms are shared over all', () => {
    const terms = [['a', 'b', 'b'], ['b', 'c'], [], []];
    const similarity = createTermSimilarity((chunk) => terms[chunk]!);
    expect([similarity(0, 1), similarity(0, 0), similarity(0, 2), similarity(2, 3)]).toEqual([
      1 / 3,
      1,
      0,
      0,
    ]);
  });
});
