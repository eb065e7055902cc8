// How many passages, as people type it.
import { expect, test } from 'vitest';
import { readKs } from '../../../src-renderer/views/overview/read-ks.ts';

test.each<[string, readonly number[] | null]>([
  ['3', [3]],
  [' 1, 3 ,5 ', [1, 3, 5]],
  ['1..4', [1, 2, 3, 4]],
  ['5-7', [5, 6, 7]],
  ['3, 1..3, 10', [1, 2, 3, 10]],
  ['100', [100]],
  ['', null],
  ['0', null],
  ['101', null],
  ['4..2', null],
  ['3,', null],
  ['2.5', null],
  ['-3', null],
  ['three', null],
])('%j', (typed, ks) => {
  expect(readKs(typed)).toEqual(ks);
});
