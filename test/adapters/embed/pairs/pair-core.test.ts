// A cross-encoder in this process, by transformers.js and the ONNX runtime: its scores against the naive twin.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadPairCore, type PairCore } from '#adapters/embed/pairs/pair-core';
import { createTempFolder } from '../temp-folder.ts';
import { naiveLogits, naivePair } from './naive-bert.ts';
import { tiny, vocabulary, writeTinyModel } from './tiny-cross-encoder.ts';

let temp: Awaited<ReturnType<typeof createTempFolder>>;
let one: PairCore;
let two: PairCore;
let batched: PairCore;

beforeAll(async () => {
  temp = await createTempFolder();
  const [first, second] = [
    await writeTinyModel(join(temp.path, 'one'), 1),
    await writeTinyModel(join(temp.path, 'two'), 2),
  ];
  one = await loadPairCore(first, 'fp32', { threads: 1 });
  two = await loadPairCore(second, 'fp32', { threads: 1 });
  batched = await loadPairCore(first, 'fp32', { threads: 1, batchSize: 4 });
});
afterAll(async () => {
  for (const core of [one, two, batched]) await core.close();
  await temp.remove();
});

function expectNear(scores: Float64Array, expected: readonly number[]): void {
  expect(scores).toHaveLength(expected.length);
  expected.forEach((score, index) => expect(Math.abs((scores[index] ?? NaN) - score)).toBeLessThan(1e-4));
}

const query = 'What opens the red door ?';
const texts = [
  'the brass key opens the cellar',
  'The red key opens the red door.',
  'unheard words are one token each',
  'dog',
  ' ',
  '',
];

describe('score', () => {
  it('gives the one number of a model with one label', async () => {
    const { scores, cut, limit } = await one.score(query, texts);
    expectNear(
      scores,
      texts.map((text) => naiveLogits(query, text, 1)[0] ?? NaN),
    );
    expect({ cut: [...cut], limit }).toEqual({ cut: [0, 0, 0, 0, 0, 0], limit: tiny.maxTokens });
    // The weights are random, and yet no two texts may come out alike: all that is read must count.
    expect(new Set([...scores.slice(0, 5)].map((score) => score.toFixed(3))).size).toBe(5);
  });

  it('gives the second number less the first of a model with two labels', async () => {
    const { scores } = await two.score(query, texts);
    expectNear(
      scores,
      texts.map((text) => {
        const [first = NaN, second = NaN] = naiveLogits(query, text, 2);
        return second - first;
      }),
    );
  });

  it('agrees with the twin on any words, in batches too, and cuts pairs that are too long', async () => {
    const text = fc
      .array(fc.constantFrom(...vocabulary.slice(4), 'else'), { maxLength: 30, size: 'max' })
      .map((words) => words.join(' '));
    let cuts = 0;
    await fc.assert(
      fc.asyncProperty(text, fc.array(text, { maxLength: 5 }), async (asked, given) => {
        const expected = given.map((each) => naiveLogits(asked, each, 1)[0] ?? NaN);
        const cut = given.map((each) => (naivePair(asked, each).cut ? 1 : 0));
        cuts += cut.filter(Boolean).length;
        for (const core of [one, batched]) {
          const found = await core.score(asked, given);
          expectNear(found.scores, expected);
          expect([...found.cut]).toEqual(cut);
        }
      }),
      { seed: 5, numRuns: 12 },
    );
    expect(cuts).toBeGreaterThan(5);
  });

  it('tells the query from the text', async () => {
    const [there, back] = [await one.score('red key', ['dog']), await one.score('dog', ['red key'])];
    expect(Math.abs((there.scores[0] ?? NaN) - (back.scores[0] ?? NaN))).toBeGreaterThan(1e-3);
  });

  it('scores nothing without texts', async () => {
    expect(await one.score(query, [])).toEqual({
      ...{ scores: new Float64Array(), cut: new Uint8Array(), limit: tiny.maxTokens },
    });
  });

  it('scores about the same with int8 weights, which are others', async () => {
    const int8 = await loadPairCore(join(temp.path, 'one'), 'int8', { threads: 1 });
    const { scores } = await int8.score(query, texts);
    await int8.close();
    texts.forEach((text, index) =>
      expect(Math.abs((scores[index] ?? NaN) - (naiveLogits(query, text, 1)[0] ?? NaN))).toBeLessThan(0.3),
    );
    expect([...scores]).not.toEqual([...(await one.score(query, texts)).scores]);
  });

  it('stops when it is cancelled', async () => {
    const work = one.score(query, texts, { signal: AbortSignal.abort() });
    await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('loadPairCore', () => {
  async function refusal(folder: string): Promise<unknown> {
    return loadPairCore(folder, 'fp32').then(
      () => 'loaded',
      (error: unknown) => error,
    );
  }

  it('refuses a model with three labels by what it gives', async () => {
    const folder = await writeTinyModel(join(temp.path, 'three'), 3);
    expect(await refusal(folder)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('gives 3 numbers for a pair (LABEL_0, LABEL_1, LABEL_2)') as string,
    });
  });

  it('refuses a model whose graph gives no logits, whatever its config.json says', async () => {
    const folder = await writeTinyModel(join(temp.path, 'encoder'), 0);
    const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as object;
    const claimed = { ...config, architectures: ['BertForSequenceClassification'] };
    await writeFile(join(folder, 'config.json'), JSON.stringify(claimed));
    expect(await refusal(folder)).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('has no output "logits"') as string,
    });
  });

  it('names the folder that cannot be loaded', async () => {
    expect(await refusal(join(temp.path, 'missing'))).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(join(temp.path, 'missing')) as string,
    });
  });
});
