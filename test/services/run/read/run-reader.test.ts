// Runs that go on and runs that ended, read by the process that makes them and by another one: both say the same.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Output, ProcedureName } from '#contract/api';
import type { App } from '#hosts/app';
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
let other: App;
/** Replies that wait for the test to let them go. */
let waiting: ((status: number) => void)[];
let server: Server;

beforeAll(async () => {
  child = await bundleIndexChild();
});
afterAll(() => child.remove());
beforeEach(async () => {
  waiting = [];
  server = createServer((request, response) => {
    request.resume();
    waiting.push((status) => {
      const content = '{"answer": "Captain Vela", "passage": 1}';
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(status === 200 ? { choices: [{ message: { content } }] } : { error: 'no' }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  world = await openRunWorld(child.path);
  other = world.another();
  const model = { provider: 'openai-compatible', baseUrl, model: 'm', concurrency: 1 };
  await world.put('configs/asked.json', JSON.stringify({ ...config, id: 'asked', model }));
  await world.call('workspace.trustFolder', {});
});
afterEach(async () => {
  for (const answer of waiting) answer(200);
  await world.close();
  server.close();
  server.closeAllConnections();
});

async function start(): Promise<string> {
  const { runs } = await world.call('run.startRuns', { configs: ['asked'] });
  return runs[0]?.runId ?? '';
}

/** Answers one waiting question and returns when the run says that it is finished. */
async function answerOne(runId: string, status = 200): Promise<void> {
  const before = (await world.call('run.listFinished', { runId, since: 0 })).total;
  await expect.poll(() => waiting.length, { timeout: 10_000 }).toBeGreaterThan(0);
  waiting.shift()?.(status);
  await expect
    .poll(async () => (await world.call('run.listFinished', { runId, since: 0 })).total, { timeout: 20_000 })
    .toBe(before + 1);
}

async function ofOther<Name extends ProcedureName>(name: Name, input: object): Promise<Output<Name>> {
  const reply = await other.dispatch(name as string, input);
  if (!reply.ok) throw new Error(JSON.stringify(reply.failure));
  return reply.value as Output<Name>;
}

/** Every way to ask for the run, by both. */
async function expectSame(runId: string): Promise<void> {
  for (const name of ['run.getSummary', 'run.listItems', 'run.listRuns'] as const) {
    const input = name === 'run.listRuns' ? {} : { runId };
    expect(await ofOther(name, input)).toEqual(await world.call(name, input as { runId: string }));
  }
  const finished = { runId, since: 0 };
  expect(await ofOther('run.listFinished', finished)).toEqual(await world.call('run.listFinished', finished));
}

test('a run that goes on grows for both, in the order its questions finish', async () => {
  const runId = await start();
  await expectSame(runId);
  await answerOne(runId);
  await expectSame(runId);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    ...{ live: true, state: 'stopped', stateReason: 'running: 1 of 3 questions finished', stateRemedy: null },
    ...{ finished: 1, configName: 'asked', correct: { k: 1, n: 1 } },
  });
  await answerOne(runId);
  await expectSame(runId);
  const page = await world.call('run.listFinished', { runId, since: 1 });
  expect(page).toMatchObject({ items: [{ questionId: 'oil', stage: 'reading' }], next: 2, total: 2 });
  expect(await world.call('run.listFinished', { runId, since: 2 })).toEqual({ items: [], next: 2, total: 2 });
  expect(await world.call('run.getItem', { runId, questionId: 'oil' })).toMatchObject({
    item: { answer: { text: 'Captain Vela' } },
    score: { stage: 'reading' },
  });
  expect(await world.fail('run.getItem', { runId, questionId: 'paid' })).toMatchObject({ code: 'not-found' });
  await answerOne(runId);
  await world.call('run.waitForRun', { runId });
  await expectSame(runId);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({ live: false, state: 'complete' });
});

test('a label that changes while the run goes on scores what is finished anew, for both', async () => {
  const runId = await start();
  await answerOne(runId);
  await answerOne(runId);
  const relabelled = questions.map((one) => (one.id === 'oil' ? { ...one, answers: ['Captain Vela'] } : one));
  await putBank(world, relabelled);
  await expectSame(runId);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({ correct: { k: 2, n: 2 } });
  await putBank(world, questions);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({ correct: { k: 1, n: 2 } });
  await answerOne(runId);
  await world.call('run.waitForRun', { runId });
  await expectSame(runId);
});

test('a run that is gone on with after a relabelling keeps its scores under the labels they stand on', async () => {
  const runId = await start();
  await answerOne(runId);
  await world.call('run.cancelRun', { runId });
  await world.call('run.waitForRun', { runId });
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    state: 'stopped',
    stateRemedy: 'resume',
  });
  await putBank(
    world,
    questions.map((one) => (one.id === 'lit' ? { ...one, answers: ['nobody'] } : one)),
  );
  waiting = [];
  await world.call('run.resumeRun', { runId });
  await answerOne(runId);
  await answerOne(runId);
  await world.call('run.waitForRun', { runId });
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    state: 'complete',
    correct: { k: 0, n: 3 },
  });
  await putBank(world, questions);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({ correct: { k: 1, n: 3 } });
  await expectSame(runId);
});

test('what the provider failed at can be asked again, and both read the file that was written anew', async () => {
  const runId = await start();
  await answerOne(runId, 400);
  await answerOne(runId);
  await answerOne(runId);
  await world.call('run.waitForRun', { runId });
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    ...{ state: 'partial', stateRemedy: 'retry', excluded: { provider: 1 } },
    stateReason: expect.not.stringContaining('assay '),
  });
  await expectSame(runId);
  await world.call('run.resumeRun', { runId, retryErrors: true });
  await answerOne(runId);
  await world.call('run.waitForRun', { runId });
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    state: 'complete',
    correct: { k: 1, n: 3 },
  });
  await expectSame(runId);
});

test('a question that left the bank and came back', async () => {
  const { runId } = await world.run('written');
  await putBank(world, questions.slice(1));
  expect(await world.call('run.getSummary', { runId })).toMatchObject({
    finished: 3,
    scoreable: 2,
    state: 'complete',
  });
  expect(await world.call('run.listFinished', { runId, since: 0 })).toMatchObject({ total: 2 });
  await expectSame(runId);
  await putBank(world, questions);
  expect(await world.call('run.getSummary', { runId })).toMatchObject({ finished: 3, scoreable: 3 });
});

test('items that were broken by hand are named, and read again when they are mended', async () => {
  const { runId } = await world.run('written');
  await world.call('run.listItems', { runId });
  const path = join(world.root, 'runs', runId, 'items.jsonl');
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.replace('{"questionId":"oil"', '{"questionId":7'));
  expect(await world.fail('run.listItems', { runId })).toMatchObject({
    code: 'stale',
    problems: [{ line: 2 }],
  });
  await writeFile(path, whole);
  expect(await world.call('run.listItems', { runId })).toMatchObject({ total: 3 });
});

test('a deleted run is gone for both', async () => {
  const { runId } = await world.run('written');
  await expectSame(runId);
  await world.call('run.deleteRun', { runId });
  expect(await world.fail('run.listItems', { runId })).toMatchObject({ code: 'not-found' });
  expect(await other.dispatch('run.listItems', { runId })).toMatchObject({ ok: false });
});
