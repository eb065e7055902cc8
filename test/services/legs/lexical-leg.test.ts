// The legs of TF-IDF and BM25 over one small corpus of two languages: lists, and why one is empty.
import { describe, expect, it } from 'vitest';
import type { AnalyzerFile } from '#contract/config/analyzer';
import type { RetrieverFile } from '#contract/config/retriever';
import { loadLanguageWords } from '#adapters/text/word-lists';
import { completeRetriever } from '#domain/config/complete-retriever';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { analysisLanguage, listAnalysisLanguages } from '#domain/text/corpus-languages';
import { analyzerKey, type OpenIndexes } from '#services/index-service';
import { openLexicalLeg, weighOnceBm25, weighOnceTfidf } from '#services/legs/lexical-leg';
import { openAnalyzers, openQuestionAnalyzer } from '#services/legs/open-analyzers';

const documents = [
  { language: 'en', text: 'The committee investigated every bridge' },
  { language: 'es', text: 'El comité investigó todos los puentes' },
  { language: 'en', text: 'Investigations of bridges take months' },
  { language: null, text: 'bridges 2024' },
];

async function openLeg(file: RetrieverFile, analyzerFile: AnalyzerFile = {}) {
  const retriever = completeRetriever(file, analyzerFile);
  if (retriever.kind !== 'tfidf' && retriever.kind !== 'bm25') throw new Error('not a lexical retriever');
  const { analyzer } = retriever;
  const languages = listAnalysisLanguages(analyzer, documents, null);
  const analyzers = await openAnalyzers(analyzer, languages, loadLanguageWords);
  let at = 0;
  const builder = createLexicalIndexBuilder((text) => {
    const language = analysisLanguage(analyzer, documents[at]?.language ?? null, null);
    at += 1;
    return analyzers.get(language)?.(text) ?? [];
  });
  for (const { text } of documents) builder.add(text);
  const entry = {
    fingerprint: 'test',
    chunks: [],
    lexical: builder.finish(),
    analyze: await openQuestionAnalyzer(analyzer, languages, loadLanguageWords),
    languages,
    warnings: [],
    built: true,
    elapsedMs: 0,
  };
  const indexes: OpenIndexes = {
    chunks: [],
    lexical: new Map([[analyzerKey(analyzer), entry]]),
    vectors: new Map(),
    lsa: new Map(),
    chunkWarnings: [],
  };
  const leg = openLexicalLeg(retriever, { indexes, allowed: null, deep: false });
  return (text: string) => leg.rank({ id: null, text }, new AbortController().signal);
}

async function chunksOf(query: string, file: RetrieverFile, analyzer?: AnalyzerFile): Promise<number[]> {
  const { hits } = await (await openLeg(file, analyzer))(query);
  return hits.map(({ chunk }) => chunk);
}

describe('openLexicalLeg', () => {
  it('finds words as they stand without a stemmer', async () => {
    expect(await chunksOf('bridges', { kind: 'bm25' })).toEqual([3, 2]);
    expect(await chunksOf('bridges', { kind: 'tfidf' })).toEqual([3, 2]);
  });

  it('meets the documents of each language under its own stems', async () => {
    const stemmed: AnalyzerFile = { stem: true, stopWords: true };
    expect(await chunksOf('bridge', { kind: 'bm25' }, stemmed)).toEqual([0, 2]);
    expect(await chunksOf('puente', { kind: 'bm25' }, stemmed)).toEqual([1]);
    // Its small words tell a question's language: under Spanish stems 'the' would count as a rare word.
    expect(await chunksOf('the bridge', { kind: 'bm25' }, stemmed)).toEqual([0, 2]);
    expect(await chunksOf('¿el puente?', { kind: 'bm25' }, { stem: true })).toEqual([1]);
    expect((await chunksOf('puente, bridges', { kind: 'tfidf' }, stemmed)).sort()).toEqual([0, 1, 2, 3]);
  });

  it.each<[string, string, RetrieverFile, AnalyzerFile]>([
    [
      'zebra xylophone',
      'bm25: no term of the query stands in the index ("zebra", "xylophone").',
      { kind: 'bm25' },
      {},
    ],
    [
      'the of',
      'words: the query has no terms: it is made of punctuation, stop words or words below minLength.',
      { kind: 'bm25', id: 'words' },
      { language: 'en', stopWords: true },
    ],
    [
      'bridges',
      // k1 = 0 leaves the idf alone: ln(1 + (4 - 2 + 0.5) / (2 + 0.5))
      `bm25: the best score, ${Math.log(1 + 2.5 / 2.5).toFixed(4)}, is not above this retriever's minScore, 100.`,
      { kind: 'bm25', minScore: 100, k1: 0 },
      {},
    ],
    [
      'e',
      'tfidf: every term of the query that the index knows stands in all chunks, where a term has no weight (" ", "e"); "idf": "smooth" gives it some.',
      { kind: 'tfidf' },
      { charNgrams: [1, 1] },
    ],
  ])('says why %j finds nothing', async (query, warning, file, analyzer) => {
    const { hits, warnings } = await (await openLeg(file, analyzer))(query);
    expect({ hits, warnings }).toEqual({ hits: [], warnings: [warning] });
  });
});

describe('weighing', () => {
  it('is done once for an index and its settings', () => {
    const builder = createLexicalIndexBuilder((text) => text.split(' '));
    builder.add('a b');
    const index = builder.finish();
    const model = weighOnceBm25(index, { k1: 1.2, b: 0.75 });
    expect(weighOnceBm25(index, { k1: 1.2, b: 0.75 })).toBe(model);
    expect(weighOnceBm25(index, { k1: 1.2, b: 0 })).not.toBe(model);
    const tfidf = weighOnceTfidf(index, { tf: 'raw', idf: 'plain' });
    expect(weighOnceTfidf(index, { tf: 'raw', idf: 'plain' })).toBe(tfidf);
    expect(weighOnceTfidf(index, { tf: 'raw', idf: 'smooth' })).not.toBe(tfidf);
  });
});
