// Fills in the defaults of an analyzer.
import type { Analyzer, AnalyzerFile } from '#contract/config/analyzer';

export function completeAnalyzer(file: AnalyzerFile): Analyzer {
  return {
    language: file.language ?? 'auto',
    minLength: file.minLength ?? 1,
    foldAccents: file.foldAccents ?? false,
    stem: file.stem ?? false,
    stopWords: file.stopWords ?? false,
    ngrams: file.ngrams ?? [1, 1],
    charNgrams: file.charNgrams ?? null,
  };
}
