// Fills in the defaults of a chunker.
import { defaultEmbeddingModel } from '#contract/config';
import type { Chunker, ChunkerFile } from '#contract/config/chunker';
import { completeOwnModel } from './complete-model.ts';

/** The characters that close a sentence unless the config names others. */
const closingCharacters = '.?!…';

export function completeChunker(file: ChunkerFile): Chunker {
  switch (file.kind) {
    case 'document':
      return { kind: 'document' };
    case 'sentence':
      return {
        kind: 'sentence',
        boundary: file.boundary ?? closingCharacters,
        keepTogether: file.keepTogether ?? null,
        minWords: file.minWords ?? 1,
        maxWords: file.maxWords ?? null,
        group: file.group ?? 1,
      };
    case 'fixed':
      return { kind: 'fixed', size: file.size, overlap: file.overlap ?? 0, unit: file.unit ?? 'chars' };
    case 'recursive':
      return {
        kind: 'recursive',
        size: file.size ?? 800,
        overlap: file.overlap ?? defaultOverlap(file.size ?? 800),
        unit: file.unit ?? 'chars',
      };
    case 'heading':
      return { kind: 'heading', level: file.level ?? null, size: file.size ?? null };
    case 'semantic':
      return {
        kind: 'semantic',
        model: file.model ?? defaultEmbeddingModel,
        quantized: file.quantized ?? false,
        percentile: file.percentile ?? 95,
        buffer: file.buffer ?? 1,
        size: file.size ?? null,
      };
    case 'llm':
      return {
        kind: 'llm',
        blockTokens: file.blockTokens ?? 1000,
        carry: file.carry ?? 2,
        size: file.size ?? 2000,
        model: completeOwnModel(file.model),
      };
  }
}

/** 100 as published, but never more than an eighth of a small chunk. */
function defaultOverlap(size: number): number {
  return Math.min(100, Math.floor(size / 8));
}
