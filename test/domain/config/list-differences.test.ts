// Where configs differ, by JSON pointer.
import { expect, test } from 'vitest';
import { listDifferences } from '#domain/config/list-differences';

test.each([
  ['nothing', [{ a: 1 }, { a: 1 }], []],
  [
    'order of keys is no difference',
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [],
  ],
  ['a number', [{ a: { b: 1 } }, { a: { b: 2 } }], [{ path: '/a/b', values: [1, 2] }]],
  ['of three one', [{ a: 1 }, { a: 1 }, { a: 2 }], [{ path: '/a', values: [1, 1, 2] }]],
  ['a field that one has not', [{ a: 1 }, {}], [{ path: '/a', values: [1, null] }]],
  [
    'one entry of a list',
    [{ r: [{ kind: 'a', k: 1 }] }, { r: [{ kind: 'a', k: 2 }] }],
    [{ path: '/r/0/k', values: [1, 2] }],
  ],
  ['lists of other lengths as a whole', [{ r: [1] }, { r: [1, 2] }], [{ path: '/r', values: [[1], [1, 2]] }]],
  [
    'parts of another kind as a whole',
    [{ c: { kind: 'a', x: 1 } }, { c: { kind: 'b', y: 1 } }],
    [
      {
        path: '/c',
        values: [
          { kind: 'a', x: 1 },
          { kind: 'b', y: 1 },
        ],
      },
    ],
  ],
  ['a list and an object', [{ a: [] }, { a: {} }], [{ path: '/a', values: [[], {}] }]],
  ['escapes of a pointer', [{ 'a/b~c': 1 }, { 'a/b~c': 2 }], [{ path: '/a~1b~0c', values: [1, 2] }]],
  ['null is a value', [{ a: null }, { a: 0 }], [{ path: '/a', values: [null, 0] }]],
])('%s', (_what, values, expected) => {
  expect(listDifferences(values)).toEqual(expected);
});
