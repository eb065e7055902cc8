// Equality without hashes says what the hashes say.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashValue, isSameValue } from '#services/hash';

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[1, 2], [2, 1], false],
  [[], {}, false],
  [null, {}, false],
  [{}, null, false],
  ['1', 1, false],
  [JSON.parse('{"__proto__":{"x":1}}'), {}, false],
  [JSON.parse('{"__proto__":{"x":1}}'), JSON.parse('{"__proto__":{"x":1}}'), true],
])('%j and %j', (a, b, expected) => {
  expect([isSameValue(a, b), isSameValue(b, a)]).toEqual([expected, expected]);
});

test('equal values are those of equal hash, whatever the order of fields', () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const turned = (given: unknown): unknown =>
    Array.isArray(given)
      ? given.map(turned)
      : given !== null && typeof given === 'object'
        ? Object.fromEntries(
            Object.entries(given)
              .reverse()
              .map(([name, field]) => [name, turned(field)]),
          )
        : given;
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSameValue(a, b)).toBe(hashValue(a) === hashValue(b));
      expect(isSameValue(a, turned(a))).toBe(true);
    }),
    { numRuns: 300, seed: 29 },
  );
});
