// A cross-encoder through the command line: added, listed, tried, reranking a search and a run, and refused by what it is.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Output } from '../../../src-main/contract/api.ts';
import type { Item } from '../../../src-main/contract/items.ts';
import type { ModelRow, ModelTestResult } from '../../../src-main/contract/models.ts';
import type { RunManifest } from '../../../src-main/contract/runs.ts';
import type { RunSummary } from '../../../src-main/contract/scores.ts';
import { naiveLogits } from '../../adapters/embed/pairs/naive-bert.ts';
import { writeTinyModel } from '../../adapters/embed/pairs/tiny-cross-encoder.ts';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

const question = 'What opens the red door?';
const documents: Readonly<Record<string, string>> = {
  blue: 'The blue key opens the door.',
  cellar: 'The brass key opens the cellar.',
  dog: 'The lazy dog is in the cellar.',
  fox: 'The red fox jumps over the dog.',
  red: 'The red key opens the red door.',
  // Longer, with the question, than the model's 25 tokens.
  whole: `What is in the red cellar ${'and the blue door '.repeat(6)}?`,
};
const config = (id: string, change: object) => ({
  ...{ schemaVersion: 1, id, chunker: { kind: 'document' }, retrievers: [{ kind: 'tfidf' }] },
  ...{ select: { k: 2 }, contract: { kind: 'json' }, model: { provider: 'extractive' } },
  ...change,
});
const rerank = (model: string, more: object = {}) => ({
  rerank: [{ kind: 'cross-encoder', model, ...more }],
});

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws']);
  for (const [id, text] of Object.entries(documents)) await world.write(`files/${id}.txt`, text);
  await world.json(['add', 'ws', 'files']);
  const row = { id: 'q1', question, answers: ['red key'], evidenceQuote: 'The red key opens the red door.' };
  await world.write('bank.jsonl', `${JSON.stringify(row)}\n`);
  await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl']);
  await writeTinyModel(join(world.folder, 'pairs'), 1);
  await writeTinyModel(join(world.folder, 'encoder'), 0);
  await world.json(['models', 'add', 'pairs']);
  await world.json(['models', 'add', 'encoder']);
  const configs = [
    config('plain', {}),
    config('cross', rerank('pairs')),
    config('head', rerank('pairs', { candidates: 2, quantized: true })),
    config('wrong', rerank('encoder')),
    config('made', rerank('all-MiniLM-L6-v2')),
    config('missing', rerank('nowhere')),
    config('reverse', { retrievers: [{ kind: 'embedding', model: 'pairs' }] }),
  ];
  for (const each of configs) await world.write(`ws/configs/${each.id}.json`, each);
}, 120_000);
afterAll(() => world.close());

const scoreOf = (id: string) => naiveLogits(question, documents[id] ?? '', 1)[0] ?? NaN;

test('models list and models test say what it is', async () => {
  const { models } = await world.json<{ models: ModelRow[] }>(['models', 'list']);
  expect(models.map(({ name, kind, state }) => [name, kind, state])).toEqual([
    ['all-MiniLM-L6-v2', 'embedding', 'buildable'],
    ['encoder', 'embedding', 'ready'],
    ['pairs', 'cross-encoder', 'ready'],
  ]);
  const tried = await world.json<ModelTestResult>(['models', 'test', 'pairs']);
  expect(tried).toMatchObject({ name: 'pairs', kind: 'cross-encoder', variant: 'fp32', dims: null });
  const told = await world.run('models', 'test', 'pairs');
  expect(told.stdout).toContain(`with a text that answers it ${tried.related.toFixed(4)}, with one about`);
});

