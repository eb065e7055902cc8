// What retrievers make of a text, and searches that find nothing, by the built command line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Output } from '#contract/api';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;

beforeAll(async () => {
  world = await createCliWorld();
  await world.run('init', 'ws');
  const spanish =
    'El comité investigó los puentes de la ciudad durante tres meses y publicó su informe en marzo.\n';
  const english =
    'The committee investigated the bridges of the city for three months and reported in March.\n';
  await world.write('es.txt', spanish);
  await world.write('en.txt', english);
  await world.run('add', 'ws', 'es.txt', 'en.txt');
});
afterAll(() => world.close());

describe('bm25 as init writes it', () => {
  it('searches each language under its own stems', async () => {
    const search = (query: string) =>
      world.json<Output<'retrieval.searchChunks'>>(['search', 'ws', '--config', 'bm25', query]);
    expect((await search('Who investigates the bridge?')).hits[0]?.documentId).toBe('en');
    expect((await search('¿Qué puente investigaban?')).hits[0]?.documentId).toBe('es');
  });

  it('says why it finds nothing, in the terms of the language the question is in, on stderr and in the document', async () => {
    const found = await world.json<Output<'retrieval.searchChunks'>>([
      'search',
      'ws',
      '--config',
      'bm25',
      'which zebra',
    ]);
    expect(found).toEqual({
      hits: [],
      warnings: ['bm25: no term of the query stands in the index ("zebra").'],
    });
    const { code, stderr } = await world.run('search', 'ws', '--config', 'bm25', 'which zebra');
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: 'warning: bm25: no term of the query stands in the index ("zebra").\n',
    });
  });

  it('refuses a language without a stemmer, naming those there are', async () => {
    await world.write('ws/configs/japanese.json', {
      schemaVersion: 1,
      id: 'japanese',
      chunker: { kind: 'document' },
      analyzer: { language: 'ja', stem: true },
      retrievers: [{ kind: 'bm25' }],
      contract: { kind: 'json' },
      model: { provider: 'extractive' },
    });
    const { code, stderr } = await world.run('search', 'ws', '--config', 'japanese', 'zebra');
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/there is no stemmer for "ja".*one of ar, bg, .*, uk/) as string,
    });
  });
});

describe('tokens', () => {
  it('shows terms with their rarity', async () => {
    const preview = await world.json<Output<'retrieval.previewTokens'>>([
      ...['tokens', 'ws', '--config', 'bm25', '¿Qué puente, zebra?'],
    ]);
    // N = 2, df = 1
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    expect(preview).toEqual({
      config: 'bm25',
      text: '¿Qué puente, zebra?',
      retrievers: [
        {
          kind: 'terms',
          retriever: 'bm25',
          warnings: [],
          languages: ['es', 'en'],
          chunks: 2,
          terms: [
            { term: 'puent', inIndex: true, df: 1, idf },
            { term: 'zebr', inIndex: false, df: 0, idf: null },
          ],
        },
      ],
    });
  });

  it('shows the pieces of a model, and warns where it spells words out', async () => {
    const { retrievers } = await world.json<Output<'retrieval.previewTokens'>>([
      ...['tokens', 'ws', '--config', 'embedding', 'вагонов нет'],
    ]);
    expect(retrievers).toEqual([
      expect.objectContaining({
        kind: 'subwords',
        model: 'all-MiniLM-L6-v2',
        words: 2,
        leftOut: 0,
        limit: 256,
        warnings: [expect.stringContaining('does not know this language: it spells the words out')],
      }),
    ]);
  });
});
