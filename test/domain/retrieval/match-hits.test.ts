import { describe, expect, test } from 'vitest';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { createHitMatcher } from '#domain/retrieval/match-hits';

describe('hits of another system', () => {
  const text = 'The first part is here.\n\nThe second part follows it.';
  const documents = [document('d1', text), document('d2', 'Something else.')];
  const chunks: Chunk[] = [
    { id: 'd1#1', index: 0, documentId: 'd1', start: 0, end: 23 },
    { id: 'd1#2', index: 1, documentId: 'd1', start: 25, end: 52 },
    { id: 'd2#1', index: 2, documentId: 'd2', start: 0, end: 15 },
  ];
  const match = (...hits: object[]) =>
    createHitMatcher(chunks, documents).match(hits.map((hit, index) => ({ score: 9 - index, ...hit })));

  test('are found by chunk, by document and by text, in the order given', () => {
    expect(match({ text: 'something   else.' }, { chunkId: 'd1#2' }, { documentId: 'd1' })).toEqual({
      hits: [
        { chunk: 1, score: 8 },
        { chunk: 0, score: 7 },
      ],
      unmatched: [{ text: 'something   else.', score: 9 }],
    });
  });

  test('a text is compared without its white space, and names every chunk it mostly covers', () => {
    expect(match({ text: ' Something\nelse.' }).hits).toEqual([{ chunk: 2, score: 9 }]);
    expect(match({ text: 'part is here. The second part follows it.' }).hits).toEqual([
      { chunk: 0, score: 9 },
      { chunk: 1, score: 9 },
    ]);
  });

  test('what fits nothing is told', () => {
    expect(match({ chunkId: 'gone#1' }, { text: '' }, { documentId: 'gone' })).toEqual({
      hits: [],
      unmatched: [
        { chunkId: 'gone#1', score: 9 },
        { text: '', score: 8 },
        { documentId: 'gone', score: 7 },
      ],
    });
  });
});

function document(id: string, text: string): CorpusDocument {
  return {
    id,
    title: null,
    text,
    textHash: '',
    language: null,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
  };
}
