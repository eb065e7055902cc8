// Fusion by ranks and what an item keeps of a search, by hand and against a naive twin.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunk } from '#contract/documents';
import { RetrievalSchema } from '#contract/items';
import { combineLegs } from '#domain/retrieval/combine-legs';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import { fuseRrf } from '#domain/retrieval/fusion/rrf';

function hitsOf(...chunks: readonly number[]): RankedChunk[] {
  return chunks.map((chunk, index) => ({ chunk, score: 10 - index }));
}

const chunks: readonly Chunk[] = ['a', 'b', 'c', 'd'].map((documentId, index) => ({
  id: `${documentId}#1`,
  index,
  documentId,
  start: index,
  end: index + 10,
}));

const rrf = { kind: 'rrf', k: 60 } as const;

describe('fuseRrf', () => {
  it('sums weight / (k + rank) over the lists that hold a chunk', () => {
    expect(
      fuseRrf(
        [
          { weight: 1, hits: hitsOf(2, 0, 1) },
          { weight: 0.5, hits: hitsOf(1, 3) },
        ],
        60,
      ),
    ).toEqual([
      { chunk: 1, score: 1 / (60 + 3) + 0.5 / (60 + 1) },
      { chunk: 2, score: 1 / (60 + 1) },
      { chunk: 0, score: 1 / (60 + 2) },
      { chunk: 3, score: 0.5 / (60 + 2) },
    ]);
  });

  it('breaks ties in corpus order, whatever the order of the lists', () => {
    // Ranks 1, 2, 3 and 3, 1, 2 and 2, 3, 1 in three lists: the same terms in three orders.
    const lists = [hitsOf(9, 7, 8), hitsOf(8, 9, 7), hitsOf(7, 8, 9)].map((hits) => ({ weight: 1, hits }));
    const fused = fuseRrf(lists, 60);
    expect(fused.map(({ chunk }) => chunk)).toEqual([7, 8, 9]);
    expect(new Set(fused.map(({ score }) => score)).size).toBe(1);
  });

  it('leaves out lists of weight 0, and fuses nothing into nothing', () => {
    const hits = hitsOf(1, 2);
    expect(
      fuseRrf(
        [
          { weight: 0, hits: hitsOf(3) },
          { weight: 1, hits },
        ],
        0,
      ),
    ).toEqual([
      { chunk: 1, score: 1 / 1 },
      { chunk: 2, score: 1 / 2 },
    ]);
    expect(fuseRrf([], 60)).toEqual([]);
    expect(fuseRrf([{ weight: 1, hits: [] }], 60)).toEqual([]);
  });

  it('agrees with a naive twin', () => {
    const listArbitrary = fc.record({
      weight: fc.constantFrom(0.5, 1, 2),
      hits: fc.uniqueArray(fc.integer({ min: 0, max: 20 }), { maxLength: 15 }).map((list) => hitsOf(...list)),
    });
    fc.assert(
      fc.property(fc.array(listArbitrary, { maxLength: 4 }), fc.constantFrom(0, 10, 60), (lists, k) => {
        const twin = Array.from({ length: 21 }, (_, chunk) => ({
          chunk,
          score: lists
            .flatMap(({ weight, hits }) => {
              const index = hits.findIndex((hit) => hit.chunk === chunk);
              return index < 0 ? [] : [weight / (k + index + 1)];
            })
            .sort((a, b) => b - a)
            .reduce((sum, share) => sum + share, 0),
        }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.chunk - b.chunk);
        expect(fuseRrf(lists, k)).toEqual(twin);
      }),
      { seed: 7, numRuns: 100 },
    );
  });
});

describe('combineLegs', () => {
  it('keeps one leg as it is: its own scores and order', () => {
    expect(
      combineLegs({
        legs: [
          {
            retriever: { id: 'tfidf', weight: 0.3 },
            hits: [
              { chunk: 2, score: 0.8 },
              { chunk: 0, score: 0.4 },
            ],
          },
        ],
        chunks,
        fusion: rrf,
        select: { k: 1, minScore: null },
      }),
    ).toEqual({
      legs: [
        {
          retriever: 'tfidf',
          hits: [
            { chunkId: 'c#1', score: 0.8 },
            { chunkId: 'a#1', score: 0.4 },
          ],
        },
      ],
      ranked: [
        {
          position: 1,
          score: 0.8,
          chunkId: 'c#1',
          documentId: 'c',
          start: 2,
          end: 12,
          ranks: { tfidf: 1 },
          scores: { tfidf: 0.8 },
        },
        {
          position: 2,
          score: 0.4,
          chunkId: 'a#1',
          documentId: 'a',
          start: 0,
          end: 10,
          ranks: { tfidf: 2 },
          scores: { tfidf: 0.4 },
        },
      ],
      selected: 1,
    });
  });

  it('fuses several legs and records rank and score in each', () => {
    const combined = combineLegs({
      legs: [
        { retriever: { id: 'tfidf', weight: 1 }, hits: hitsOf(0, 1) },
        { retriever: { id: '__proto__', weight: 1 }, hits: hitsOf(1, 3) },
      ],
      chunks,
      fusion: rrf,
      select: { k: 3, minScore: 1 / (60 + 2) },
    });
    expect(combined.ranked.map(({ chunkId, score }) => [chunkId, score])).toEqual([
      ['b#1', 1 / (60 + 1) + 1 / (60 + 2)],
      ['a#1', 1 / (60 + 1)],
    ]);
    expect(combined.selected).toBe(2);
    expect(Object.entries(combined.ranked[0]?.ranks ?? {})).toEqual([
      ['tfidf', 2],
      ['__proto__', 1],
    ]);
    expect(Object.entries(combined.ranked[0]?.scores ?? {})).toEqual([
      ['tfidf', 9],
      ['__proto__', 10],
    ]);
    expect(combined.ranked[1]?.ranks).toEqual({ tfidf: 1 });
    expect(combined.legs.map(({ hits }) => hits.map(({ chunkId }) => chunkId))).toEqual([
      ['a#1', 'b#1'],
      ['b#1', 'd#1'],
    ]);
  });

  it('selects nothing where minScore drops all, or nothing was found', () => {
    const retriever = { id: 'tfidf', weight: 1 };
    const dropped = combineLegs({
      legs: [{ retriever, hits: [{ chunk: 0, score: 0.5 }] }],
      chunks,
      fusion: rrf,
      select: { k: 3, minScore: 0.5 },
    });
    expect([dropped.ranked, dropped.selected, dropped.legs[0]?.hits.length]).toEqual([[], 0, 1]);
    expect(
      combineLegs({
        legs: [{ retriever, hits: [] }],
        chunks,
        fusion: rrf,
        select: { k: Infinity, minScore: null },
      }),
    ).toEqual({
      legs: [{ retriever: 'tfidf', hits: [] }],
      ranked: [],
      selected: 0,
    });
  });

  it('keeps the list before the first rerank, the list after each, and lets the last one decide', () => {
    const legs = [
      { retriever: { id: 'tfidf', weight: 1 }, hits: hitsOf(0, 1) },
      { retriever: { id: 'vectors', weight: 1 }, hits: hitsOf(0, 2) },
    ];
    const judgement = { relevant: null, score: 3, problem: null, reply: '{"score": 3}', kept: true };
    const combined = combineLegs({
      legs,
      chunks,
      fusion: rrf,
      select: { k: 3, minScore: 2 },
      reranks: [
        {
          kind: 'llm-score',
          hits: [
            { chunk: 2, score: 3 },
            { chunk: 1, score: 2 },
            { chunk: 0, score: 99, unscored: true },
          ],
          judgements: [{ chunkId: 'c#1', ...judgement }],
        },
      ],
      fallback: [{ retriever: 'vectors', reason: '2 hits, fewer than 3' }],
      warnings: ['the question is long'],
    });
    expect(combined).toEqual({
      legs: [
        {
          retriever: 'tfidf',
          hits: [
            { chunkId: 'a#1', score: 10 },
            { chunkId: 'b#1', score: 9 },
          ],
        },
        {
          retriever: 'vectors',
          hits: [
            { chunkId: 'a#1', score: 10 },
            { chunkId: 'c#1', score: 9 },
          ],
        },
      ],
      fused: [
        { chunkId: 'a#1', score: 1 / 61 + 1 / 61 },
        { chunkId: 'b#1', score: 1 / 62 },
        { chunkId: 'c#1', score: 1 / 62 },
      ],
      reranks: [
        {
          kind: 'llm-score',
          hits: [
            { chunkId: 'c#1', score: 3 },
            { chunkId: 'b#1', score: 2 },
            { chunkId: 'a#1', score: 99, unscored: true },
          ],
          judgements: [{ chunkId: 'c#1', ...judgement }],
        },
      ],
      fallback: [{ retriever: 'vectors', reason: '2 hits, fewer than 3' }],
      warnings: ['the question is long'],
      // 2 is not above minScore, and nothing shows that what the step did not score is.
      ranked: [
        {
          position: 1,
          score: 3,
          chunkId: 'c#1',
          documentId: 'c',
          start: 2,
          end: 12,
          ranks: { vectors: 2 },
          scores: { vectors: 9 },
        },
      ],
      selected: 1,
    });
  });

  it('fuses by scores, and leaves a fallback out that was not asked', () => {
    const first = { retriever: { id: 'tfidf', weight: 2 }, hits: hitsOf(0, 1) };
    const fusion = { kind: 'weighted-sum', normalise: 'min-max' } as const;
    const fallback = { retriever: { id: 'model', weight: 1 }, hits: [], skipped: 'not needed' };
    const select = { k: 3, minScore: null };
    const alone = combineLegs({ legs: [first, fallback], chunks, fusion, select });
    expect(alone.ranked.map(({ score }) => score)).toEqual([10, 9]);
    expect(alone.legs[1]).toEqual({ retriever: 'model', hits: [], skipped: 'not needed' });
    const asked = { retriever: { id: 'model', weight: 1 }, hits: hitsOf(1) };
    const both = combineLegs({ legs: [first, asked], chunks, fusion, select });
    expect(both.ranked.map(({ chunkId, score }) => [chunkId, score])).toEqual([
      ['a#1', 2 * 1],
      ['b#1', 2 * 0 + 1 * 1],
    ]);
  });

  it('gives every optional part a place in the schema, and none to what is not there', () => {
    const plain = combineLegs({ legs: [], chunks, fusion: rrf, select: { k: 3, minScore: null } });
    expect(plain).toEqual({ legs: [], ranked: [], selected: 0 });
    expect(Object.keys(RetrievalSchema.properties)).toEqual(
      expect.arrayContaining(['fused', 'reranks', 'fallback', 'warnings']),
    );
    expect(RetrievalSchema.required).toEqual(['legs', 'ranked', 'selected']);
  });

  it('says so when a hit names a chunk that is not there', () => {
    const legs = [{ retriever: { id: 'tfidf', weight: 1 }, hits: hitsOf(4) }];
    expect(() => combineLegs({ legs, chunks, fusion: rrf, select: { k: 3, minScore: null } })).toThrow(
      'chunk 4 of 4',
    );
  });
});
