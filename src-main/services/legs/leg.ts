// What one retriever does in a search: its list for a query, and what a person should know about it.
import type { Retriever } from '#contract/config/retriever';
import type { Found, Query } from './query.ts';

export interface Leg {
  readonly retriever: Retriever;
  /** Does for many queries at once what they will need; ranking works without it too. */
  prepare(queries: readonly string[], signal?: AbortSignal): Promise<void>;
  rank(query: Query, signal: AbortSignal): Promise<Found>;
}

/** What limits every retriever's list beside its own settings. */
export interface LegLimits {
  /** Per chunk 1 or 0, in corpus order, by the filters of config and retriever; null: all may be listed. */
  readonly allowed: Uint8Array | null;
  /** Lists reach to the end of the corpus instead of the retriever's `candidates`. */
  readonly deep: boolean;
}

export async function prepareNothing(): Promise<void> {}
