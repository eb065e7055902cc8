// The legs of a search into what an item keeps of it: every list, the final ranking and the cut.
import type { Config } from '#contract/config';
import type { Retriever } from '#contract/config/retriever';
import type { Chunk } from '#contract/documents';
import type { Retrieval } from '#contract/items';
import type { RankedChunk } from './ranked-chunk.ts';
import { fuseRrf } from './rrf.ts';

export interface Leg {
  readonly retriever: Pick<Retriever, 'id' | 'weight'>;
  /** Best first. */
  readonly hits: readonly RankedChunk[];
}

/**
 * One leg keeps its own order and scores; several are fused. Then `select.minScore` drops what is not strictly above
 * it on the final score, and the first `select.k` are selected.
 * @param input.chunks in corpus order: `hits[i].chunk` is an index into it
 * @returns ranks (from 1) and scores of each hit in every leg that listed it
 */
export function combineLegs(input: {
  readonly legs: readonly Leg[];
  readonly chunks: readonly Chunk[];
  readonly fusion: Config['fusion'];
  readonly select: Config['select'];
}): Retrieval {
  const { legs, chunks, fusion, select } = input;
  const places = legs.map(({ retriever, hits }) => ({
    id: retriever.id,
    byChunk: new Map(hits.map(({ chunk, score }, index) => [chunk, { rank: index + 1, score }])),
  }));
  const ranked = rankFinally(legs, fusion)
    .filter(({ score }) => select.minScore === null || score > select.minScore)
    .map(({ chunk: index, score }, place) => {
      const chunk = chunkAt(chunks, index);
      const listed = places.flatMap(({ id, byChunk }) => {
        const found = byChunk.get(index);
        return found ? [{ id, ...found }] : [];
      });
      return {
        position: place + 1,
        score,
        chunkId: chunk.id,
        documentId: chunk.documentId,
        start: chunk.start,
        end: chunk.end,
        ranks: Object.fromEntries(listed.map(({ id, rank }) => [id, rank])),
        scores: Object.fromEntries(listed.map(({ id, score: own }) => [id, own])),
      };
    });
  return {
    legs: legs.map(({ retriever, hits }) => ({
      retriever: retriever.id,
      hits: hits.map(({ chunk, score }) => ({ chunkId: chunkAt(chunks, chunk).id, score })),
    })),
    ranked,
    selected: Math.min(select.k, ranked.length),
  };
}

function rankFinally(legs: readonly Leg[], fusion: Config['fusion']): readonly RankedChunk[] {
  const [only] = legs;
  if (only && legs.length === 1) return only.hits;
  if (fusion.kind !== 'rrf') throw new RangeError(`the fusion ${fusion.kind} is not known here`);
  return fuseRrf(
    legs.map(({ retriever, hits }) => ({ weight: retriever.weight, hits })),
    fusion.k,
  );
}

function chunkAt(chunks: readonly Chunk[], index: number): Chunk {
  const chunk = chunks[index];
  if (!chunk) throw new Error(`A hit names chunk ${index} of ${chunks.length}.`);
  return chunk;
}
