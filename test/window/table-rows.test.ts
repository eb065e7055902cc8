// Which rows a table shows, and in which order.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src-renderer/ui/table/columns.ts';
import {
  cleanFilters,
  filterRows,
  foldText,
  nextSort,
  sortRows,
} from '../../src-renderer/ui/table/view-rows.ts';

interface Row {
  readonly id: string;
  readonly n: number | null;
  readonly tags: readonly string[];
}

const base = { header: '', width: '1fr', render: () => null };
const columns: readonly Column<Row>[] = [
  { ...base, id: 'id', sortBy: ({ id }) => id, filter: { kind: 'text', textOf: ({ id }) => id } },
  { ...base, id: 'n', sortBy: ({ n }) => n },
  {
    ...base,
    id: 'tags',
    filter: { kind: 'choice', choicesOf: ({ tags }) => tags, choices: [{ value: 'old', label: 'old' }] },
  },
];
const row = (id: string, n: number | null = null, tags: readonly string[] = []): Row => ({ id, n, tags });
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id);

describe('filters', () => {
  const rows = [row('¿Quién toca el piano?'), row('quien vive'), row('Toca', 1, ['old', 'new'])];
  test.each([
    [{}, [0, 1, 2]],
    [{ id: '  ' }, [0, 1, 2]],
    [{ id: 'QUIEN' }, [0, 1]],
    [{ id: 'piano toca' }, [0]],
    [{ id: 'toca', tags: 'old' }, [2]],
    [{ tags: 'ol' }, []],
    [{ n: '1', unknown: 'x' }, [0, 1, 2]],
  ] as const)('%j keeps %j', (filters, kept) => {
    expect(filterRows(rows, columns, filters)).toEqual(kept.map((index) => rows[index]));
  });

  test('a row changed under the same id is read anew', () => {
    const folded = new WeakMap<object, Map<string, string>>();
    expect(filterRows([row('old text')], columns, { id: 'old' }, folded)).toHaveLength(1);
    expect(filterRows([row('new text')], columns, { id: 'old' }, folded)).toHaveLength(0);
  });

  test('case and marks are folded in every alphabet', () => {
    expect(foldText('ÑANDÚ Кой Ö')).toBe('nandu кои o');
  });

  test('what cannot be filtered by is left out of the address', () => {
    expect(cleanFilters(columns, { id: 'a', n: '1', tags: ' ', other: 'x' })).toEqual({ id: 'a' });
  });
});

describe('order', () => {
  test('numbers inside text count as numbers', () => {
    const rows = ['q10', 'q9', 'q1'].map((id) => row(id));
    expect(ids(sortRows(rows, columns, { column: 'id', isDescending: false }))).toEqual(['q1', 'q9', 'q10']);
  });

  test('rows without a value stand last in both directions, in their own order', () => {
    const rows = [row('a'), row('b', 2), row('c'), row('d', 10)];
    expect(ids(sortRows(rows, columns, { column: 'n', isDescending: false }))).toEqual(['b', 'd', 'a', 'c']);
    expect(ids(sortRows(rows, columns, { column: 'n', isDescending: true }))).toEqual(['d', 'b', 'a', 'c']);
  });

  test('no order, and an order by a column that has none, leave the rows alone', () => {
    const rows = [row('b'), row('a')];
    expect(sortRows(rows, columns, null)).toBe(rows);
    expect(sortRows(rows, columns, { column: 'tags', isDescending: false })).toBe(rows);
  });

  test('sorting loses nothing and keeps equal rows in order', () => {
    const some = fc.array(
      fc.record({ id: fc.uuid(), n: fc.integer({ min: 0, max: 3 }), tags: fc.constant([]) }),
    );
    fc.assert(
      fc.property(some, (rows) => {
        const naive = [0, 1, 2, 3].flatMap((n) => rows.filter((each) => each.n === n));
        expect(sortRows(rows, columns, { column: 'n', isDescending: false })).toEqual(naive);
      }),
      { seed: 7, numRuns: 40 },
    );
  });

  test('a head is pressed: rising, falling, as it was', () => {
    const rising = nextSort(null, 'id');
    const falling = nextSort(rising, 'id');
    expect([rising, falling, nextSort(falling, 'id'), nextSort(falling, 'n')]).toEqual([
      { column: 'id', isDescending: false },
      { column: 'id', isDescending: true },
      null,
      { column: 'n', isDescending: false },
    ]);
  });
});
