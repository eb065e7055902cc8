// Analyzers of a corpus, one for each language its documents are analysed under, with the words of that language.
import type { Analyzer } from '#contract/config/analyzer';
import { joinAnalyzers, joinTerms, usesLanguageWords, type Analyze } from '#domain/text/corpus-languages';
import { createAnalyzer, type LanguageWords } from '#domain/text/tokenize';
import type { LoadLanguageWords } from '../ports.ts';

/** @param languages as `listAnalysisLanguages` names them */
export async function openAnalyzers(
  analyzer: Analyzer,
  languages: readonly (string | null)[],
  loadWords: LoadLanguageWords,
): Promise<ReadonlyMap<string | null, Analyze>> {
  const opened = new Map<string | null, Analyze>();
  for (const language of languages)
    opened.set(language, createAnalyzer(analyzer, language, await wordsOf(analyzer, language, loadWords)));
  return opened;
}

/**
 * One analyzer for the questions of a corpus, whatever languages it holds. Where some documents keep their words whole,
 * since no language is known for them, a question looks for its whole words too.
 */
export async function openQuestionAnalyzer(
  analyzer: Analyzer,
  languages: readonly (string | null)[],
  loadWords: LoadLanguageWords,
): Promise<Analyze> {
  const spoken = [];
  for (const language of languages) {
    const words = await wordsOf(analyzer, language, loadWords);
    const analyze = createAnalyzer(analyzer, language, words);
    const whole = createAnalyzer(analyzer, language, { ...words, stem: null });
    const both = (text: string) => joinTerms([analyze(text), whole(text)]);
    spoken.push({
      analyze: language !== null && languages.includes(null) ? both : analyze,
      countStopWords: await openStopWordCounter(analyzer, language, loadWords),
    });
  }
  return joinAnalyzers(spoken);
}

/** Counts whole words, whether or not the analyzer drops or stems any. */
async function openStopWordCounter(
  { foldAccents }: Analyzer,
  language: string | null,
  loadWords: LoadLanguageWords,
): Promise<(text: string) => number> {
  const words = language === null ? null : await loadWords(language);
  if (words === null) return () => 0;
  const whole: Analyzer = {
    ...{ language: 'auto', minLength: 1, foldAccents, stem: false, stopWords: false },
    ...{ ngrams: [1, 1], charNgrams: null },
  };
  const all = createAnalyzer(whole, language);
  const kept = createAnalyzer(whole, language, { ...words, stem: null });
  return (text) => all(text).length - kept(text).length;
}

async function wordsOf(
  analyzer: Analyzer,
  language: string | null,
  loadWords: LoadLanguageWords,
): Promise<LanguageWords> {
  const given = Array.isArray(analyzer.stopWords) ? (analyzer.stopWords as readonly string[]) : [];
  const known = language !== null && usesLanguageWords(analyzer) ? await loadWords(language) : null;
  return {
    stem: analyzer.stem ? (known?.stem ?? null) : null,
    stopWords: analyzer.stopWords === true ? (known?.stopWords ?? []) : given,
    unaccented: analyzer.stopWords === true && (known?.unaccented ?? false),
  };
}
