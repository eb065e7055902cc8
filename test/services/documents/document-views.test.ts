// One document taken apart: its chunks under a chunker or a config, and the labels that stand in it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Evidence } from '#contract/bank';
import { getChunks } from '#services/documents/document-chunks';
import { listLabels } from '#services/documents/document-labels';
import {
  config,
  documentRecord,
  put,
  question,
  removeFolder,
} from '../../adapters/files/support/temporary.ts';
import { createBankWorld, marker, putQuestions, type TestWorld } from '../bank/bank-world.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await createBankWorld();
});
afterEach(() => removeFolder(world.root));

test('chunks of the chunker that is given, or of the config, in the language of its analyzer', async () => {
  const { store } = world;
  const size = 20;
  const fixed = await getChunks(store, { id: 'a', chunker: { kind: 'fixed', size } });
  expect(fixed.chunks.map(({ id, start, end }) => [id, marker.slice(start, end)])).toEqual([
    ['a#1', 'The piano is played'],
    ['a#2', 'by Sofía. 🎹 Nobody'],
    ['a#3', 'else plays it.'],
  ]);
  const text = 'Habló D. Juan. Se fue.';
  await store.saveDocument(documentRecord('c', text), Buffer.from(text), text);
  const sentences = { ...config('sentences'), chunker: { kind: 'sentence' as const } };
  await store.saveConfig(sentences);
  await store.saveConfig({ ...sentences, id: 'spanish', analyzer: { language: 'es' } });
  const cut = async (input: object) =>
    (await getChunks(store, { id: 'c', ...input })).chunks.map(({ start, end }) => text.slice(start, end));
  const english = ['Habló D.', 'Juan.', 'Se fue.'];
  const spanish = ['Habló D. Juan.', 'Se fue.'];
  expect(await cut({ config: 'sentences' })).toEqual(english);
  expect(await cut({ config: 'spanish' })).toEqual(spanish);
  expect(await cut({ chunker: { kind: 'sentence' } })).toEqual(english);
  expect(await cut({ config: 'spanish', chunker: { kind: 'document' } })).toEqual([text]);
});

test.each<[string, object, string, RegExp]>([
  ['neither config nor chunker', {}, 'invalid-input', /which config or which chunker/],
  [
    'an overlap that is too large',
    { chunker: { kind: 'fixed', size: 5, overlap: 5 } },
    'invalid-input',
    /must be less than chunker.size/,
  ],
  ['a chunker that asks a model', { chunker: { kind: 'semantic' } }, 'invalid-input', /asks a model/],
  ['a config that is not there', { config: 'none' }, 'not-found', /no config "none"/],
  [
    'a document that is not there',
    { id: 'z', chunker: { kind: 'document' } },
    'not-found',
    /no document "z"/,
  ],
])('%s is refused', async (_what, input, code, message) => {
  await expect(getChunks(world.store, { id: 'a', ...input })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});

test('labels of a document, where each stands now and what is wrong with it', async () => {
  const start = marker.indexOf('Sofía');
  const evidence: Evidence[] = [
    { document: 'a', start, end: start + 5, quote: 'Sofía', group: 1 },
    { document: 'b', group: 1 },
    { document: 'a', quote: 'play', group: 2 },
    { document: 'a', group: 3 },
    { document: 'a', start: 0, end: 3, quote: 'xyz', group: 4 },
  ];
  await putQuestions(world.root, [
    { ...question('q1'), evidence },
    { ...question('q2'), evidence: [] },
  ]);
  const label = { question: 'q1', text: 'What is q1?' };
  const [first, second] = [marker.indexOf('play'), marker.lastIndexOf('play')];
  expect(await listLabels(world.store, 'a')).toEqual({
    labels: [
      { ...label, group: 1, start, end: start + 5, problem: null },
      { ...label, group: 2, start: first, end: first + 4, problem: null },
      { ...label, group: 2, start: second, end: second + 4, problem: null },
      { ...label, group: 3, start: null, end: null, problem: null },
      {
        ...label,
        group: 4,
        start: null,
        end: null,
        problem: "the evidence of group 4 in document 'a' does not resolve: the text at 0-3 is not its quote",
      },
    ],
  });
  await expect(listLabels(world.store, 'z')).rejects.toMatchObject({ code: 'not-found' });
  await put(world.root, 'bank/questions.jsonl', '');
  expect(await listLabels(world.store, 'a')).toEqual({ labels: [] });
});
