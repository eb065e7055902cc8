// Analyzers that nobody can carry out: the path of each problem, and what a person is told.
import { describe, expect, it } from 'vitest';
import type { ConfigFile } from '#contract/config';
import type { AnalyzerFile } from '#contract/config/analyzer';
import { checkAnalyzers } from '#domain/config/check-analyzer';
import { completeConfig } from '#domain/config/complete-config';

function check(analyzer: AnalyzerFile, own?: AnalyzerFile) {
  const file: ConfigFile = {
    schemaVersion: 1,
    id: 'plain',
    chunker: { kind: 'document' },
    analyzer,
    retrievers: [own === undefined ? { kind: 'bm25' } : { kind: 'bm25', analyzer: own }],
    contract: { kind: 'json' },
    model: { provider: 'extractive' },
  };
  return checkAnalyzers(file, completeConfig(file));
}

describe('checkAnalyzers', () => {
  it.each<[AnalyzerFile, string[]]>([
    [{}, []],
    [{ stem: true, stopWords: true }, []],
    [{ language: 'bg', stem: true, stopWords: true }, []],
    [{ language: 'nb', stem: true }, []],
    [{ language: 'ja', stopWords: ['の'] }, []],
    [{ language: 'ja', stem: true, stopWords: true }, ['/analyzer/stem', '/analyzer/stopWords']],
    [{ language: 'none', stem: true }, ['/analyzer/stem']],
    [{ ngrams: [2, 1] }, ['/analyzer/ngrams']],
    [{ charNgrams: [3, 5] }, []],
    [{ charNgrams: [3, 5], language: 'ja' }, []],
    [{ charNgrams: [5, 3] }, ['/analyzer/charNgrams']],
    [
      { charNgrams: [3, 5], stem: true, stopWords: ['a'], minLength: 2, ngrams: [1, 2] },
      ['/analyzer/stem', '/analyzer/stopWords', '/analyzer/minLength', '/analyzer/ngrams'],
    ],
  ])('%j: %j', (analyzer, paths) => {
    expect(check(analyzer).map(({ path }) => path)).toEqual(paths);
  });

  it("tells a retriever's own analyzer apart from the config's", () => {
    expect(check({ stem: true }, { charNgrams: [2, 3] }).map(({ path }) => path)).toEqual([
      '/retrievers/0/analyzer/stem',
    ]);
    expect(check({ stem: true }, { charNgrams: [2, 3], stem: false })).toEqual([]);
  });

  it('names the languages there are', () => {
    expect(check({ language: 'xx', stem: true })).toEqual([
      {
        path: '/analyzer/stem',
        value: true,
        message: 'there is no stemmer for "xx"',
        remedy:
          'Set "language" to auto or one of ar, bg, da, de, el, en, es, fi, fr, ga, hi, hu, hy, id, it, lt, ne, nl, no, pt, ro, ru, sa, sr, sv, ta, tr, uk, or "stem" to false',
      },
    ]);
  });
});
