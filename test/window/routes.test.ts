// Addresses of the page: what is shown survives a reload, whatever the ids are made of.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatRoute, parseRoute, screens } from '../../src-renderer/routes.ts';

const nothing = { id: null, detail: null, filter: {} };

test.each([
  ['', { screen: 'overview', ...nothing }],
  ['#/', { screen: 'overview', ...nothing }],
  ['#/nowhere/else', { screen: 'overview', id: 'else', detail: null, filter: {} }],
  ['#/runs', { screen: 'runs', ...nothing }],
  ['#/runs/r1/q%2F1', { screen: 'runs', id: 'r1', detail: 'q/1', filter: {} }],
  [
    '#/runs/r1/q1?stage=format&detail=not-json',
    { screen: 'runs', id: 'r1', detail: 'q1', filter: { stage: 'format', detail: 'not-json' } },
  ],
  ['#/bank/100%', { screen: 'bank', id: '100%', detail: null, filter: {} }],
])('%s', (hash, route) => {
  expect(parseRoute(hash)).toEqual(route);
});

test('every route comes back as it was written', () => {
  const id = fc.string({ minLength: 1, unit: 'grapheme' });
  const routes = fc.record({
    screen: fc.constantFrom(...screens.filter((screen) => screen !== 'overview')),
    id,
    detail: id,
    filter: fc.dictionary(fc.constantFrom('stage', 'detail'), id, { noNullPrototype: true }),
  });
  fc.assert(
    fc.property(routes, (route) => {
      expect(parseRoute(formatRoute(route))).toEqual(route);
    }),
    { seed: 7, numRuns: 100 },
  );
});
