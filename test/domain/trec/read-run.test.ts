import { describe, expect, test } from 'vitest';
import { readTrecRun } from '#domain/trec/read-run';

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
