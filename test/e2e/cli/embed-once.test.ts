// After a change of documents only new text is embedded, and the run records the table of vectors it ranked with.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { RunManifest } from '../../../src-main/contract/runs.ts';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeEach(async () => {
  world = await createCliWorld();
});
afterEach(() => world.close());

/** Size of the cache's list of texts: it grows by one entry of fixed size for each text embedded. */
async function cacheBytes(): Promise<number> {
  const folder = join(world.folder, 'ws/.assay/embeddings');
  const [model = ''] = await readdir(folder);
  return (await stat(join(folder, model, 'keys.bin'))).size;
}

async function vectorsOf(): Promise<number | undefined> {
  const { indexes } = await world.json<Output<'index.buildIndex'>>(['index', 'ws', '--config', 'embedding']);
  return indexes[0]?.vectors;
}

test('only new text is embedded after a change', { timeout: 180_000 }, async () => {
  await world.json(['init', 'ws']);
  for (const name of ['a', 'b', 'c', 'd'])
    await world.write(`notes/${name}.txt`, `The ${name} key opens door ${name}.\n`);
  await world.json(['add', 'ws', 'notes']);
  expect(await vectorsOf()).toBe(4);
  const four = await cacheBytes();
  await world.write('notes/b.txt', 'The brass key opens the cellar.\n');
  await world.write('notes/e.txt', 'The a key opens door a.\n');
  await world.json(['add', 'ws', 'notes']);
  expect(await vectorsOf()).toBe(5);
  // One changed text is new; the fifth document's text was embedded before.
  expect((await cacheBytes()) - four).toBe(four / 4);

  const row = {
    id: 'q1',
    question: 'What opens the cellar?',
    answers: ['brass key'],
    evidenceQuote: 'The brass key opens the cellar.',
  };
  await world.write('bank.jsonl', `${JSON.stringify(row)}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
  const { runId } = await world.json<RunSummary>(['run', 'ws', '--config', 'embedding']);
  const manifest = JSON.parse(
    await readFile(join(world.folder, 'ws/runs', runId, 'manifest.json'), 'utf8'),
  ) as RunManifest;
  expect(manifest.vectors).toMatchObject([
    { retriever: 'embedding', model: 'all-MiniLM-L6-v2', count: 5, dims: 384, cut: 0 },
  ]);
  expect(manifest.vectors?.[0]?.version).toBeGreaterThan(0);
});
