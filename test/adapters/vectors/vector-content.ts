// What tests store: seeded vectors with the rows of made-up chunks.
import type { VectorRow, VectorStore } from '#services/ports';
import { seededVectors } from './seeded-vectors.ts';

type Content = Parameters<VectorStore['save']>[1];

/** @param seed also part of the model hash, so that it tells one content from another */
export function vectorContent(count: number, dims: number, seed: number): Content {
  const rows = Array.from({ length: count }, (_, index): VectorRow => ({
    chunkId: `дoc ${index >> 1}#${index % 2}`,
    documentId: `дoc ${index >> 1}`,
    start: index,
    end: index + 10,
    textHash: `sha256:${index}`,
  }));
  return { rows, vectors: seededVectors(count, dims, seed), dims, modelHash: `model ${seed}`, cut: seed };
}
