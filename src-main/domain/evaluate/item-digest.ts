// The part of an item that rows and summaries read: an item without its lists, its prompt and its passages.
import type { Attempt, Item } from '#contract/items';

export type AttemptDigest = Pick<Attempt, 'reply' | 'usage' | 'violation'>;

/** Every item is one too. */
export type ItemDigest = Pick<Item, 'questionId' | 'answer' | 'providerError' | 'timings'> & {
  /** Nothing reads more of the list than whether it is empty. */
  readonly retrieval: {
    readonly ranked: readonly unknown[];
    readonly judging?: Item['retrieval']['judging'];
  };
  /** What was asked before a fallback retriever searched again. */
  readonly earlier?: AskedDigest;
} & AskedDigest;

interface AskedDigest {
  readonly prompt: Pick<Item['prompt'], 'estimatedTokens'>;
  readonly attempts: readonly AttemptDigest[];
}

/** Keeps what summaries need; a reply only where its tokens were not reported and have to be estimated. */
export function digestItem(item: Item): ItemDigest {
  const { questionId, answer, providerError, timings } = item;
  const { ranked, judging } = item.retrieval;
  return {
    ...{ questionId, answer, providerError, timings },
    retrieval: { ranked: ranked.length > 0 ? [true] : [], ...(judging ? { judging } : {}) },
    ...digestAsked(item),
    ...(item.earlier ? { earlier: digestAsked(item.earlier) } : {}),
  };
}

function digestAsked({ prompt, attempts }: Pick<Item, 'prompt' | 'attempts'>): AskedDigest {
  return {
    prompt: { estimatedTokens: prompt.estimatedTokens },
    attempts: attempts.map(({ reply, usage, violation }) => ({
      reply: usage.completionTokens === null ? reply : '',
      usage,
      violation,
    })),
  };
}
