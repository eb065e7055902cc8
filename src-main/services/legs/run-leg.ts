// The leg of a `run` retriever: the ranked lists of another system, from a TREC run in the workspace.
import type { RunRetriever } from '#contract/config/retriever';
import type { Chunk, CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import { createHitMatcher } from '#domain/retrieval/match-hits';
import { readTrecRun } from '#domain/trec/read-run';
import { cutList } from './cut-list.ts';
import type { Found, Query } from './query.ts';

interface RunLegWorld {
  readonly chunks: readonly Chunk[];
  readonly documents: readonly CorpusDocument[];
  /** Per chunk 1 or 0; null: all may be listed. */
  readonly allowed: Uint8Array | null;
  readonly loadText: (path: string) => Promise<string>;
  readonly deep: boolean;
}

/** Throws invalid-input with every wrong line of the file, and where its ids fit nothing of this corpus. */
export async function openRunLeg(
  retriever: RunRetriever,
  world: RunLegWorld,
): Promise<(query: Query) => Promise<Found>> {
  const { lists, problems } = readTrecRun(await world.loadText(retriever.file), retriever.file);
  if (problems.length > 0)
    throw new AppError(
      'invalid-input',
      `${retriever.file}, which the retriever ${retriever.id} names, is no TREC run: ${problems.length} lines are wrong. Mend them, or write the file anew.`,
      { problems: problems.slice(0, 20) },
    );
  const matcher = createHitMatcher(world.chunks, world.documents);
  return async ({ id, text }) => {
    const list = lists.get(id ?? '') ?? (id === null ? lists.get(text) : undefined);
    if (!list) {
      const asked = id === null ? 'a query without the id of a question' : `the question "${id}"`;
      return { hits: [], warnings: [`${retriever.id}: ${retriever.file} has no list for ${asked}.`] };
    }
    const { hits, unmatched } = matcher.match(
      list.map(({ id: name, score }) => ({ chunkId: name, documentId: name, score })),
    );
    const unknown = unmatched.slice(0, 3).map(({ documentId }) => documentId);
    const warnings =
      unmatched.length === 0
        ? []
        : [
            `${retriever.id}: ${unmatched.length} of ${list.length} entries name no document or chunk of this corpus, such as ${unknown.join(', ')}.`,
          ];
    return { hits: cutList(hits, retriever, world), warnings };
  };
}
