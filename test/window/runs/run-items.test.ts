// The rows of a run: added at the end, replaced in place, filtered by stage, detail, tag and text.
import { expect, test } from 'vitest';
import type { ItemRow } from '#contract/views';
import { appendRows } from '../../../src-renderer/data/run-items.ts';
import { filterItems } from '../../../src-renderer/views/runs/run-items.tsx';
import { liveStages } from '../../../src-renderer/views/runs/runs-table.tsx';

function row(questionId: string, part: Partial<ItemRow> = {}): ItemRow {
  return {
    ...{ questionId, question: `Who is ${questionId}?`, found: true, grounded: true, correct: true, rank: 1 },
    ...{ stage: 'correct', detail: null, excluded: null, flags: [], answer: null, says: '', tags: [] },
    ...part,
  };
}

test('what finishes later stands at the end; what was asked again stays where it was', () => {
  const known = [row('a'), row('b', { stage: 'reading' })];
  expect(appendRows(known, [])).toBe(known);
  expect(appendRows(known, [row('c'), row('b')])).toEqual([row('a'), row('b'), row('c')]);
});

const rows = [
  row('a', { tags: ['es'], answer: 'Sofía' }),
  row('b', { stage: 'reading', detail: 'wrong-passage-cited', tags: ['en'] }),
  row('c', { stage: null, excluded: 'provider' }),
  row('d', { stage: null }),
];

test.each([
  [{}, 'abcd'],
  [{ stage: 'reading' }, 'b'],
  [{ stage: 'excluded' }, 'c'],
  [{ stage: 'unjudged' }, 'd'],
  [{ detail: 'wrong-passage-cited' }, 'b'],
  [{ tag: 'es' }, 'a'],
  [{ text: ' sofia ' }, 'a'],
  [{ text: 'who is', stage: 'correct' }, 'a'],
  [{ text: 'nobody' }, ''],
])('%j keeps %j', (part, ids) => {
  const filter = { stage: 'all', detail: '', tag: '', text: '', ...part };
  expect(
    filterItems(rows, filter)
      .map(({ questionId }) => questionId)
      .join(''),
  ).toBe(ids);
});

test('what is no stage is excluded', () => {
  expect(liveStages({ correct: 2, reading: 1, provider: 3, label: 1 })).toEqual({
    stages: { correct: 2, retriever: 0, context: 0, format: 0, reading: 1 },
    excluded: 4,
  });
});
