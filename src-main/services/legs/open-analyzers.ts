// Analyzers of a corpus, one for each language its documents are analysed under, with the words of that language.
import type { Analyzer } from '#contract/config/analyzer';
import { usesLanguageWords, type Analyze } from '#domain/text/corpus-languages';
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
