// TF-IDF with cosine similarity.
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

export interface TfidfSettings {
  /** `raw`: the count; `sublinear`: 1 + ln(count). */
  readonly tf: 'raw' | 'sublinear';
  /** `plain`: ln(N/df); `smooth`: ln((1+N)/(1+df)) + 1, as scikit-learn's default. N counts every chunk. */
  readonly idf: 'plain' | 'smooth';
}

export interface TfidfModel extends ImpactModel {
  readonly tf: TfidfSettings['tf'];
  /** Per term, >= 0. */
  readonly idf: Float64Array;
}

/**
 * Weighs every posting: tf x idf over the chunk's Euclidean norm.
 * Norms are summed in term order, so that chunks of equal terms get equal scores to the last bit.
 */
export function weighTfidf(index: LexicalIndex, settings: TfidfSettings): TfidfModel {
  const { postingStarts, postingChunks, postingCounts, chunkCount, terms } = index;
  const idf = new Float64Array(terms.length);
  const impacts = new Float64Array(postingChunks.length);
  const squares = new Float64Array(chunkCount);
  for (let term = 0; term < terms.length; term += 1) {
    const start = postingStarts[term] as number;
    const end = postingStarts[term + 1] as number;
    const rarity = weighRarity(settings.idf, chunkCount, end - start);
    idf[term] = rarity;
    for (let i = start; i < end; i += 1) {
      const weight = weighCount(settings.tf, postingCounts[i] as number) * rarity;
      impacts[i] = weight;
      (squares[postingChunks[i] as number] as number) += weight * weight;
    }
  }
  const norms = squares.map(Math.sqrt);
  for (let i = 0; i < impacts.length; i += 1) {
    const norm = norms[postingChunks[i] as number] as number;
    if (norm > 0) (impacts[i] as number) /= norm;
  }
  return { ...createImpactModel(index, impacts), tf: settings.tf, idf };
}

/**
 * Ranks chunks by the cosine between their vector and the query's, in (0, 1].
 * Tokens that no chunk holds are left out of the query's vector.
 * @returns best first, ties in corpus order; only scores above 0 and strictly above minScore
 */
export function rankTfidf(
  model: TfidfModel,
  queryTokens: readonly string[],
  limits: RankLimits,
): RankedChunk[] {
  return rankByImpacts(model, weighQuery(model, queryTokens), limits);
}

/** Per term of the query, what it adds to the cosine of one chunk (its place in corpus order); sums to the score. */
export function explainTfidf(
  model: TfidfModel,
  queryTokens: readonly string[],
  chunk: number,
): Contribution[] {
  return explainByImpacts(model, weighQuery(model, queryTokens), chunk);
}

function weighQuery(model: TfidfModel, tokens: readonly string[]): QueryTerm[] {
  return normaliseQuery(
    countQueryTerms(model.index, tokens).map(({ term, count }) => ({
      term,
      weight: weighCount(model.tf, count) * (model.idf[term] as number),
    })),
  );
}

/** The query's vector, of length 1, without weighing the whole index; empty where no term of it weighs anything. */
export function weighTfidfQuery(
  index: LexicalIndex,
  settings: TfidfSettings,
  tokens: readonly string[],
): QueryTerm[] {
  const { postingStarts, chunkCount } = index;
  return normaliseQuery(
    countQueryTerms(index, tokens).map(({ term, count }) => ({
      term,
      weight:
        weighCount(settings.tf, count) *
        weighRarity(
          settings.idf,
          chunkCount,
          (postingStarts[term + 1] as number) - (postingStarts[term] as number),
        ),
    })),
  );
}

function normaliseQuery(weighed: readonly QueryTerm[]): QueryTerm[] {
  const norm = Math.sqrt(weighed.reduce((sum, { weight }) => sum + weight * weight, 0));
  if (norm === 0) return [];
  return weighed.map(({ term, weight }) => ({ term, weight: weight / norm }));
}

function weighCount(tf: TfidfSettings['tf'], count: number): number {
  return tf === 'raw' ? count : 1 + Math.log(count);
}

function weighRarity(idf: TfidfSettings['idf'], chunkCount: number, chunksWithTerm: number): number {
  return idf === 'plain'
    ? Math.log(chunkCount / chunksWithTerm)
    : Math.log((1 + chunkCount) / (1 + chunksWithTerm)) + 1;
}
