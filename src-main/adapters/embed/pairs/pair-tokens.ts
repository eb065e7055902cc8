// Joins the tokens of a query and of a text to the sequence a cross-encoder reads, cut at the model's limit.

/** Token ids, each with its type: which of the two texts it belongs to, where the model tells them apart. */
export interface TypedTokens {
  readonly ids: readonly number[];
  readonly types: readonly number[];
}

export interface PairSequence extends TypedTokens {
  /** True where the pair was longer than the model's limit, and lost the end of a text. */
  readonly cut: boolean;
}

/** The special tokens around the two texts (BERT: `[CLS]` query `[SEP]` text `[SEP]`), and the types of the texts' own. */
export interface PairFrame {
  readonly before: TypedTokens;
  readonly queryType: number;
  readonly between: TypedTokens;
  readonly textType: number;
  readonly after: TypedTokens;
}

/**
 * Reads the frame off a pair of twice the same word.
 * @param pair the word with itself, special tokens included
 * @param word ids of the word alone, at least one
 * @returns null where the word does not stand in the pair twice, so that this is no pair of texts
 */
export function findPairFrame(pair: TypedTokens, word: readonly number[]): PairFrame | null {
  const stands = (at: number) => word.length > 0 && word.every((id, index) => pair.ids[at + index] === id);
  const places = [...pair.ids.keys()].filter(stands);
  const first = places[0];
  const second = places.at(-1);
  if (first === undefined || second === undefined || second < first + word.length) return null;
  const part = (start: number, end?: number): TypedTokens => ({
    ids: pair.ids.slice(start, end),
    types: pair.types.slice(start, end),
  });
  return {
    before: part(0, first),
    queryType: pair.types[first] ?? 0,
    between: part(first + word.length, second),
    textType: pair.types[second] ?? 0,
    after: part(second + word.length),
  };
}

/**
 * Joins the two texts' ids inside the frame. Where they are too long together, the longer one loses its end, then both,
 * as the tokenizers of the models' authors do ('longest first').
 * @param limit most tokens of a sequence, the special ones included
 */
export function joinPair(
  frame: PairFrame,
  query: readonly number[],
  text: readonly number[],
  limit: number,
): PairSequence {
  const { before, between, after, queryType, textType } = frame;
  const room = Math.max(0, limit - before.ids.length - between.ids.length - after.ids.length);
  const keep = keepLongestFirst(query.length, text.length, room);
  const head = query.slice(0, keep.query);
  const tail = text.slice(0, keep.text);
  return {
    ids: [...before.ids, ...head, ...between.ids, ...tail, ...after.ids],
    types: [
      ...before.types,
      ...head.map(() => queryType),
      ...between.types,
      ...tail.map(() => textType),
      ...after.types,
    ],
    cut: head.length + tail.length < query.length + text.length,
  };
}

/**
 * How much of each text stays: as if the longer of the two lost one token after the other. The end result of equal
 * lengths gives the odd token to the one that was longer, and to the text where they were equal.
 */
export function keepLongestFirst(
  query: number,
  text: number,
  room: number,
): { readonly query: number; readonly text: number } {
  if (query + text <= room) return { query, text };
  const half = Math.floor(room / 2);
  const short = Math.min(query, text, half);
  return query > text ? { query: room - short, text: short } : { query: short, text: room - short };
}
