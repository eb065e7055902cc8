// The whole hybrid path, in every process of it, opens no socket and looks no name up.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCliWorld, type CliWorld } from '../support/cli.ts';
import { startCountingServer } from '../support/counting-server.ts';

const watchModule = pathToFileURL(join(import.meta.dirname, '../support/socket-watch.mjs')).href;
let world: CliWorld;
let log: string;

beforeEach(async () => {
  world = await createCliWorld();
  log = join(world.folder, 'sockets.log');
  world.environment['NODE_OPTIONS'] = `--import=${watchModule}?log=${log}`;
});

afterEach(() => world.close());

async function makeWorkspace(): Promise<void> {
  await world.json(['init', 'ws']);
  await world.write(
    'notes.md',
    '# Keys\n\nThe red key opens the cellar.\n\n# Doors\n\nThe blue door leads to the garden.\n',
  );
  await world.json(['add', 'ws', 'notes.md']);
  const row = {
    id: 'q1',
    question: 'What opens the cellar?',
    answers: ['red key'],
    evidenceQuote: 'The red key opens the cellar.',
  };
  await world.write('bank.jsonl', `${JSON.stringify(row)}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
}

async function readLog(): Promise<{
  readonly started: readonly string[];
  readonly attempts: readonly string[];
}> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  return {
    started: [
      ...new Set(
        lines.filter((line) => line.startsWith('started ')).map((line) => line.slice('started '.length)),
      ),
    ].sort(),
    attempts: lines.filter((line) => !line.startsWith('started ')),
  };
}

test(
  'building the model, indexing, embedding, searching and running touch no network',
  { timeout: 180_000 },
  async () => {
    await makeWorkspace();
    await world.json(['run', 'ws', '--config', 'hybrid,embedding,tfidf']);
    await world.json(['search', 'ws', '--config', 'hybrid', 'cellar']);
    expect(await readLog()).toEqual({
      started: ['cli.js', 'embed-child.js', 'extract-child.js', 'index-child.js', 'vector-child.js'],
      attempts: [],
    });
  },
);

test(
  'the watch sees a call that is allowed, so that its silence means something',
  { timeout: 120_000 },
  async () => {
    await makeWorkspace();
    const server = await startCountingServer({
      answer: () => JSON.stringify({ answer: 'red key', passage: 1 }),
    });
    const { file } = await world.json<{ file: object }>(['config', 'show', 'ws', 'tfidf']);
    const model = { provider: 'openai-compatible', baseUrl: server.baseUrl, model: 'counting' };
    await world.write('ws/configs/server.json', { ...file, id: 'server', model });
    await world.json(['run', 'ws', '--config', 'server']);
    await server.close();
    expect((await readLog()).attempts.filter((line) => line.startsWith('connect '))).toHaveLength(
      server.asked.length,
    );
  },
);
