// The legs of a search into what an item keeps of it: every list, the final ranking and the cut.
import type { Config } from '#contract/config';
import type { Chunk } from '#contract/documents';
import type { Hit, Judgement, Retrieval } from '#contract/items';
import { fuseLegs, type Leg } from './fuse-legs.ts';
import type { RerankedChunk } from './rerank/apply-scores.ts';

/** The list after one rerank step. */
export interface RerankStep {
  readonly kind: string;
  /** Best first. */
  readonly hits: readonly RerankedChunk[];
  readonly judgements?: readonly Judgement[];
}

export interface CombineInput {
  readonly legs: readonly Leg[];
  /** In corpus order: `hits[i].chunk` is an index into it. */
  readonly chunks: readonly Chunk[];
  readonly fusion: Config['fusion'];
  readonly select: Config['select'];
  /** In order: the first one was given `fuseLegs(legs, fusion)`, each other one the list of the one before. */
  readonly reranks?: readonly RerankStep[];
  /** Which fallback retrievers were asked, and why. */
  readonly fallback?: Retrieval['fallback'];
  readonly warnings?: readonly string[];
}

/**
 * One leg keeps its own order and scores; several are fused; the last rerank step has the last word. Then `select.minScore`
 * drops what is not strictly above it on the final score, and what the last scoring step did not score at all: nothing
 * shows that it would pass. The first `select.k` are selected.
 * @returns ranks (from 1) and scores of each hit in every leg that listed it
 */
export function combineLegs(input: CombineInput): Retrieval {
  const { legs, chunks, select, reranks = [], fallback = [], warnings = [] } = input;
  const fused = fuseLegs(legs, input.fusion);
  const final: readonly RerankedChunk[] = reranks.at(-1)?.hits ?? fused;
  const { minScore } = select;
  const passing = final.filter(
    ({ score, unscored }) => minScore === null || (unscored !== true && score > minScore),
  );
  const ranked = describeHits(passing, legs, chunks);
  const name = ({ chunk, score }: RerankedChunk) => ({ chunkId: chunkAt(chunks, chunk).id, score });
  return {
    legs: legs.map(({ retriever, hits, skipped, judgements }) => ({
      retriever: retriever.id,
      hits: hits.map(name),
      ...(skipped === undefined ? {} : { skipped }),
      ...(judgements ? { judgements: [...judgements] } : {}),
    })),
    ...(reranks.length === 0
      ? {}
      : { fused: fused.map(name), reranks: reranks.map((step) => nameStep(step, name)) }),
    ...(fallback.length === 0 ? {} : { fallback: [...fallback] }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
    ranked,
    selected: Math.min(select.k, ranked.length),
  };
}

function nameStep(
  { kind, hits, judgements }: RerankStep,
  name: (hit: RerankedChunk) => { chunkId: string; score: number },
): NonNullable<Retrieval['reranks']>[number] {
  return {
    kind,
    hits: hits.map((hit) => (hit.unscored === true ? { ...name(hit), unscored: true } : name(hit))),
    ...(judgements ? { judgements: [...judgements] } : {}),
  };
}

function describeHits(hits: readonly RerankedChunk[], legs: readonly Leg[], chunks: readonly Chunk[]): Hit[] {
  const places = legs.map((leg) => ({
    id: leg.retriever.id,
    byChunk: new Map(leg.hits.map(({ chunk, score }, index) => [chunk, { rank: index + 1, score }])),
  }));
  return hits.map(({ chunk: index, score }, place) => {
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
}

function chunkAt(chunks: readonly Chunk[], index: number): Chunk {
  const chunk = chunks[index];
  if (!chunk) throw new Error(`A hit names chunk ${index} of ${chunks.length}.`);
  return chunk;
}
