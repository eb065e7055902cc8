// Looks chunks up by the place they hold in their document.
import type { Chunk } from '#contract/documents';
import type { Place } from './gold.ts';

/** The chunks of one document by start; `reach[i]` is the furthest end among the first i + 1, so that both ends can be searched. */
export interface DocumentChunks {
  readonly chunks: readonly Chunk[];
  readonly reach: readonly number[];
}

export type ChunkIndex = ReadonlyMap<string, DocumentChunks>;

/** Indexes chunks by document, once per corpus: looking evidence up then costs the chunks that touch it. */
export function indexChunksByDocument(chunks: readonly Chunk[]): ChunkIndex {
  const byDocument = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const list = byDocument.get(chunk.documentId);
    if (list) list.push(chunk);
    else byDocument.set(chunk.documentId, [chunk]);
  }
  const index = new Map<string, DocumentChunks>();
  for (const [documentId, list] of byDocument) {
    list.sort((left, right) => left.start - right.start || left.end - right.end);
    let furthest = 0;
    index.set(documentId, {
      chunks: list,
      reach: list.map((chunk) => (furthest = Math.max(furthest, chunk.end))),
    });
  }
  return index;
}

/** The chunks that share a character with the place, by start: a binary search from both sides. */
export function findChunksTouching({ chunks, reach }: DocumentChunks, place: Place): readonly Chunk[] {
  const from = firstIndex(reach.length, (i) => (reach[i] ?? 0) > place.start);
  const to = firstIndex(chunks.length, (i) => (chunks[i]?.start ?? 0) >= place.end);
  return chunks.slice(from, to).filter((chunk) => chunk.end > place.start && chunk.end > chunk.start);
}

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
