// What a run would cost: from the documents before it ran, from its own figures afterwards; nothing is built meanwhile.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleIndexChild, config, openRunWorld, type RunTestWorld } from '../support/run-world.ts';

let child: Awaited<ReturnType<typeof bundleIndexChild>>;
let world: RunTestWorld;
beforeAll(async () => {
  child = await bundleIndexChild();
  world = await openRunWorld(child.path);
  const put = (id: string, change: object) =>
    world.put(`configs/${id}.json`, JSON.stringify({ ...config, id, ...change }));
  await put('embedded', { retrievers: [{ kind: 'tfidf' }, { kind: 'embedding' }] });
  await put('far', {
    model: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
    attempts: 3,
  });
  await put('clash', { retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf' }] });
});
afterAll(async () => {
  await world.close();
  await child.remove();
});

const estimate = async (input: object) =>
  (await world.call('config.estimateRun', { configs: ['written'], ...input })).estimates;

test('before anything is built: the chunks are counted, and nothing is written', async () => {
  const [before] = await estimate({ ks: [1] });
  expect(before).toMatchObject({
    ...{ config: 'written', k: 1, questions: 3, chunks: 7, chunksToEmbed: 0, indexCurrent: false },
    ...{ calls: { low: 3, high: 3 }, seconds: null, problem: null },
  });
  const { low = 0, high = 0 } = before?.promptTokens ?? {};
  expect(low).toBeGreaterThan(0);
  expect(high).toBeGreaterThanOrEqual(low);
  expect(before?.says).toEqual([
    'The index is built first: 7 chunks.',
    'Answers: 3 written replies, up to 1 for a question. No language model is asked.',
    expect.stringContaining('this config has not run yet'),
    'Time: not known, for no complete run has asked this model yet.',
  ]);
  expect(existsSync(join(world.root, '.assay/lexical'))).toBe(false);
});

test('more passages cost more tokens, and never more than the window holds', async () => {
  const [one, three, all] = await estimate({ ks: [1, 3, 100_000] });
  expect(three?.promptTokens?.low).toBeGreaterThan(one?.promptTokens?.low ?? 0);
  expect(all?.promptTokens?.high).toBe(3 * 4000);
});

test('after a run its own figures are taken', async () => {
  const summary = await world.run('written');
  const [after, otherK] = await estimate({ ks: [2, 1] });
  expect(after).toMatchObject({
    indexCurrent: true,
    promptTokens: { low: summary.tokens.prompt, high: summary.tokens.prompt },
    seconds: { low: expect.any(Number), high: expect.any(Number) },
  });
  expect(after?.says).toEqual(
    expect.arrayContaining([
      'The index is current: 7 chunks, nothing to build.',
      expect.stringContaining(`in run ${summary.runId} of this config`),
    ]),
  );
  // Another k has other prompts; the model is the same.
  expect(otherK?.says).toEqual(
    expect.arrayContaining([
      expect.stringContaining('has not run yet'),
      expect.stringContaining('of config written, which asks the same model'),
    ]),
  );
});

test('an embedding model that was never made is not made to find out', async () => {
  const [one] = await estimate({ configs: ['embedded'] });
  expect(one).toMatchObject({ chunks: 7, indexCurrent: false, problem: null });
  // One sentence of the document stands there four times.
  expect(one?.chunksToEmbed).toBe(4);
  expect(one?.says.join(' ')).toContain('is not ready');
  expect(existsSync(join(world.home, 'models'))).toBe(false);
});

test('what would refuse the run is said beside the figures', async () => {
  const [far, clash, none] = await estimate({ configs: ['far', 'clash', 'none'] });
  expect(far).toMatchObject({ calls: { low: 3, high: 9 }, problem: expect.stringContaining('not trusted') });
  expect(clash).toMatchObject({ chunks: null, problem: expect.stringContaining('two retrievers') });
  expect(none).toMatchObject({ chunks: null, problem: expect.stringContaining('no config "none"') });
});

test('a tag that no question carries', async () => {
  expect(await world.fail('config.estimateRun', { configs: ['written'], tags: ['none'] })).toMatchObject({
    code: 'not-found',
  });
});
