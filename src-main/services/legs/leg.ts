// What one retriever does in a search: its list for a query, and what a person should know about it.
import type { Retriever } from '#contract/config/retriever';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';

export interface Leg {
  readonly retriever: Retriever;
  /** Does for many queries at once what they will need; ranking works without it too. */
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  rank(query: string): Promise<LegResult>;
}

export interface LegResult {
  /** Best first. */
  readonly hits: readonly RankedChunk[];
  /** In words, naming the retriever: why a list is empty, say. */
  readonly warnings?: readonly string[];
}
