// Which language the words of a text are analysed under, and how a question meets a corpus of several languages.
import type { Analyzer } from '#contract/config/analyzer';
import { findKnownLanguage } from './languages.ts';

/** Turns a text into its terms, in order, with repetitions. */
export type Analyze = (text: string) => string[];

/**
 * The language that a document's words are analysed under: the analyzer's own, else the document's, else the fallback.
 * @param own of the document; null where its detection was unsure
 * @param fallback the first language of the workspace, if it names any
 * @returns null where no language would change a term, so that texts analysed alike share one analyzer
 */
export function analysisLanguage(
  analyzer: Analyzer,
  own: string | null,
  fallback: string | null,
): string | null {
  if (analyzer.language === 'none') return null;
  const language = analyzer.language === 'auto' ? (own ?? fallback) : analyzer.language;
  if (language === null) return null;
  if (language === 'tr' || language === 'az') return language;
  return usesLanguageWords(analyzer) ? findKnownLanguage(language) : null;
}

/** True where terms depend on the words of a language, and not only on its letters. */
export function usesLanguageWords(analyzer: Analyzer): boolean {
  return analyzer.charNgrams === null && (analyzer.stem || analyzer.stopWords === true);
}

/** The different languages that a corpus's documents are analysed under, in order of first appearance. */
export function listAnalysisLanguages(
  analyzer: Analyzer,
  documents: readonly { readonly language: string | null }[],
  fallback: string | null,
): (string | null)[] {
  const languages = new Set(
    documents.map((document) => analysisLanguage(analyzer, document.language, fallback)),
  );
  return languages.size > 0 ? [...languages] : [analysisLanguage(analyzer, null, fallback)];
}

/** The analyzer of one language of a corpus. */
export interface SpokenAnalyzer {
  readonly analyze: Analyze;
  /** How many of a text's words are stop words of the language: the surest sign of a short question's language. */
  readonly countStopWords: (text: string) => number;
}

/**
 * Joins the analyzers of a corpus's languages into one for its questions. In a corpus of one language it is that one.
 * In others a question is analysed under the language that has most of its words as stop words; where several have as
 * many, under each of these, and each term counts as often as in the analysis that has it most.
 *
 * Joining all of them always would let the stop words of one language count as rare words of the others: on a corpus of
 * three languages it cost .13 of recall@1, and the choice cost nothing.
 */
export function joinAnalyzers(spoken: readonly SpokenAnalyzer[]): Analyze {
  const [first, ...others] = spoken;
  if (first === undefined) throw new RangeError('a question needs at least one analyzer');
  if (others.length === 0) return first.analyze;
  return (text) => {
    const counts = spoken.map(({ countStopWords }) => countStopWords(text));
    const most = Math.max(...counts);
    return joinTerms(spoken.filter((_, index) => counts[index] === most).map(({ analyze }) => analyze(text)));
  };
}

/** The terms of the first analysis, then what each further one has more of. */
export function joinTerms(analyses: readonly (readonly string[])[]): string[] {
  const [first = [], ...others] = analyses;
  const terms = [...first];
  const counts = countTerms(first);
  for (const analysis of others) {
    const seen = new Map<string, number>();
    for (const term of analysis) {
      const count = (seen.get(term) ?? 0) + 1;
      seen.set(term, count);
      if (count <= (counts.get(term) ?? 0)) continue;
      counts.set(term, count);
      terms.push(term);
    }
  }
  return terms;
}

function countTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** What an analyzer cannot do for some documents of a corpus, in words; null where it does all. */
export function describeWholeWords(
  analyzer: Analyzer,
  documents: readonly { readonly language: string | null }[],
  fallback: string | null,
): string | null {
  if (analyzer.language !== 'auto' || !usesLanguageWords(analyzer)) return null;
  const languages = documents.map(({ language }) => language ?? fallback);
  const left = languages.filter((language) => language === null || findKnownLanguage(language) === null);
  if (left.length === 0) return null;
  const named = [...new Set(left.filter((language) => language !== null))].sort();
  const reasons = [
    ...(named.length > 0 ? [`there are no word lists for ${named.join(', ')}`] : []),
    ...(left.includes(null) ? ['a language is not known'] : []),
  ];
  const parts = [...(analyzer.stem ? ['stem'] : []), ...(analyzer.stopWords === true ? ['stopWords'] : [])];
  return (
    `${parts.join(' and ')} changed nothing in ${left.length} of ${documents.length} documents: ${reasons.join(', and ')}. ` +
    'Name the language as "analyzer": {"language": ...} in the config, or first among "languages" in assay.json.'
  );
}
