// A hit's place in every list and step, and the gold's: by hand, and shares that sum to the fused score.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fusion } from '#contract/config/rerank';
import type { Chunk } from '#contract/documents';
import { combineLegs } from '#domain/retrieval/combine-legs';
import { explainHit } from '#domain/retrieval/explain/explain-hit';
import { traceGold } from '#domain/retrieval/explain/trace-gold';
import { fuseLegs, type Leg } from '#domain/retrieval/fuse-legs';
import { applyScores } from '#domain/retrieval/rerank/apply-scores';

const chunks: readonly Chunk[] = Array.from({ length: 12 }, (_, index) => ({
  id: `c${index}`,
  index,
  documentId: 'd',
  start: index,
  end: index + 1,
}));
const rrf: Fusion = { kind: 'rrf', k: 60 };
const select = { k: 1, minScore: null };

function leg(id: string, weight: number, scores: Readonly<Record<number, number>>, skipped?: string): Leg {
  const hits = Object.entries(scores)
    .map(([chunk, score]) => ({ chunk: Number(chunk), score }))
    .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
  return { retriever: { id, weight }, hits, skipped };
}
const retrieversOf = (legs: readonly Leg[]) => legs.map(({ retriever }) => retriever);

const legs = [leg('words', 1, { 1: 9, 2: 5, 3: 1 }), leg('vectors', 0.5, { 3: 0.9, 2: 0.8 })];
const fused = fuseLegs(legs, rrf);
const scored = applyScores(fused, [
  { kept: true, score: 2 },
  { kept: true, score: 7 },
]);
const filtered = applyScores(scored, [
  { kept: false, score: null },
  { kept: true, score: null },
]);
const reranks = [
  { kind: 'llm-score', hits: scored },
  { kind: 'llm-filter', hits: filtered },
];

describe('explainHit', () => {
  it('shows rank, weight and share in every list, and every rerank step', () => {
    // RRF: chunk 2 = 1/62 + 0.5/62, chunk 3 = 1/63 + 0.5/61, chunk 1 = 1/61.
    expect(fused.map(({ chunk }) => chunk)).toEqual([2, 3, 1]);
    const retrieval = combineLegs({ legs, chunks, fusion: rrf, select, reranks });
    expect(explainHit({ retrieval, chunkId: 'c1', retrievers: retrieversOf(legs), fusion: rrf })).toEqual({
      chunkId: 'c1',
      position: 2,
      score: 1 / 61,
      fusion: 'rrf',
      fusedScore: 1 / 61,
      lists: [
        {
          retriever: 'words',
          rank: 1,
          score: 9,
          weight: 1,
          value: 1 / (60 + 1),
          share: 1 / (60 + 1),
          skipped: null,
        },
        { retriever: 'vectors', rank: null, score: null, weight: 0.5, value: 0, share: 0, skipped: null },
      ],
      reranks: [
        { kind: 'llm-score', before: 3, rank: 3, score: 1 / 61, unscored: true },
        { kind: 'llm-filter', before: 3, rank: 2, score: 1 / 61, unscored: true },
      ],
    });
    const dropped = explainHit({ retrieval, chunkId: 'c3', retrievers: retrieversOf(legs), fusion: rrf });
    expect([dropped?.position, dropped?.score, dropped?.reranks]).toEqual([
      null,
      null,
      [
        { kind: 'llm-score', before: 2, rank: 1, score: 7, unscored: false },
        { kind: 'llm-filter', before: 1, rank: null, score: null, unscored: false },
      ],
    ]);
    expect(explainHit({ retrieval, chunkId: 'c9', retrievers: retrieversOf(legs), fusion: rrf })).toBe(null);
  });

  it('gives a single list its own scores, also beside a retriever that was not asked', () => {
    const one = [leg('words', 3, { 1: 9, 2: 5 }), leg('model', 1, {}, 'not needed')];
    const retrieval = combineLegs({ legs: one, chunks, fusion: rrf, select });
    expect(explainHit({ retrieval, chunkId: 'c2', retrievers: retrieversOf(one), fusion: rrf })).toEqual({
      chunkId: 'c2',
      position: 2,
      score: 5,
      fusion: 'own',
      fusedScore: 5,
      lists: [
        { retriever: 'words', rank: 2, score: 5, weight: 1, value: 5, share: 5, skipped: null },
        { retriever: 'model', rank: null, score: null, weight: 1, value: 0, share: 0, skipped: 'not needed' },
      ],
      reranks: [],
    });
  });

  it('has shares that sum to the score, whatever the fusion', () => {
    const legArbitrary = fc.record({
      weight: fc.constantFrom(0.5, 1, 2),
      scores: fc.dictionary(fc.integer({ min: 0, max: 11 }).map(String), fc.integer({ min: -5, max: 9 }), {
        maxKeys: 9,
        noNullPrototype: true,
      }),
    });
    const fusions: readonly Fusion[] = [
      rrf,
      { kind: 'weighted-sum', normalise: 'min-max' },
      { kind: 'weighted-sum', normalise: 'z-score' },
    ];
    fc.assert(
      fc.property(
        fc.array(legArbitrary, { minLength: 1, maxLength: 3 }),
        fc.constantFrom(...fusions),
        (drawn, fusion) => {
          const all = drawn.map(({ weight, scores }, i) => leg(`r${i}`, weight, scores));
          const retrieval = combineLegs({ legs: all, chunks, fusion, select });
          for (const { chunkId, score } of retrieval.ranked) {
            const explained = explainHit({ retrieval, chunkId, retrievers: retrieversOf(all), fusion });
            const shares = explained?.lists.map(({ share }) => share) ?? [];
            expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - score)).toBeLessThan(1e-9);
            expect(explained?.fusedScore).toBeCloseTo(score, 12);
          }
        },
      ),
      { seed: 23, numRuns: 150 },
    );
  });
});

