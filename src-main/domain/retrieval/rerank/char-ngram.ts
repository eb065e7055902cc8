// A rerank without a model: candidates by the character n-grams they share with the query.
import { cutCharNgrams } from '../../text/char-ngrams.ts';
import { createLexicalIndexBuilder } from '../lexical-index.ts';
import { rankTfidf, weighTfidf } from '../tfidf.ts';
import { applyScores, type RerankedChunk } from './apply-scores.ts';

/**
 * Scores each text by TF-IDF cosine over character n-grams inside words, fitted on the query and these texts alone: raw
 * counts, smooth idf, as scikit-learn's TfidfVectorizer(analyzer='char_wb', ngram_range=(min, max)) fitted on both.
 * @param ngrams shortest and longest, in characters, 1 <= min <= max
 * @returns a score in [0, 1] for each text
 */
export function scoreCharNgrams(
  query: string,
  texts: readonly string[],
  { min, max }: { readonly min: number; readonly max: number },
): number[] {
  const analyze = (text: string) => cutCharNgrams(text.toLowerCase(), min, max);
  const builder = createLexicalIndexBuilder(analyze);
  for (const text of [query, ...texts]) builder.add(text);
  const model = weighTfidf(builder.finish(), { tf: 'raw', idf: 'smooth' });
  const everything = { candidates: Infinity, minScore: null };
  const scores = texts.map(() => 0);
  for (const { chunk, score } of rankTfidf(model, analyze(query), everything)) {
    // Number 0 is the query itself.
    if (chunk > 0) scores[chunk - 1] = Math.min(1, score);
  }
  return scores;
}

/**
 * Reorders the first `candidates` hits by `scoreCharNgrams`; ties keep the order they had, hits behind keep theirs below.
 * @param textOf the text of a chunk, by its place in corpus order
 */
export function rerankByCharNgrams(
  hits: readonly RerankedChunk[],
  query: string,
  textOf: (chunk: number) => string,
  settings: { readonly min: number; readonly max: number; readonly candidates: number },
): RerankedChunk[] {
  const texts = hits.slice(0, settings.candidates).map(({ chunk }) => textOf(chunk));
  return applyScores(
    hits,
    scoreCharNgrams(query, texts, settings).map((score) => ({ kept: true, score })),
  );
}
