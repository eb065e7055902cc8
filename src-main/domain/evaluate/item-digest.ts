// The part of an item that rows and summaries read: an item without its lists, its prompt and its passages.
import type { Attempt, Item } from '#contract/items';

export type AttemptDigest = Pick<Attempt, 'reply' | 'usage' | 'violation'>;

/** Every item is one too. */
export type ItemDigest = Pick<Item, 'questionId' | 'answer' | 'providerError' | 'timings'> & {
  /** Nothing reads more of the list than whether it is empty. */
  readonly retrieval: { readonly ranked: readonly unknown[] };
  readonly prompt: Pick<Item['prompt'], 'estimatedTokens'>;
  readonly attempts: readonly AttemptDigest[];
};

/** Keeps what summaries need; a reply only where its tokens were not reported and have to be estimated. */
export function digestItem(item: Item): ItemDigest {
  const { questionId, answer, providerError, timings } = item;
  return {
    ...{ questionId, answer, providerError, timings },
    retrieval: { ranked: item.retrieval.ranked.length > 0 ? [true] : [] },
    prompt: { estimatedTokens: item.prompt.estimatedTokens },
    attempts: item.attempts.map(({ reply, usage, violation }) => ({
      reply: usage.completionTokens === null ? reply : '',
      usage,
      violation,
    })),
  };
}
