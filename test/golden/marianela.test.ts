// The lesson's retrieval facts: three chapters of Marianela by sentences, plain TF-IDF.
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import type { Chunker } from '#contract/config/chunker';
import type { CorpusDocument } from '#contract/documents';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { rankTfidf, weighTfidf } from '#domain/retrieval/tfidf';
import { chunkCorpus } from '#domain/text/chunk-corpus';
import { createAnalyzer } from '#domain/text/tokenize';
import { hasSharedData, readSharedText } from './shared-data.ts';

const path = 'data/marianela/capitulos-01-03.txt';

const chunker: Chunker = {
  kind: 'sentence',
  boundary: '.?!…',
  keepTogether: null,
  minWords: 6,
  maxWords: 45,
  group: 1,
};

describe.skipIf(!hasSharedData(path)).each(['auto', 'none', 'es'])(
  'Marianela, analyzer language %s',
  (language) => {
    const text = readSharedText(path);
    const document: CorpusDocument = {
      id: 'marianela',
      title: null,
      text,
      textHash: '',
      language: 'es',
      path: null,
      mediaType: 'text/plain',
      collection: null,
      pages: [],
      headings: [],
      metadata: {},
      warnings: [],
    };
    const analyzer: Analyzer = {
      language,
      minLength: 1,
      foldAccents: false,
      stem: false,
      stopWords: false,
      ngrams: [1, 1],
      charNgrams: null,
    };
    const chunks = chunkCorpus({ documents: [document], hash: '' }, chunker, language);
    const analyze = createAnalyzer(analyzer, document.language);
    const builder = createLexicalIndexBuilder(analyze);
    for (const { start, end } of chunks) builder.add(text.slice(start, end));
    const model = weighTfidf(builder.finish(), { tf: 'raw', idf: 'plain' });

    function search(question: string): string[] {
      return rankTfidf(model, analyze(question), { candidates: 3, minScore: null }).map(({ chunk }) =>
        text.slice(chunks[chunk]?.start, chunks[chunk]?.end),
      );
    }

    it('ranks who plays the piano', () => {
      const hits = search('¿Quién toca el piano?');
      expect(hits).toEqual([
        expect.stringMatching(/^Quién sabe, quién sabe, amigo mío/),
        expect.stringMatching(/^.Es la señorita Sofía, que toca .afirmó María\.$/),
        expect.stringMatching(/^Calló el piano, como un ave cantora que se asusta del ruido\.$/),
      ]);
    });

    it('finds no passage for a question whose words stand nowhere', () => {
      expect(search('Who wrote Hamlet?')).toEqual([]);
    });
  },
);
