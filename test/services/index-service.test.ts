// What makes an index another one: texts, chunking, analysis, and the languages where these decide.
import { describe, expect, it } from 'vitest';
import type { Chunker } from '#contract/config/chunker';
import type { Corpus, CorpusDocument } from '#contract/documents';
import { completeAnalyzer } from '#domain/config/complete-analyzer';
import { fingerprintIndex } from '#services/index-service';

const chunker: Chunker = { kind: 'document' };

function corpusOf(...languages: (string | null)[]): Corpus {
  const documents = languages.map((language, index): CorpusDocument => ({
    id: `d${index}`,
    title: null,
    text: 'text',
    textHash: 'sha256:text',
    language,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
  }));
  return { documents, hash: 'sha256:corpus' };
}

describe('fingerprintIndex', () => {
  const auto = completeAnalyzer({ stem: true });
  const english = completeAnalyzer({ stem: true, language: 'en' });

  it('follows the languages of the documents and the fallback where each text has its own', () => {
    const prints = [
      fingerprintIndex(corpusOf('es', null), chunker, auto, null),
      fingerprintIndex(corpusOf('es', null), chunker, auto, 'en'),
      fingerprintIndex(corpusOf(null, 'es'), chunker, auto, null),
      fingerprintIndex(corpusOf('es', 'es'), chunker, auto, null),
    ];
    expect(new Set(prints).size).toBe(prints.length);
    expect(fingerprintIndex(corpusOf('es', null), chunker, auto, null)).toBe(prints[0]);
  });

  it('does not where the config names one', () => {
    expect(fingerprintIndex(corpusOf('es', null), chunker, english, 'fr')).toBe(
      fingerprintIndex(corpusOf('de', 'it'), chunker, english, null),
    );
  });

  it('follows every setting of the analyzer', () => {
    const corpus = corpusOf('en');
    const prints = [
      {},
      { stem: true },
      { stopWords: true },
      { stopWords: ['a'] },
      { charNgrams: [3, 5] as [number, number] },
      { minLength: 2 },
    ].map((file) => fingerprintIndex(corpus, chunker, completeAnalyzer(file), null));
    expect(new Set(prints).size).toBe(prints.length);
  });
});