describe('a run', () => {
  let runId = '';
  const read = async (name: string) => readFile(join(world.folder, 'ws/runs', runId, name), 'utf8');

  test('orders what was retrieved by the scores of the pairs, and keeps them, without a network', async () => {
    ({ runId } = await world.jsonOffline<RunSummary>(['run', 'ws', '--config', 'cross']));
    const item = JSON.parse(await read('items.jsonl')) as Item;
    const { retrieval } = item;
    const found = retrieval.fused?.map(({ chunkId }) => chunkId.split('#')[0] ?? '') ?? [];
    expect(found.length).toBeGreaterThan(3);
    const expected = [...found].sort((left, right) => scoreOf(right) - scoreOf(left));
    const hits = retrieval.reranks?.map(({ hits: list }) =>
      list.map(({ chunkId, score }) => [chunkId.split('#')[0], score]),
    );
    expect(retrieval.reranks?.map(({ kind }) => kind)).toEqual(['cross-encoder']);
    expect(hits).toEqual([expected.map((id) => [id, expect.closeTo(scoreOf(id), 4)])]);
    expect(retrieval.ranked.map(({ chunkId }) => chunkId.split('#')[0])).toEqual(expected);
    expect(expected).not.toEqual(found);
    expect(retrieval.warnings).toEqual([
      `rerank 1 (cross-encoder): 1 of ${found.length} pairs were longer than the 25 tokens that pairs takes, and lost an end.`,
    ]);
  });

  test('freezes the model, and is not resumed with another of its name', async () => {
    const manifest = JSON.parse(await read('manifest.json')) as RunManifest;
    expect(manifest.versions.models).toMatchObject({
      pairs: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
    });
    await world.write(`ws/runs/${runId}/manifest.json`, { ...manifest, state: 'stopped' });
    await world.write(`ws/runs/${runId}/items.jsonl`, '');
    const store = join(world.folder, 'home', 'models', 'pairs');
    await rm(store, { recursive: true });
    await writeTinyModel(join(world.folder, 'other'), 1, 2);
    await world.json(['models', 'add', 'other', '--name', 'pairs']);
    const refused = await world.run('run', 'ws', '--resume', runId);
    expect({ code: refused.code, says: refused.stderr }).toEqual({
      code: 2,
      says: expect.stringContaining('the model or its scripted replies changed') as string,
    });
    await rm(store, { recursive: true });
    await world.json(['models', 'add', 'pairs']);
    const resumed = await world.json<RunSummary>(['run', 'ws', '--resume', runId]);
    expect(resumed).toMatchObject({ runId, state: 'complete' });
  });
});

test('a search scores as many candidates as are asked for, and leaves the rest below', async () => {
  async function search(id: string): Promise<Output<'retrieval.searchChunks'>['hits']> {
    const words = ['search', 'ws', '--config', id, '-k', 'all', question];
    return (await world.json<Output<'retrieval.searchChunks'>>(words)).hits;
  }
  const [plain, head] = [await search('plain'), await search('head')];
  const ids = (hits: readonly { readonly documentId: string }[]) => hits.map(({ documentId }) => documentId);
  expect(plain.length).toBeGreaterThan(3);
  expect(ids(head.slice(2))).toEqual(ids(plain.slice(2)));
  expect(ids(head.slice(0, 2)).sort()).toEqual(ids(plain.slice(0, 2)).sort());
  const [first, second] = head;
  expect(first?.score).toBeGreaterThan(second?.score ?? NaN);
  // int8 weights come near the twin's doubles, no nearer.
  for (const { documentId, score } of head.slice(0, 2))
    expect(Math.abs(score - scoreOf(documentId))).toBeLessThan(0.3);
});

test.each([
  ['run', 'wrong', 2, 'The model encoder is an embedding model: it scores no pairs'],
  ['search', 'made', 2, 'The model all-MiniLM-L6-v2 is an embedding model: it scores no pairs'],
  ['run', 'missing', 4, 'The model nowhere is not on this machine'],
  ['search', 'reverse', 2, 'The model pairs is a cross-encoder: it scores pairs of a query and a text'],
])('%s with the config "%s" is refused with exit %i', async (command, id, code, message) => {
  const words = [command, 'ws', '--config', id, ...(command === 'search' ? [question] : [])];
  const refused = await world.run(...words);
  expect({ code: refused.code, says: refused.stderr }).toEqual({
    code,
    says: expect.stringContaining(message) as string,
  });
});
