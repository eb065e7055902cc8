// The stop words of an analyzer whose files have been read in.
import type { Analyzer } from '#contract/config/analyzer';

/** The words of a list; none for `false`. A path or `true` must have been replaced by its words before. */
export function stopWordsOf({ stopWords }: Analyzer): ReadonlySet<string> {
  return new Set(Array.isArray(stopWords) ? stopWords : []);
}
