import { describe, expect, test } from 'vitest';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { createHitMatcher } from '#domain/retrieval/match-hits';
import { readTrecRun } from '#domain/retrieval/trec-run';

describe('a TREC run', () => {
  test('is ordered by score, ties by id descending bytewise, and its rank column is passed over', () => {
    const run = readTrecRun(
      'q1 Q0 a 1 1.5 x\nq1\tQ0\tb 2 1.5 x\nq1 Q0 c 9 2e1 x\r\n\nq2 Q0 я 1 -3 x\n',
      'r.trec',
    );
    expect([...run.lists]).toEqual([
      [
        'q1',
        [
          { id: 'c', score: 20 },
          { id: 'b', score: 1.5 },
          { id: 'a', score: 1.5 },
        ],
      ],
      ['q2', [{ id: 'я', score: -3 }]],
    ]);
    expect(run.problems).toEqual([]);
  });

  test('ties of ids outside the BMP follow their bytes, not their UTF-16 units', () => {
    const run = readTrecRun('q Q0 \u{10000} 1 1 x\nq Q0 \uFF5E 2 1 x\n', 'r');
    expect(run.lists.get('q')?.map(({ id }) => id)).toEqual(['\u{10000}', '\uFF5E']);
  });

  test('wrong lines are told with their number and left out', () => {
    const run = readTrecRun('q Q0 a 1 1 x\nq Q0 b\nq Q0 c 3 high x\nq Q0 a 4 0.5 x\n', 'r.trec');
    expect(run.lists.get('q')).toEqual([{ id: 'a', score: 1 }]);
    expect(run.problems.map(({ line, message }) => [line, message])).toEqual([
      [2, 'has 3 columns instead of 6 (query Q0 document rank score tag)'],
      [3, 'the score, the fifth column, is not a number'],
      [4, 'names a a second time for the query q'],
    ]);
  });
});

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
