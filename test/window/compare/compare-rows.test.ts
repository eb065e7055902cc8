// What a comparison shows: changed questions, changes of stage, regressions first.
import { describe, expect, test } from 'vitest';
import type { ComparisonRow } from '#contract/views';
import {
  countChanges,
  filterComparison,
  isChanged,
  listTransitions,
  type CompareFilter,
} from '../../../src-renderer/views/compare/compare-rows.ts';

type Cell = NonNullable<ComparisonRow['cells'][number]>;

function cell(stage: string | null, part: Partial<Cell> = {}): Cell {
  const correct = stage === null ? null : stage === 'correct';
  return {
    ...{ found: true, grounded: true, correct, rank: 1, stage, detail: null, excluded: null },
    ...{ flags: [], answer: 'a', says: '' },
    ...part,
  };
}

function row(id: string, change: ComparisonRow['change'], ...cells: (Cell | null)[]): ComparisonRow {
  return { questionId: id, question: `¿Quién es ${id}?`, tags: [`tag-${id}`], cells, change };
}

const rows = [
  row('a', 'same', cell('correct'), cell('correct')),
  row('b', 'improved', cell('retriever'), cell('correct')),
  row('c', 'regressed', cell('correct'), cell('reading')),
  row('d', 'same', cell('retriever'), cell('reading')),
  row('e', 'unknown', cell('correct'), null),
  row('f', 'unknown', cell(null, { excluded: 'provider' }), cell('reading')),
  row('g', 'regressed', cell('correct'), cell('reading')),
];
const all: CompareFilter = { onlyChanged: false, regressionsFirst: false, transition: '', tag: '', text: '' };

function shown(part: Partial<CompareFilter>): string {
  return filterComparison(rows, { ...all, ...part })
    .map(({ questionId }) => questionId)
    .join('');
}

test.each<[string, Partial<CompareFilter>, string]>([
  ['everything, in bank order', {}, 'abcdefg'],
  ['only what changed', { onlyChanged: true }, 'bcdefg'],
  ['regressions first, bank order among themselves', { regressionsFirst: true }, 'cgbefad'],
  ['one change of stage', { transition: '1 correct reading' }, 'cg'],
  ['from excluded', { transition: '1 provider reading' }, 'f'],
  ['one tag', { tag: 'tag-d' }, 'd'],
  ['words without case or accents', { text: 'QUIEN es c' }, 'c'],
  ['nothing left', { onlyChanged: true, tag: 'tag-a' }, ''],
])('%s', (_name, filter, ids) => {
  expect(shown(filter)).toBe(ids);
});

test('changes of stage are counted for each run against the first', () => {
  expect(listTransitions(rows)).toEqual([
    { run: 1, from: 'correct', to: 'reading', n: 2 },
    { run: 1, from: 'retriever', to: 'correct', n: 1 },
    { run: 1, from: 'retriever', to: 'reading', n: 1 },
    { run: 1, from: 'provider', to: 'reading', n: 1 },
  ]);
});

describe('changed means that something shown is not the same', () => {
  test.each<[string, Cell | null, Cell | null, boolean]>([
    ['the same', cell('correct'), cell('correct'), false],
    ['only the answer', cell('correct'), cell('correct', { answer: 'b' }), false],
    ['the rank', cell('correct'), cell('correct', { rank: 2 }), true],
    ['the detail', cell('reading', { detail: 'x' }), cell('reading', { detail: 'y' }), true],
    ['not asked in one', cell('correct'), null, true],
    ['asked in neither', null, null, false],
  ])('%s', (_name, left, right, changed) => {
    expect(isChanged(row('q', 'same', left, right))).toBe(changed);
  });
});

test('each run is counted against the first', () => {
  const three = [
    row('a', 'mixed', cell('correct'), cell('correct'), cell('reading')),
    row('b', 'improved', cell('reading'), cell('correct'), cell('correct')),
    row('c', 'unknown', cell('reading'), null, cell('reading')),
  ];
  expect([1, 2].map((run) => countChanges(three, run))).toEqual([
    { improved: 1, regressed: 0, same: 1, unknown: 1 },
    { improved: 1, regressed: 1, same: 1, unknown: 0 },
  ]);
});
