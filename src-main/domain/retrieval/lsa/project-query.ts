// A query as a vector of the LSA dimensions, to be compared with the chunks' vectors.
import type { LexicalIndex } from '../lexical-index.ts';
import { weighTfidfQuery, type TfidfSettings } from '../tfidf.ts';
import type { LsaModel } from './build-lsa.ts';
import { leastPresence } from './project-corpus.ts';

/**
 * The query's TF-IDF vector q times the components, q V, brought to length 1 (what scikit-learn's TruncatedSVD.transform
 * gives, normalised): see `rankLsa`.
 * @param settings those the model was built with
 * @returns `dims` numbers; all zero, which ranks nothing, where the index knows no term of the query or the dimensions kept
 * hold nothing of it
 */
export function projectQuery(
  model: Pick<LsaModel, 'dims' | 'components'>,
  index: LexicalIndex,
  settings: TfidfSettings,
  tokens: readonly string[],
): Float32Array {
  const { dims, components } = model;
  const sums = new Float64Array(dims);
  for (const { term, weight } of weighTfidfQuery(index, settings, tokens)) {
    const start = term * dims;
    for (let i = 0; i < dims; i += 1) (sums[i] as number) += weight * (components[start + i] as number);
  }
  const length = Math.sqrt(sums.reduce((sum, value) => sum + value * value, 0));
  if (length < leastPresence) return new Float32Array(dims);
  return Float32Array.from(sums, (value) => value / length);
}
