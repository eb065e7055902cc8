// Whose language decides, and questions that meet several languages.
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import {
  analysisLanguage,
  describeWholeWords,
  joinAnalyzers,
  listAnalysisLanguages,
} from '#domain/text/corpus-languages';

const plain: Analyzer = {
  language: 'auto',
  minLength: 1,
  foldAccents: false,
  stem: false,
  stopWords: false,
  ngrams: [1, 1],
  charNgrams: null,
};
const stemmed: Analyzer = { ...plain, stem: true };

describe('analysisLanguage', () => {
  it.each<[string, Partial<Analyzer>, string | null, string | null, string | null]>([
    ["the document's own", {}, 'es', 'en', 'es'],
    ['the fallback where detection was unsure', {}, null, 'en', 'en'],
    ['nobody', {}, null, null, null],
    ["the config's before all", { language: 'ru' }, 'es', 'en', 'ru'],
    ['none', { language: 'none' }, 'es', 'en', null],
    ['a language without word lists is like none', {}, 'ja', 'en', null],
    ['both written Norwegians', {}, 'nn', null, 'no'],
    ['no language where nothing depends on one', { stem: false }, 'es', 'en', null],
    ["a list of the config's own depends on none", { stem: false, stopWords: ['el'] }, 'es', null, null],
    ["a language's stop words do", { stem: false, stopWords: true }, 'es', null, 'es'],
    ['the letters of Turkish and Azerbaijani always do', { stem: false }, 'tr', null, 'tr'],
    ['character n-grams keep whole words', { charNgrams: [3, 5] }, 'es', null, null],
  ])('%s', (_, changes, own, fallback, expected) => {
    expect(analysisLanguage({ ...stemmed, ...changes }, own, fallback)).toBe(expected);
  });
});

describe('listAnalysisLanguages', () => {
  const documents = ['es', null, 'en', 'es', 'ja'].map((language) => ({ language }));

  it('names each once, in order', () => {
    expect(listAnalysisLanguages(stemmed, documents, 'en')).toEqual(['es', 'en', null]);
    expect(listAnalysisLanguages(plain, documents, 'en')).toEqual([null]);
    expect(listAnalysisLanguages(stemmed, [], 'en')).toEqual(['en']);
  });
});

describe('joinAnalyzers', () => {
  const words = (text: string) => text.split(' ');
  const short = (text: string) => words(text).map((word) => word.slice(0, 2));
  const speak = (analyze: (text: string) => string[], ...stopWords: string[]) => ({
    analyze,
    countStopWords: (text: string) => words(text).filter((word) => stopWords.includes(word)).length,
  });

  it('is the only one where there is one', () => {
    expect(joinAnalyzers([speak(words)])).toBe(words);
    expect(() => joinAnalyzers([])).toThrow(RangeError);
  });

  it('is the one with the most stop words of the question', () => {
    const analyze = joinAnalyzers([speak(words, 'la', 'no'), speak(short, 'the', 'no')]);
    expect(analyze('no the tower')).toEqual(['no', 'th', 'to']);
    expect(analyze('la torre no')).toEqual(['la', 'torre', 'no']);
  });

  it('joins those with as many, and counts a term as often as the analysis that has it most', () => {
    // words: to, tower, to; short: to, to, to
    expect(joinAnalyzers([speak(words), speak(short)])('to tower to')).toEqual(['to', 'tower', 'to', 'to']);
    expect(joinAnalyzers([speak(words), speak(words), speak(short, 'x')])('a b a')).toEqual(['a', 'b', 'a']);
    expect(joinAnalyzers([speak(words), speak(short, 'x')])('x tower')).toEqual(['x', 'to']);
  });
});

describe('describeWholeWords', () => {
  it('says what was left whole, and why', () => {
    const documents = ['es', 'ja', null, 'eo'].map((language) => ({ language }));
    expect(describeWholeWords({ ...stemmed, stopWords: true }, documents, null)).toBe(
      'stem and stopWords changed nothing in 3 of 4 documents: there are no word lists for eo, ja, and a language is not known. ' +
        'Name the language as "analyzer": {"language": ...} in the config, or first among "languages" in assay.json.',
    );
    expect(describeWholeWords(stemmed, [{ language: 'es' }, { language: null }], 'en')).toBe(null);
    expect(describeWholeWords(plain, documents, null)).toBe(null);
    expect(describeWholeWords({ ...stemmed, language: 'en' }, documents, null)).toBe(null);
  });
});
