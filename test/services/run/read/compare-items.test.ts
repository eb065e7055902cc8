// Runs side by side: rows in bank order, marks per run, and what makes the runs differ.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeOf } from '#services/run/read/compare-items';
import {
  bundleIndexChild,
  config,
  openRunWorld,
  putBank,
  questions,
  type RunTestWorld,
} from '../../support/run-world.ts';

let child: Awaited<ReturnType<typeof bundleIndexChild>>;
let world: RunTestWorld;
beforeAll(async () => {
  child = await bundleIndexChild();
  world = await openRunWorld(child.path);
  await world.put(
    'configs/lenient.json',
    JSON.stringify({ ...config, id: 'lenient', name: 'Lenient', contract: { kind: 'free' } }),
  );
});
afterAll(async () => {
  await world.close();
  await child.remove();
});

test('two configs over the same questions', async () => {
  const strict = await world.run('written');
  const lenient = await world.run('lenient', 1);
  const compared = await world.call('run.compareItems', { runIds: [strict.runId, lenient.runId] });
  expect(compared.runs).toEqual([
    { runId: strict.runId, config: 'written', configName: 'written', k: 2, finished: 3, questions: 3 },
    { runId: lenient.runId, config: 'lenient', configName: 'Lenient', k: 1, finished: 3, questions: 3 },
  ]);
  expect(compared.differs).toEqual([]);
  expect(compared.fields).toEqual([
    { path: '/select/k', values: [2, 1] },
    {
      path: '/contract',
      values: [expect.objectContaining({ kind: 'json' }), expect.objectContaining({ kind: 'free' })],
    },
  ]);
  expect(
    compared.rows.map(({ questionId, cells, change }) => [
      questionId,
      cells.map((cell) => cell?.stage),
      change,
    ]),
  ).toEqual([
    ['lit', ['correct', 'correct'], 'same'],
    ['oil', ['reading', 'reading'], 'same'],
    ['paid', ['format', 'correct'], 'improved'],
  ]);
});

test('other questions, and a question that only one run has', async () => {
  const first = await world.run('written');
  const extra = {
    ...questions[0],
    id: 'again',
    question: 'In which year was it lit?',
    answers: ['1853'],
    tags: ['t'],
  };
  await putBank(world, [extra, ...questions.slice(1)]);
  const second = await world.run('written');
  const compared = await world.call('run.compareItems', { runIds: [first.runId, second.runId] });
  expect(compared.differs).toEqual([
    'The questions are not the same: 3, 3 questions, 2 of them in all runs. Only those can be compared.',
  ]);
  expect(compared.fields).toEqual([]);
  // A question that left the bank has no labels: it is in no row.
  expect(
    compared.rows.map(({ questionId, tags, cells, change }) => [
      questionId,
      tags,
      cells.map(Boolean),
      change,
    ]),
  ).toEqual([
    ['again', ['t'], [false, true], 'unknown'],
    ['oil', [], [true, true], 'same'],
    ['paid', [], [true, true], 'same'],
  ]);
  await putBank(world, questions);
});

test('a run cannot be compared with itself, nor with one that is not there', async () => {
  const { runId } = await world.run('written');
  expect(await world.fail('run.compareItems', { runIds: [runId, runId] })).toMatchObject({
    code: 'invalid-input',
  });
  expect(await world.fail('run.compareItems', { runIds: [runId, 'none'] })).toMatchObject({
    code: 'not-found',
  });
});

test.each([
  [[true, true], 'same'],
  [[false, false], 'same'],
  [[false, true], 'improved'],
  [[true, false], 'regressed'],
  [[false, true, false], 'mixed'],
  [[true, false, true], 'mixed'],
  [[false, true, true], 'improved'],
  [[true, false, false], 'regressed'],
  [[null, true], 'unknown'],
  [[true, null], 'unknown'],
  [[true, null, false], 'regressed'],
  [[true, null, true], 'unknown'],
])('%j is %s', (correct, change) => {
  expect(changeOf(correct)).toBe(change);
});