describe('traceGold', () => {
  it('gives the rank of every expected chunk at every step', () => {
    const retrieval = combineLegs({ legs, chunks, fusion: rrf, select, reranks });
    const expected = [
      { group: 0, chunkIds: ['c2', 'c3'] },
      { group: 1, chunkIds: [] },
      { group: 2, chunkIds: ['c7'] },
    ];
    const absent = (of: number) => ({ rank: null, of });
    expect(traceGold(retrieval, expected)).toEqual([
      {
        group: 0,
        chunkId: 'c2',
        legs: [
          { retriever: 'words', skipped: null, rank: 2, of: 3 },
          { retriever: 'vectors', skipped: null, rank: 2, of: 2 },
        ],
        fused: { rank: 1, of: 3 },
        reranks: [
          { kind: 'llm-score', rank: 2, of: 3 },
          { kind: 'llm-filter', rank: 1, of: 2 },
        ],
        final: { rank: 1, of: 2 },
        selected: true,
      },
      {
        group: 0,
        chunkId: 'c3',
        legs: [
          { retriever: 'words', skipped: null, rank: 3, of: 3 },
          { retriever: 'vectors', skipped: null, rank: 1, of: 2 },
        ],
        fused: { rank: 2, of: 3 },
        reranks: [
          { kind: 'llm-score', rank: 1, of: 3 },
          { kind: 'llm-filter', rank: null, of: 2 },
        ],
        final: absent(2),
        selected: false,
      },
      {
        group: 2,
        chunkId: 'c7',
        legs: [
          { retriever: 'words', skipped: null, ...absent(3) },
          { retriever: 'vectors', skipped: null, ...absent(2) },
        ],
        fused: absent(3),
        reranks: [
          { kind: 'llm-score', ...absent(3) },
          { kind: 'llm-filter', ...absent(2) },
        ],
        final: absent(2),
        selected: false,
      },
    ]);
  });
});
