// assay explain: contributions that sum to the score, list shares, and the way of the gold to the end of the corpus.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '#contract/explanation';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
  await world.json(['init', 'ws', '--language', 'en']);
  const texts = [
    'The bridge over the river is old.',
    'A river runs to the sea.',
    'The sea is blue.',
    'Old songs.',
  ];
  for (const [index, text] of texts.entries())
    await world.json(['add', 'ws', await world.write(`text-${index + 1}.txt`, text)]);
  await world.write('ws/configs/two.json', {
    schemaVersion: 1,
    id: 'two',
    chunker: { kind: 'document' },
    retrievers: [
      { kind: 'tfidf', weight: 2 },
      { kind: 'bm25', weight: 1 },
    ],
    rerank: [{ kind: 'char-ngram' }],
    contract: { kind: 'free' },
    model: { provider: 'extractive' },
  });
  const row = { id: 'q1', question: 'old river', evidenceQuote: 'A river runs to the sea.' };
  await world.json(['import', 'ws', await world.write('q.jsonl', JSON.stringify(row)), '--format', 'jsonl']);
});
afterAll(() => world.close());

const explain = (...words: string[]) =>
  world.json<Explanation>(['explain', 'ws', '--config', 'two', ...words]);

test('the terms of a retriever add up to its score, and the shares of the lists to the fused one', async () => {
  const { hits } = await explain('old river', '-k', '3');
  expect(hits.map(({ chunkId }) => chunkId)[0]).toBe('text-1#1');
  for (const { lists, terms, fusedScore } of hits) {
    expect(lists.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(fusedScore, 12);
    for (const { retriever, terms: shares } of terms) {
      const list = lists.find((each) => each.retriever === retriever);
      const sum = shares.reduce((total, { contribution }) => total + contribution, 0);
      expect(sum).toBeCloseTo(list?.score ?? 0, 6);
    }
  }
  const [first] = hits;
  // 2/(60+1) + 1/(60+1)
  expect(first?.fusedScore).toBeCloseTo(3 / 61, 12);
});

test('the gold of a question is traced through every step', async () => {
  const { gold, notIndexed } = await explain('--question', 'q1');
  expect(notIndexed).toEqual([]);
  expect(gold).toMatchObject([
    {
      group: 1,
      chunkId: 'text-2#1',
      legs: [{ retriever: 'tfidf' }, { retriever: 'bm25' }],
      reranks: [{ kind: 'char-ngram' }],
      selected: true,
    },
  ]);
});

test('a chunk that no list holds is explained by what it lacks', async () => {
  const { hits } = await explain('old river', '--chunk', 'text-3#1');
  expect(hits).toMatchObject([
    {
      chunkId: 'text-3#1',
      position: null,
      score: null,
      terms: [{ terms: [], missing: ['river', 'old'] }, {}],
    },
  ]);
});

test.each([
  [['--config', 'two'], 'Give a query, or --question ID.'],
  [['--config', 'two', '--question', 'q9'], 'There is no question "q9" in the bank.'],
  [['--config', 'two', 'x', '--chunk', 'text-9#1'], 'There is no chunk "text-9#1" under this config.'],
])('%j is refused in words', async (words, message) => {
  const { code, stderr } = await world.run('explain', 'ws', ...words);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
