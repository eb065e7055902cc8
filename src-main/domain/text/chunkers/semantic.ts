// The chunker `semantic`: a new chunk begins where neighbouring sentences are farther apart in meaning than most are.
import type { Chunker } from '#contract/config/chunker';
import { percentile } from '../../stats/percentile.ts';
import type { Slice } from '../slices.ts';
import { chunkRecursively } from './recursive.ts';
import { chunkBySentence } from './sentence.ts';

type SemanticChunker = Extract<Chunker, { kind: 'semantic' }>;

/** The sentences of a document, with the text to embed for each: itself between its neighbours. */
export interface SemanticPlan {
  readonly sentences: readonly Slice[];
  readonly texts: readonly string[];
}

/**
 * What must be embedded before a document can be cut: each sentence with `buffer` sentences on either side, so that
 * one short sentence does not cut by itself (Kamradt's levels of text splitting, level 4).
 * @param language ISO 639, or null when unknown: which abbreviations end no sentence
 */
export function planSemantic(text: string, chunker: SemanticChunker, language: string | null): SemanticPlan {
  const splitter = {
    kind: 'sentence',
    boundary: '.?!…',
    keepTogether: null,
    minWords: 0,
    maxWords: null,
    group: 1,
  } as const;
  const sentences = chunkBySentence(text, splitter, language);
  const texts = sentences.map((_, index) => {
    const first = sentences[Math.max(0, index - chunker.buffer)];
    const last = sentences[Math.min(sentences.length - 1, index + chunker.buffer)];
    return text.slice(first?.start ?? 0, last?.end ?? 0);
  });
  return { sentences, texts };
}

/**
 * Cuts a document at its breakpoints: between two neighbours whose distance lies strictly above the `percentile` of
 * all distances of the document (linear interpolation). Chunks longer than `size` are cut as `recursive` does.
 * @param distances 1 - cosine of each sentence's vector with the next one's: one fewer than the sentences
 */
export function chunkSemantically(
  text: string,
  plan: SemanticPlan,
  distances: readonly number[],
  chunker: SemanticChunker,
): Slice[] {
  const { sentences } = plan;
  const limit = percentile(distances, chunker.percentile / 100) ?? Infinity;
  const chunks: Slice[] = [];
  let start: number | null = null;
  for (const [index, sentence] of sentences.entries()) {
    start ??= sentence.start;
    const distance = distances[index];
    const goesOn = index < sentences.length - 1 && !(distance !== undefined && distance > limit);
    if (goesOn) continue;
    chunks.push({ start, end: sentence.end });
    start = null;
  }
  return chunker.size === null ? chunks : chunks.flatMap((chunk) => cutLong(text, chunk, chunker.size ?? 0));
}

/** A slice of at most `size` characters as it is; a longer one as `recursive` cuts it, without overlap. */
export function cutLong(text: string, slice: Slice, size: number): Slice[] {
  if (slice.end - slice.start <= size) return [slice];
  const parts = chunkRecursively(text.slice(slice.start, slice.end), { size, overlap: 0, unit: 'chars' });
  return parts.map(({ start, end }) => ({ start: slice.start + start, end: slice.start + end }));
}
