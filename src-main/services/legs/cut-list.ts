// What a list from elsewhere may keep: chunks that pass the filter, scores above minScore, and no more than `candidates`.
import type { Retriever } from '#contract/config/retriever';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';

/** The order is kept as given. */
export function cutList(
  hits: readonly RankedChunk[],
  { candidates, minScore }: Pick<Retriever, 'candidates' | 'minScore'>,
  { allowed, deep }: { readonly allowed: Uint8Array | null; readonly deep: boolean },
): RankedChunk[] {
  return hits
    .filter(
      ({ chunk, score }) =>
        (allowed === null || allowed[chunk] === 1) && (minScore === null || score > minScore),
    )
    .slice(0, deep ? undefined : candidates);
}
