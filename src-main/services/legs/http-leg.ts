// The leg of an `http` retriever: what a user's own retriever returns, found again in our corpus.
import type { HttpRetriever } from '#contract/config/retriever';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { createHitMatcher } from '#domain/retrieval/match-hits';
import type { ForeignRetriever } from '../model-ports.ts';
import { cutList } from './cut-list.ts';
import type { Found, Query } from './query.ts';

interface HttpLegWorld {
  readonly chunks: readonly Chunk[];
  readonly documents: readonly CorpusDocument[];
  /** Per chunk 1 or 0; null: all may be listed. */
  readonly allowed: Uint8Array | null;
  readonly foreign: ForeignRetriever;
  readonly deep: boolean;
}

export function openHttpLeg(
  retriever: HttpRetriever,
  world: HttpLegWorld,
): (query: Query, signal: AbortSignal) => Promise<Found> {
  const matcher = createHitMatcher(world.chunks, world.documents);
  const wanted = world.deep ? world.chunks.length : retriever.candidates;
  return async ({ text }, signal) => {
    const answer = await world.foreign.retrieve(text, wanted, signal);
    if (!answer.ok)
      return {
        hits: [],
        warnings: [`${retriever.id}: ${answer.error.message}`],
        providerError: answer.error,
      };
    const { hits, unmatched } = matcher.match(answer.hits);
    const warnings =
      unmatched.length === 0
        ? []
        : [
            `${retriever.id}: ${unmatched.length} of ${answer.hits.length} hits fit no document, chunk or text of this corpus.`,
          ];
    return { hits: cutList(hits, retriever, world), warnings };
  };
}
