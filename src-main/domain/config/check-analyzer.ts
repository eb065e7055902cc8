// Finds what an analyzer asks for that nobody can do: words of an unknown language, or of no words at all.
import type { Config, ConfigFile } from '#contract/config';
import type { Analyzer } from '#contract/config/analyzer';
import type { Problem } from '#contract/failure';
import { findKnownLanguage, knownLanguages } from '../text/languages.ts';

/** The config's analyzer, and each retriever's that changes it: what is inherited as it is would be told twice. */
export function checkAnalyzers(file: ConfigFile, config: Config): Problem[] {
  const own = config.retrievers.flatMap((retriever, index) => {
    const written = file.retrievers[index];
    return 'analyzer' in retriever && written !== undefined && 'analyzer' in written
      ? checkAnalyzer(`/retrievers/${index}/analyzer`, retriever.analyzer)
      : [];
  });
  const inherited = config.retrievers.some(
    (retriever, index) => 'analyzer' in retriever && !('analyzer' in (file.retrievers[index] ?? {})),
  );
  // Where every retriever has its own, the config's may hold what only some of them build on.
  return [...(inherited || own.length === 0 ? checkAnalyzer('/analyzer', config.analyzer) : []), ...own];
}

function checkAnalyzer(path: string, analyzer: Analyzer): Problem[] {
  return [
    ...checkRange(`${path}/ngrams`, analyzer.ngrams),
    ...checkRange(`${path}/charNgrams`, analyzer.charNgrams),
    ...(analyzer.charNgrams === null ? checkLanguage(path, analyzer) : checkWholeText(path, analyzer)),
  ];
}

function checkRange(path: string, range: readonly [number, number] | null): Problem[] {
  if (range === null || range[0] <= range[1]) return [];
  return [{ path, value: range, message: 'the smaller n-gram comes first' }];
}

/** A stemmer and a list of stop words belong to a language. */
function checkLanguage(path: string, analyzer: Analyzer): Problem[] {
  const { language } = analyzer;
  if (language === 'auto' || findKnownLanguage(language) !== null) return [];
  const whose = language === 'none' ? 'no language' : `"${language}"`;
  const choice = `auto or one of ${knownLanguages.join(', ')}`;
  return [
    ...(analyzer.stem
      ? [
          {
            path: `${path}/stem`,
            value: true,
            message: `there is no stemmer for ${whose}`,
            remedy: `Set "language" to ${choice}, or "stem" to false`,
          },
        ]
      : []),
    ...(analyzer.stopWords === true
      ? [
          {
            path: `${path}/stopWords`,
            value: true,
            message: `there is no list of stop words for ${whose}`,
            remedy: `Set "language" to ${choice}, or give a list of words, or a file of the workspace with one word a line`,
          },
        ]
      : []),
  ];
}

/** Character n-grams are cut from whole words: what works on words would change nothing. */
function checkWholeText(path: string, analyzer: Analyzer): Problem[] {
  const { stem, stopWords, minLength, ngrams } = analyzer;
  const idle: readonly (readonly [string, unknown, boolean, string])[] = [
    ['stem', stem, stem, 'false'],
    ['stopWords', stopWords, stopWords !== false, 'false'],
    ['minLength', minLength, minLength > 1, '1'],
    ['ngrams', ngrams, ngrams[1] > 1, '[1, 1]'],
  ];
  return idle
    .filter(([, , isSet]) => isSet)
    .map(([field, value, , neutral]) => ({
      path: `${path}/${field}`,
      value,
      message: 'changes nothing beside "charNgrams", which takes whole words',
      remedy: `Set it to ${neutral}, or "charNgrams" to null`,
    }));
}
