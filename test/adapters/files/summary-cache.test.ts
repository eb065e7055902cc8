// Kept summaries of runs: given back whole, or made again.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { createCliWorld } from '../../support/cli.ts';
import { createSummaryCache } from '#adapters/files/summary-cache';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-summaries-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a damaged, foreign or missing file is no summary, and an unwritable folder is no failure', async () => {
  const cache = createSummaryCache(root);
  expect(await cache.load('sha256:aa')).toBeNull();
  await writeFile(join(root, '.assay'), 'a file where a folder must be');
  await cache.save('sha256:aa', {} as RunSummary);
  await rm(join(root, '.assay'));
  await cache.save('sha256:aa', {} as RunSummary);
  expect(await readdir(join(root, '.assay/summaries'))).toEqual(['aa.json']);
  expect(await cache.load('sha256:aa')).toBeNull();
  await writeFile(join(root, '.assay/summaries/aa.json'), '{');
  expect(await cache.load('sha256:aa')).toBeNull();
});

test(
  'a list of runs says the same from kept summaries, and another label or item makes a new one',
  { timeout: 120_000 },
  async () => {
    const world = await createCliWorld();
    try {
      await world.json(['init', 'ws']);
      await world.write('notes.txt', 'The red key opens the cellar.\nThe blue door leads out.\n');
      await world.json(['add', 'ws', 'notes.txt']);
      const row = {
        id: 'q1',
        question: 'What opens the cellar?',
        answers: ['red key'],
        evidenceQuote: 'red key',
      };
      const bank = (change: object) =>
        world.write('bank.jsonl', `${JSON.stringify({ ...row, ...change })}\n`);
      const load = () => world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
      await bank({});
      await load();
      const { file } = await world.json<{ file: object }>(['config', 'show', 'ws', 'tfidf']);
      await world.write('ws/configs/lines.json', { ...file, id: 'lines', chunker: { kind: 'sentence' } });
      const { runId } = await world.json<RunSummary>(['run', 'ws', '--config', 'lines']);
      const kept = () => readdir(join(world.folder, 'ws/.assay/summaries'));
      const show = () => world.json<RunSummary>(['runs', 'show', 'ws', runId]);
      const first = await show();
      expect(first.correct).toMatchObject({ k: 1, n: 1 });
      expect(await show()).toEqual(first);
      expect(await kept()).toHaveLength(1);
      await bank({ answers: ['brass key'] });
      await load();
      expect((await show()).correct).toMatchObject({ k: 0, n: 1 });
      expect(await kept()).toHaveLength(2);
      await bank({});
      await load();
      expect(await show()).toEqual(first);
      expect(await kept()).toHaveLength(2);
    } finally {
      await world.close();
    }
  },
);
