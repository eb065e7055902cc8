// BM25: term counts that saturate, weighed by rarity and by the length of the chunk.
import type { LexicalIndex } from './lexical-index.ts';
import {
  countQueryTerms,
  createImpactModel,
  explainByImpacts,
  rankByImpacts,
  type Contribution,
  type ImpactModel,
  type QueryTerm,
} from './impact-model.ts';
import type { RankedChunk, RankLimits } from './ranked-chunk.ts';

export interface Bm25Settings {
  /** >= 0: how slowly repetitions stop counting; usually 1.2. */
  readonly k1: number;
  /** In [0, 1]: how much longer chunks are held back; usually 0.75. */
  readonly b: number;
}

export interface Bm25Model extends ImpactModel {
  /** Per term, > 0. */
  readonly idf: Float64Array;
}

/**
 * Weighs every posting: idf x tf (k1 + 1) / (tf + k1 (1 - b + b length / mean length)),
 * idf = ln(1 + (N - df + 0.5) / (df + 0.5)); N and the mean length count every chunk, also empty ones.
 */
export function weighBm25(index: LexicalIndex, { k1, b }: Bm25Settings): Bm25Model {
  const { postingStarts, postingChunks, postingCounts, chunkCount, chunkLengths, terms } = index;
  let total = 0;
  for (const length of chunkLengths) total += length;
  const meanLength = total / chunkCount;
  const damping = Float64Array.from(chunkLengths, (length) => k1 * (1 - b + (b * length) / meanLength));
  const idf = new Float64Array(terms.length);
  const impacts = new Float64Array(postingChunks.length);
  for (let term = 0; term < terms.length; term += 1) {
    const start = postingStarts[term] as number;
    const end = postingStarts[term + 1] as number;
    const rarity = Math.log(1 + (chunkCount - (end - start) + 0.5) / (end - start + 0.5));
    idf[term] = rarity;
    for (let i = start; i < end; i += 1) {
      const count = postingCounts[i] as number;
      impacts[i] = (rarity * count * (k1 + 1)) / (count + (damping[postingChunks[i] as number] as number));
    }
  }
  return { ...createImpactModel(index, impacts), idf };
}

/**
 * Ranks chunks by BM25; a term that stands twice in the query counts twice.
 * @returns best first, ties in corpus order; only scores above 0 and strictly above minScore
 */
export function rankBm25(
  model: Bm25Model,
  queryTokens: readonly string[],
  limits: RankLimits,
): RankedChunk[] {
  return rankByImpacts(model, weighQuery(model, queryTokens), limits);
}

/** Per term of the query, what it adds to the score of one chunk (its place in corpus order); sums to the score. */
export function explainBm25(model: Bm25Model, queryTokens: readonly string[], chunk: number): Contribution[] {
  return explainByImpacts(model, weighQuery(model, queryTokens), chunk);
}

function weighQuery(model: Bm25Model, tokens: readonly string[]): QueryTerm[] {
  return countQueryTerms(model.index, tokens).map(({ term, count }) => ({ term, weight: count }));
}
