// Trying a model as what it is: the built embedding model by cosines, a cross-encoder by the scores of two pairs.
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMiniLm } from '#adapters/embed/build-minilm';
import { loadEmbedCore } from '#adapters/embed/embed-core';
import { testModel, type ModelCalls } from '#adapters/embed/kinds/test-model';
import { createModelStore } from '#adapters/embed/model-store';
import { loadPairCore } from '#adapters/embed/pairs/pair-core';
import { naiveLogits } from '../pairs/naive-bert.ts';
import { writeTinyModel } from '../pairs/tiny-cross-encoder.ts';
import { createTempFolder } from '../temp-folder.ts';

let temp: Awaited<ReturnType<typeof createTempFolder>>;
beforeAll(async () => {
  temp = await createTempFolder();
});
afterAll(() => temp.remove());

const calls: ModelCalls = {
  async embed({ folder }, variant, texts) {
    const core = await loadEmbedCore(folder, variant);
    return core.embed(texts).finally(() => core.close());
  },
  async score({ folder }, variant, query, texts) {
    const core = await loadPairCore(folder, variant);
    return core.score(query, texts).finally(() => core.close());
  },
};

it('embeds two related texts and one that is not', async () => {
  const store = createModelStore({ dataFolder: temp.path, build: buildMiniLm });
  const result = await testModel(await store.resolveModel('all-MiniLM-L6-v2'), calls);
  expect(result).toMatchObject({ name: 'all-MiniLM-L6-v2', kind: 'embedding', variant: 'fp32', dims: 384 });
  expect(result.related).toBeGreaterThan(result.unrelated + 0.3);
  expect(result.elapsedMs).toBeGreaterThan(0);
});

it('scores a question with a text that answers it, and with one that does not', async () => {
  const store = createModelStore({ dataFolder: temp.path });
  const added = await store.addModelFolder(await writeTinyModel(join(temp.path, 'exports/pairs'), 1));
  const question = 'How long do I have to return a purchase?';
  const score = (text: string) => naiveLogits(question, text, 1)[0] ?? NaN;
  expect(await testModel(added, calls)).toEqual({
    ...{ name: 'pairs', kind: 'cross-encoder', variant: 'fp32', dims: null },
    elapsedMs: expect.any(Number) as number,
    related: expect.closeTo(score('Items can be sent back within thirty days of buying them.'), 4) as number,
    unrelated: expect.closeTo(score('The volcano erupted twice in the last century.'), 4) as number,
  });
});
