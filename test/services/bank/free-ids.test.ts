// Ids for new questions follow the bank's habit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFreeIds } from '#services/bank/free-ids';

test.each<[string, string[], string[]]>([
  ['no bank', [], ['q1', 'q2']],
  ['plain numbers', ['q9', 'q10'], ['q11', 'q12']],
  ['padded numbers', ['q011', 'q012'], ['q013', 'q014']],
  ['padded numbers that run over', ['q98', 'q99', 'q01'], ['q100', 'q101']],
  ['numbers alone', ['1', '2', '7'], ['8', '9']],
  ['another prefix', ['mar-1', 'mar-2', 'x'], ['mar-3', 'mar-4']],
  ['no common prefix', ['a1', 'b1', 'c1', 'd1'], ['q1', 'q2']],
  ['half of the ids', ['a1', 'a2', 'b', 'c'], ['q1', 'q2']],
  ['a few of our own among others', ['x', 'y', 'z', 'q4'], ['q5', 'q6']],
  ['dates and hashes', ['20260102030405060', '20260102030405061'], ['q1', 'q2']],
])('%s', (_what, taken, expected) => {
  const next = createFreeIds(taken);
  expect([next(), next()]).toEqual(expected);
});

test('an id is always free, and never given twice', () => {
  const id = fc.tuple(fc.constantFrom('q', 'q0', 'x-', '', '9'), fc.nat(30)).map(([a, b]) => `${a}${b}`);
  fc.assert(
    fc.property(fc.uniqueArray(id, { maxLength: 30 }), (taken) => {
      const next = createFreeIds(taken);
      const all = [...taken, ...Array.from({ length: 40 }, next)];
      expect(new Set(all).size).toBe(all.length);
    }),
    { numRuns: 100, seed: 5 },
  );
});
