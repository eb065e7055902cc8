// Replies tried by hand are read and scored as a run does it, and leave no trace.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bundleIndexChild,
  openRunWorld,
  questions,
  text,
  type RunTestWorld,
} from '../../support/run-world.ts';

let child: Awaited<ReturnType<typeof bundleIndexChild>>;
let world: RunTestWorld;
let runId: string;
beforeAll(async () => {
  child = await bundleIndexChild();
  world = await openRunWorld(child.path);
  ({ runId } = await world.run('written'));
});
afterAll(async () => {
  await world.close();
  await child.remove();
});

test.each(questions.map(({ id, scriptedReply }) => [id, scriptedReply]))(
  'the reply that was given to %s scores as it did in the run',
  async (questionId, reply) => {
    const { item, score } = await world.call('run.getItem', { runId, questionId });
    const tried = await world.call('run.tryReply', { runId, questionId, reply });
    const [attempt] = item.attempts;
    expect(tried).toEqual({
      violation: attempt?.violation,
      recovered: attempt?.recovered,
      answer: item.answer,
      score,
    });
  },
);

test.each([
  ['the right answer', '{"answer": "olive oil", "passage": 1}', null, 'correct'],
  ['another wrong answer', '{"answer": "wood", "passage": 1}', null, 'reading'],
  ['no JSON', 'olive oil', 'not-json', 'format'],
  ['a passage that was not sent', '{"answer": "olive oil", "passage": 9}', 'passage-out-of-range', 'format'],
  ['nothing', '', 'empty', 'format'],
])('%s', async (_what, reply, violation, stage) => {
  const tried = await world.call('run.tryReply', { runId, questionId: 'oil', reply });
  expect(tried.violation?.reason ?? null).toBe(violation);
  expect(tried.score.stage).toBe(stage);
});

test('nothing is stored', async () => {
  const folder = join(world.root, 'runs', runId);
  const state = async () => [
    await readdir(folder),
    await readFile(join(folder, 'items.jsonl'), 'utf8'),
    await readFile(join(folder, 'manifest.json'), 'utf8'),
  ];
  const before = await state();
  await world.call('run.tryReply', { runId, questionId: 'oil', reply: '{"answer": "x", "passage": 1}' });
  expect(await state()).toEqual(before);
});

test('a question without an item, and a run that is not there', async () => {
  const reply = '';
  expect(await world.fail('run.tryReply', { runId, questionId: 'none', reply })).toMatchObject({
    code: 'not-found',
  });
  expect(await world.fail('run.tryReply', { runId: 'none', questionId: 'oil', reply })).toMatchObject({
    code: 'not-found',
  });
});

test('over other documents a reply proves nothing', async () => {
  const changed = `${text} More.`;
  await world.put('documents/text/tower.txt', changed);
  const records = await readFile(join(world.root, 'documents/documents.jsonl'), 'utf8');
  const { hashBytes } = await import('#services/hash');
  await world.put(
    'documents/documents.jsonl',
    records.replace(/"textHash":"[^"]*"/, `"textHash":"${hashBytes(changed)}"`),
  );
  expect(await world.fail('run.tryReply', { runId, questionId: 'oil', reply: '' })).toMatchObject({
    code: 'stale',
    message: expect.stringContaining('The documents changed'),
  });
});
