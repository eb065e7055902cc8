// A run killed with SIGKILL goes on with --resume: finished questions are not asked again, and the totals are those of an unbroken run.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunSummary } from '../../src-main/contract/scores.ts';
import { createCliWorld, type CliWorld } from '../support/cli.ts';
import { startCountingServer, type CountingServer } from '../support/counting-server.ts';

const kills = process.env['ASSAY_SOAK'] === '1' ? 50 : 5;
const questions = 60;
let world: CliWorld;
let server: CountingServer;

beforeEach(async () => {
  world = await createCliWorld();
  // Every third question never gets a compliant reply, so that attempts are counted too; the rule has no memory, as kills would upset one.
  server = await startCountingServer({
    delayMs: 15,
    answer: (user) => {
      const number = Number(/item (\d+)\?/.exec(user)?.[1]);
      return number % 3 === 0 ? 'not json' : JSON.stringify({ answer: `colour ${number}`, passage: 1 });
    },
  });
});

afterEach(async () => {
  await server.close();
  await world.close();
});

async function makeWorkspace(): Promise<void> {
  await world.json(['init', 'ws']);
  const numbers = Array.from({ length: questions }, (_, index) => index + 1);
  await world.write(
    'notes.txt',
    numbers.map((number) => `The item ${number} has the colour ${number}.`).join('\n'),
  );
  await world.json(['add', 'ws', 'notes.txt']);
  const rows = numbers.map((number) =>
    JSON.stringify({
      id: `q${number}`,
      question: `Which colour has item ${number}?`,
      answers: [`colour ${number}`],
      evidenceQuote: `The item ${number} has the colour ${number}.`,
    }),
  );
  await world.write('bank.jsonl', `${rows.join('\n')}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
  await world.write('ws/configs/server.json', {
    schemaVersion: 1,
    id: 'server',
    chunker: { kind: 'sentence' },
    retrievers: [{ kind: 'tfidf' }],
    contract: { kind: 'json' },
    model: { provider: 'openai-compatible', baseUrl: server.baseUrl, model: 'counting', concurrency: 2 },
    attempts: 2,
  });
}

function comparable(summary: RunSummary) {
  const {
    found,
    grounded,
    correct,
    stages,
    details,
    calls,
    tokens,
    retrieval,
    state,
    questions: asked,
  } = summary;
  return { found, grounded, correct, stages, details, calls, tokens, retrieval, state, asked };
}

/** Starts the command and kills it once the server was asked `after` more times. */
async function killAfter(words: readonly string[], after: number): Promise<void> {
  const goal = server.asked.length + after;
  const child = world.start(...words);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  while (server.asked.length < goal && child.exitCode === null)
    await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await ended;
}

test('kill -9 during a run, resume, totals equal the unbroken run', { timeout: 600_000 }, async () => {
  await makeWorkspace();
  const unbroken = await world.json<RunSummary>(['run', 'ws', '--config', 'server']);
  const callsUnbroken = server.asked.length;
  await world.json(['runs', 'delete', 'ws', unbroken.runId]);
  server.asked.length = 0;
  let inFlight = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    const [runId] = await readdir(join(world.folder, 'ws/runs'));
    const words =
      runId === undefined ? ['run', 'ws', '--config', 'server'] : ['run', 'ws', '--resume', runId];
    await killAfter(words, 1 + ((kill * 7) % Math.max(2, Math.floor(90 / kills))));
    inFlight += 2;
  }
  const [runId = ''] = await readdir(join(world.folder, 'ws/runs'));
  const resumed = await world.json<RunSummary>(['run', 'ws', '--resume', runId]);
  expect(comparable(resumed)).toEqual(comparable(unbroken));
  // Only questions in flight at a kill (two at a time, two attempts each at most) may have been asked again.
  expect(server.asked.length).toBeGreaterThanOrEqual(callsUnbroken);
  expect(server.asked.length).toBeLessThanOrEqual(callsUnbroken + 2 * inFlight);
});

test('a resume is refused when the config changed, and says what changed', { timeout: 120_000 }, async () => {
  await makeWorkspace();
  await killAfter(['run', 'ws', '--config', 'server'], 10);
  const [runId = ''] = await readdir(join(world.folder, 'ws/runs'));
  const config = await world.json<{ file: { attempts: number } }>(['config', 'show', 'ws', 'server']);
  await world.write('ws/configs/server.json', { ...config.file, attempts: 3 });
  const refused = await world.run('run', 'ws', '--resume', runId);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('the config changed since it started');
});

test(
  'a failed provider leaves the run partial, and --retry-errors asks only the failed questions again',
  { timeout: 120_000 },
  async () => {
    await makeWorkspace();
    await server.close();
    let failing = true;
    server = await startCountingServer({
      answer: (user) =>
        failing && /item 1\d\?/.test(user) ? 500 : JSON.stringify({ answer: 'colour', passage: 1 }),
    });
    const config = await world.json<{ file: { model: object } }>(['config', 'show', 'ws', 'server']);
    await world.write('ws/configs/server.json', {
      ...config.file,
      model: { ...config.file.model, baseUrl: server.baseUrl },
      attempts: 1,
    });
    const partial = await world.json<RunSummary>(['run', 'ws', '--config', 'server'], 4);
    expect(partial).toMatchObject({
      state: 'partial',
      excluded: { provider: 10, label: 0, ingestion: 0 },
      scoreable: 50,
    });
    expect(partial.stateReason).toContain('10 of 60 questions have no score (10 server errors)');
    failing = false;
    server.asked.length = 0;
    const whole = await world.json<RunSummary>(['run', 'ws', '--resume', partial.runId, '--retry-errors']);
    expect(whole).toMatchObject({ state: 'complete', scoreable: 60 });
    expect(server.asked).toHaveLength(10);
  },
);
