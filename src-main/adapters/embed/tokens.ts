// Cuts token sequences at a model's limit and keeps the special tokens that frame them.

/** The ids of one text as the model gets them. */
export interface TokenSequence {
  readonly ids: readonly number[];
  /** True where the text was longer than the model's limit. */
  readonly cut: boolean;
  /** True where nothing stands between the special tokens: the text says nothing to this model. */
  readonly empty: boolean;
}

/** How many special tokens a tokenizer puts before and after a text (BERT: `[CLS]`, `[SEP]`: 1 and 1). */
export interface SpecialFrame {
  readonly before: number;
  readonly after: number;
}

/**
 * Finds the frame by comparing the ids of an empty text with those of a text of a few words.
 * @param empty ids of the empty text: the special tokens alone
 * @param sample ids of any other text
 */
export function findFrame(empty: readonly number[], sample: readonly number[]): SpecialFrame {
  let before = 0;
  while (before < empty.length && empty[before] === sample[before]) before += 1;
  return { before, after: empty.length - before };
}

/**
 * Cuts ids to at most `limit`, as the tokenizers of the models' authors do: the text loses its end, the special
 * tokens after it stay. (The library's own truncation drops them, which moves the vector.)
 */
export function cutTokens(ids: readonly number[], limit: number, frame: SpecialFrame): TokenSequence {
  const empty = ids.length <= frame.before + frame.after;
  if (ids.length <= limit) return { ids, cut: false, empty };
  const tail = frame.after === 0 ? [] : ids.slice(-frame.after);
  return { ids: [...ids.slice(0, limit - tail.length), ...tail], cut: true, empty };
}

/**
 * The most tokens a model takes: the tokenizer's `model_max_length`, never more than its table of positions holds.
 * Tokenizers without a limit write a huge number there; RoBERTa's positions start after the padding id.
 * @param tokenizerLimit `model_max_length` of tokenizer_config.json, if any
 * @param config the model's config.json
 * @returns the limit, or null where neither file names one
 */
export function tokenLimit(
  tokenizerLimit: unknown,
  config: Readonly<Record<string, unknown>>,
): number | null {
  const { max_position_embeddings: positions, model_type: type, pad_token_id: padding } = config;
  const offset =
    typeof type === 'string' && /roberta|camembert|mpnet/.test(type) && typeof padding === 'number'
      ? padding + 1
      : 0;
  const limits = [tokenizerLimit, typeof positions === 'number' ? positions - offset : null];
  const usable = limits.filter(
    (limit): limit is number => typeof limit === 'number' && limit > 2 && limit < 1e6,
  );
  return usable.length === 0 ? null : Math.min(...usable);
}
