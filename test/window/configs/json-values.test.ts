// JSON values by path: what changes is what is asked for, and nothing is changed in place.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isSameJson,
  pointerOf,
  valueAt,
  valueAtLike,
  withMoved,
  withoutValue,
  withValue,
} from '../../../src-renderer/views/configs/form/json-values.ts';
import { diffValues } from '../../../src-renderer/views/configs/json/diff-values.ts';

test('a pointer escapes what it is written with', () => {
  expect(pointerOf(['a/b', 0, '~'])).toBe('/a~1b/0/~0');
  expect(pointerOf([])).toBe('');
});

test('setting makes what is missing, keeps what is unknown, and leaves the old value as it was', () => {
  const before = { id: 'a', extra: [1], chunker: { kind: 'fixed' } };
  const after = withValue(before, ['chunker', 'size'], 5);
  expect(after).toEqual({ id: 'a', extra: [1], chunker: { kind: 'fixed', size: 5 } });
  expect(before.chunker).toEqual({ kind: 'fixed' });
  expect(withValue({}, ['select', 'k'], 3)).toEqual({ select: { k: 3 } });
  expect(withValue({ list: ['a', 'b'] }, ['list', 1], 'c')).toEqual({ list: ['a', 'c'] });
});

test('a new field takes its place in the order of its object', () => {
  const order = () => ['kind', 'size', 'overlap', 'unit'];
  const after = withValue({ kind: 'fixed', unit: 'chars', extra: 1 }, ['size'], 5, order);
  expect(Object.keys(after as object)).toEqual(['kind', 'size', 'unit', 'extra']);
  const last = withValue({ kind: 'fixed', extra: 1 }, ['unit'], 'words', order);
  expect(Object.keys(last as object)).toEqual(['kind', 'extra', 'unit']);
});

test('removing takes out a field or an entry, and nothing where there is nothing', () => {
  expect(withoutValue({ a: { b: 1, c: 2 } }, ['a', 'b'])).toEqual({ a: { c: 2 } });
  expect(withoutValue({ a: [1, 2, 3] }, ['a', 1])).toEqual({ a: [1, 3] });
  const same = { a: 1 };
  expect(withoutValue(same, ['b', 'c'])).toBe(same);
});

test('fields that an object inherits are no fields', () => {
  expect(valueAt({}, ['constructor'])).toBeUndefined();
  const hostile: unknown = JSON.parse('{"__proto__": {"a": 1}}');
  expect(valueAt(hostile, ['__proto__', 'a'])).toBe(1);
  expect(JSON.stringify(withValue(hostile, ['b'], 2))).toBe('{"__proto__":{"a":1},"b":2}');
});

test('a default of another kind is no default', () => {
  const complete = { retrievers: [{ kind: 'tfidf', id: 'tfidf', weight: 1 }] };
  expect(valueAtLike(complete, { retrievers: [{ kind: 'tfidf' }] }, ['retrievers', 0, 'id'])).toBe('tfidf');
  expect(valueAtLike(complete, { retrievers: [{ kind: 'bm25' }] }, ['retrievers', 0, 'id'])).toBeUndefined();
  expect(valueAtLike(complete, {}, ['retrievers', 0, 'weight'])).toBe(1);
});

test('an entry is moved', () => {
  expect(withMoved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(withMoved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b']);
});

describe('differences', () => {
  test('stand at the innermost place that differs', () => {
    const left = { a: 1, list: [1, { x: 1 }], gone: true };
    const right = { a: 1, list: [1, { x: 2 }, 3], new: null };
    expect(diffValues(left, right)).toEqual([
      { path: ['list', 1, 'x'], left: 1, right: 2 },
      { path: ['list', 2], left: undefined, right: 3 },
      { path: ['gone'], left: true, right: undefined },
      { path: ['new'], left: undefined, right: null },
    ]);
  });

  test('there are none exactly where the values are the same', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.jsonValue({ maxDepth: 3 }), (left, right) => {
        expect(diffValues(left, right).length === 0).toBe(isSameJson(left, right));
        expect(diffValues(left, JSON.parse(JSON.stringify(left)))).toEqual([]);
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
