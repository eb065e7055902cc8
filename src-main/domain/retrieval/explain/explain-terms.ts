// Why a lexical retriever gave a chunk its score: what each term of the query adds, factor by factor.
import { countQueryTerms } from '../impact-model.ts';
import type { Bm25Model, Bm25Settings } from '../bm25.ts';
import type { LexicalIndex } from '../lexical-index.ts';
import type { LsaModel } from '../lsa/build-lsa.ts';
import { weighTfidfQuery, type TfidfModel, type TfidfSettings } from '../tfidf.ts';

/** contribution = queryWeight x tf x idf x norm. */
export interface ExplainedTerm {
  readonly term: string;
  /** How often it stands in the query, and in the chunk. */
  readonly queryCount: number;
  readonly count: number;
  readonly queryWeight: number;
  /** What the count in the chunk is worth. */
  readonly tf: number;
  /** What its rarity is worth. */
  readonly idf: number;
  /** What the length of the chunk does; 1 = nothing. */
  readonly norm: number;
  readonly contribution: number;
}

export interface TermExplanation {
  /** Largest contribution first, ties by term; the contributions sum to the retriever's score. */
  readonly terms: readonly ExplainedTerm[];
  /** Terms of the query that other chunks hold, and this one does not. */
  readonly missing: readonly string[];
  /** Terms of the query that no chunk holds. */
  readonly unknown: readonly string[];
}

/**
 * TF-IDF cosine: `queryWeight` is the term's entry of the query's vector of length 1, `tf` the weighed count, `norm` one over
 * the Euclidean length of the chunk's vector.
 * @param chunk its place in corpus order
 */
export function explainTfidfTerms(
  model: TfidfModel,
  settings: TfidfSettings,
  tokens: readonly string[],
  chunk: number,
): TermExplanation {
  const { index } = model;
  const weights = new Map(weighTfidfQuery(index, settings, tokens).map(({ term, weight }) => [term, weight]));
  return explainTerms(index, tokens, chunk, ({ term, count, posting }) => {
    const tf = settings.tf === 'raw' ? count : 1 + Math.log(count);
    const idf = model.idf[term] as number;
    // The impact is tf x idf over the length; a term that weighs nothing shows no length, and adds nothing.
    const norm = idf > 0 ? (model.impacts[posting] as number) / (tf * idf) : 0;
    return { queryWeight: weights.get(term) ?? 0, tf, idf, norm };
  });
}

/**
 * BM25: `queryWeight` is the count in the query, `tf` = count (k1 + 1) / (count + k1), what it would be in a chunk of mean
 * length, `norm` = (count + k1) / (count + k1 (1 - b + b length / mean length)).
 * @param settings those the model was made with
 */
export function explainBm25Terms(
  model: Bm25Model,
  { k1, b }: Bm25Settings,
  tokens: readonly string[],
  chunk: number,
): TermExplanation {
  const { index } = model;
  const mean = index.chunkLengths.reduce((sum, length) => sum + length, 0) / index.chunkCount;
  const damping = k1 * (1 - b + (b * (index.chunkLengths[chunk] ?? 0)) / mean);
  return explainTerms(index, tokens, chunk, ({ term, count, queryCount }) => ({
    queryWeight: queryCount,
    tf: (count * (k1 + 1)) / (count + k1),
    idf: model.idf[term] as number,
    norm: (count + k1) / (count + damping),
  }));
}

interface Found {
  readonly term: number;
  readonly queryCount: number;
  readonly count: number;
  readonly posting: number;
}
type Factors = Pick<ExplainedTerm, 'queryWeight' | 'tf' | 'idf' | 'norm'>;

function explainTerms(
  index: LexicalIndex,
  tokens: readonly string[],
  chunk: number,
  weigh: (found: Found) => Factors,
): TermExplanation {
  const asked = countQueryTerms(index, tokens).map(({ term, count }) => ({
    term,
    queryCount: count,
    posting: findPosting(index, term, chunk),
  }));
  const terms = asked
    .filter(({ posting }) => posting >= 0)
    .map(({ term, queryCount, posting }) => {
      const count = index.postingCounts[posting] as number;
      const factors = weigh({ term, queryCount, count, posting });
      const { queryWeight, tf, idf, norm } = factors;
      return {
        term: nameOf(index, term),
        queryCount,
        count,
        ...factors,
        contribution: queryWeight * tf * idf * norm,
      };
    });
  return {
    terms: terms.sort(byContribution),
    missing: asked.filter(({ posting }) => posting < 0).map(({ term }) => nameOf(index, term)),
    unknown: findUnknown(index, tokens),
  };
}

function byContribution(
  left: { readonly term: string; readonly contribution: number },
  right: { readonly term: string; readonly contribution: number },
): number {
  return right.contribution - left.contribution || (left.term < right.term ? -1 : 1);
}

/** Place of the posting of `term` for `chunk`, or -1. */
function findPosting({ postingStarts, postingChunks }: LexicalIndex, term: number, chunk: number): number {
  let low = postingStarts[term] as number;
  let high = postingStarts[term + 1] as number;
  const end = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postingChunks[middle] as number) < chunk) low = middle + 1;
    else high = middle;
  }
  return low < end && postingChunks[low] === chunk ? low : -1;
}

export interface LsaExplanation {
  /**
   * Also terms that the chunk does not hold: they count by the company they keep, and may count against it. Largest
   * contribution first; they sum to the cosine.
   */
  readonly terms: readonly {
    readonly term: string;
    readonly queryCount: number;
    readonly queryWeight: number;
    readonly contribution: number;
  }[];
  readonly unknown: readonly string[];
}

/**
 * LSA: the cosine of q V and the chunk's vector is a sum over the query's terms, each its weight x the inner product of its
 * row of the components with the chunk's vector, over the length of q V.
 */
export function explainLsaTerms(
  model: LsaModel,
  index: LexicalIndex,
  settings: TfidfSettings,
  tokens: readonly string[],
  chunk: number,
): LsaExplanation {
  const { dims, components, chunkVectors } = model;
  const weighed = weighTfidfQuery(index, settings, tokens);
  const sums = new Float64Array(dims);
  for (const { term, weight } of weighed) {
    for (let i = 0; i < dims; i += 1) (sums[i] as number) += weight * (components[term * dims + i] as number);
  }
  const row = chunkVectors.subarray(chunk * dims, (chunk + 1) * dims);
  const length = Math.sqrt(sumSquares(sums) * sumSquares(row));
  const counts = new Map(countQueryTerms(index, tokens).map(({ term, count }) => [term, count]));
  const terms = weighed.map(({ term, weight }) => {
    let product = 0;
    for (let i = 0; i < dims; i += 1) product += (components[term * dims + i] as number) * (row[i] as number);
    const contribution = length > 0 ? (weight * product) / length : 0;
    return {
      term: nameOf(index, term),
      queryCount: counts.get(term) ?? 0,
      queryWeight: weight,
      contribution,
    };
  });
  return { terms: terms.sort(byContribution), unknown: findUnknown(index, tokens) };
}

function sumSquares(values: Float64Array | Float32Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

function nameOf({ terms }: LexicalIndex, term: number): string {
  return terms[term] ?? '';
}

/** In order of first appearance, each once. */
function findUnknown({ termIds }: LexicalIndex, tokens: readonly string[]): string[] {
  return [...new Set(tokens.filter((token) => !termIds.has(token)))];
}
