// What is searched for, and what a search may report beside its list.
import type { Judgement, ProviderError } from '#contract/items';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import type { Spent } from '#domain/evaluate/summarise-calls';

export interface Query {
  /** Of the question in the bank; null for a query typed by hand. */
  readonly id: string | null;
  readonly text: string;
}

/** One list of a search, or of a rerank step, with all that is known of how it came about. */
export interface Found<Hit extends RankedChunk = RankedChunk> {
  /** Best first. */
  readonly hits: readonly Hit[];
  /** In words, naming the retriever: why a list is empty, say. */
  readonly warnings?: readonly string[];
  readonly judgements?: readonly Judgement[];
  /** Calls of a judging model. */
  readonly usage?: Spent;
  /** A call failed, so that this list is not what it would have been. */
  readonly providerError?: ProviderError | null;
}
