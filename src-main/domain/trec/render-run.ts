// Writes ranked lists as a TREC run, `query Q0 id rank score tag`, so that trec_eval reads them in the same order.

export interface RankedList {
  readonly query: string;
  /** Best first; ids are unique. */
  readonly hits: readonly { readonly id: string; readonly score: number }[];
}

export interface RenderedRun {
  readonly lines: readonly string[];
  /** Queries that returned nothing: the format cannot say so. */
  readonly empty: readonly string[];
  /** Scores that were lowered, as little as possible, to keep the order. */
  readonly lowered: number;
  /** True where ids held white space, which the format cannot: every id is then percent-encoded. */
  readonly encoded: boolean;
}

/**
 * trec_eval passes over the rank and sorts by score, a 32-bit float, ties by id descending. A score that is not below
 * the one before it is therefore written as the next 32-bit float below that.
 */
export function renderTrecRun(lists: readonly RankedList[], tag: string): RenderedRun {
  const encoded = lists.some(({ query, hits }) => /\s/u.test(query) || hits.some(({ id }) => /\s/u.test(id)));
  const name = (id: string) => (encoded ? id.replace(/[\s%]/gu, encodeURIComponent) : id);
  let lowered = 0;
  const lines = lists.flatMap(({ query, hits }) => {
    let previous = Infinity;
    return hits.map(({ id, score }, index) => {
      const isBelow = Math.fround(score) < previous;
      const written = isBelow ? score : nextBelow(previous);
      if (!isBelow) lowered += 1;
      previous = Math.fround(written);
      return `${name(query)} Q0 ${name(id)} ${index + 1} ${written} ${name(tag)}`;
    });
  });
  return {
    ...{ lines, lowered, encoded },
    empty: lists.filter(({ hits }) => hits.length === 0).map(({ query }) => query),
  };
}

/** The next 32-bit float below `value`, which is one. */
function nextBelow(value: number): number {
  const bits = new DataView(new ArrayBuffer(4));
  bits.setFloat32(0, value);
  if (value === 0) bits.setUint32(0, 0x80000001);
  else bits.setUint32(0, bits.getUint32(0) + (value > 0 ? -1 : 1));
  return bits.getFloat32(0);
}
