// Sides of the lexical bench: building, opening and querying saved indexes of synthetic documents.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Analyzer } from '#contract/config/analyzer';
import { createIndexStore, saveIndex } from '#adapters/files/index-store';
import { rankBm25, weighBm25 } from '#domain/retrieval/bm25';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import { rankTfidf, weighTfidf } from '#domain/retrieval/tfidf';
import { createAnalyzer } from '#domain/text/tokenize';
import { ratePerSecond, type OpenSide, type Parameters, type Side } from '../row.ts';
import { zipfDocuments, zipfQueries } from '../synthetic.ts';

const candidates = 10;
const fingerprint = 'bench';
const analyzer: Analyzer = {
  language: 'auto',
  minLength: 1,
  foldAccents: false,
  stem: false,
  stopWords: false,
  ngrams: [1, 1],
  charNgrams: null,
};

function documentsOf({ count }: Parameters): string[] {
  return zipfDocuments(Number(count), 5);
}

function jsonPath({ folder }: Parameters): string {
  return join(String(folder), 'minisearch.json');
}

const nothing: Side = { round: () => Promise.resolve({}) };

const buildAssay: OpenSide = async (parameters) => {
  const documents = documentsOf(parameters);
  const builder = createLexicalIndexBuilder(createAnalyzer(analyzer, null));
  for (const text of documents) builder.add(text);
  const chunks = documents.map((text, index) => ({
    id: `d${index}#1`,
    index,
    documentId: `d${index}`,
    start: 0,
    end: text.length,
  }));
  await saveIndex(String(parameters.folder), fingerprint, { chunks, lexical: builder.finish() });
  return nothing;
};

const buildMiniSearch: OpenSide = async (parameters) => {
  const { default: MiniSearch } = await import('minisearch');
  const index = new MiniSearch({ fields: ['text'] });
  index.addAll(documentsOf(parameters).map((text, id) => ({ id, text })));
  await writeFile(jsonPath(parameters), JSON.stringify(index));
  return nothing;
};

async function loadLexical({ folder }: Parameters): Promise<LexicalIndex> {
  const found = await createIndexStore(String(folder)).load(fingerprint);
  if (!found) throw new Error('the index was not saved');
  return found.lexical;
}

async function loadMiniSearch(parameters: Parameters) {
  const { default: MiniSearch } = await import('minisearch');
  return MiniSearch.loadJSON(await readFile(jsonPath(parameters), 'utf8'), { fields: ['text'] });
}

function queriesSide(parameters: Parameters, search: (query: string) => unknown): Side {
  const queries = zipfQueries(documentsOf(parameters), 200, 6);
  for (const query of queries.slice(0, 3)) search(query);
  return {
    round: async () => ({ queries: await ratePerSecond((turn) => search(queries[turn % 200] ?? '')) }),
  };
}

const tfidf: OpenSide = async (parameters) => {
  const model = weighTfidf(await loadLexical(parameters), { tf: 'raw', idf: 'plain' });
  const analyze = createAnalyzer(analyzer, null);
  return queriesSide(parameters, (query) => rankTfidf(model, analyze(query), { candidates, minScore: null }));
};

const bm25: OpenSide = async (parameters) => {
  const model = weighBm25(await loadLexical(parameters), { k1: 1.2, b: 0.75 });
  const analyze = createAnalyzer(analyzer, null);
  return queriesSide(parameters, (query) => rankBm25(model, analyze(query), { candidates, minScore: null }));
};

/** Its documented defaults: any term may match, its own BM25+, every match listed. */
const minisearch: OpenSide = async (parameters) => {
  const index = await loadMiniSearch(parameters);
  return queriesSide(parameters, (query) => index.search(query).slice(0, candidates));
};

/** From the files on the disk to an index that could answer, weights included. */
const openAssay: OpenSide = (parameters) =>
  Promise.resolve({
    async round() {
      const start = performance.now();
      const index = await loadLexical(parameters);
      const loadedMs = performance.now() - start;
      weighTfidf(index, { tf: 'raw', idf: 'plain' });
      return { load: loadedMs, open: performance.now() - start };
    },
  });

const openMiniSearch: OpenSide = async (parameters) => {
  await import('minisearch');
  return {
    async round() {
      const start = performance.now();
      await loadMiniSearch(parameters);
      return { open: performance.now() - start };
    },
  };
};

export const sides = { buildAssay, buildMiniSearch, tfidf, bm25, minisearch, openAssay, openMiniSearch };
