// The lexical index: which terms stand how often in which chunk, as flat arrays that scoring can walk.

/**
 * Postings in compressed rows. Term `t` stands in the chunks `postingChunks[i]`, `postingCounts[i]` times, for
 * `postingStarts[t] <= i < postingStarts[t + 1]`, chunks ascending. Plain data: it can be cloned to another process.
 */
export interface LexicalIndex {
  /** All chunks count, also those without a single term. */
  readonly chunkCount: number;
  /** Terms by id, in order of first appearance. */
  readonly terms: readonly string[];
  readonly termIds: ReadonlyMap<string, number>;
  /** One more entry than terms; the last one is the number of postings. */
  readonly postingStarts: Uint32Array;
  readonly postingChunks: Uint32Array;
  /** 16 bits wide unless a count needs more. */
  readonly postingCounts: Uint16Array | Uint32Array;
  /** Terms of each chunk, with multiplicity. */
  readonly chunkLengths: Uint32Array;
}

export interface LexicalIndexBuilder {
  /** Adds the next chunk, in corpus order. */
  add(text: string): void;
  /** Chunks added so far. */
  readonly chunkCount: number;
  /** Returns the index of all added chunks; the builder takes no more afterwards. */
  finish(): LexicalIndex;
}

/**
 * Returns a builder that a caller can feed in slices.
 * @param analyze turns the text of a chunk into its terms, in order
 */
export function createLexicalIndexBuilder(analyze: (text: string) => readonly string[]): LexicalIndexBuilder {
  const termIds = new Map<string, number>();
  const terms: string[] = [];
  // Per term: the last chunk it stood in (from 1) and its place among that chunk's rows.
  let lastChunk: Uint32Array = new Uint32Array(1024);
  let place: Uint32Array = new Uint32Array(1024);
  // Per row, chunk after chunk: a term and its count.
  let rowTerms: Uint32Array = new Uint32Array(4096);
  let rowCounts: Uint32Array = new Uint32Array(4096);
  let rows = 0;
  let rowStarts: Uint32Array = new Uint32Array(1024);
  let lengths: Uint32Array = new Uint32Array(1024);
  let chunks = 0;
  let finished = false;

  function idOf(token: string): number {
    const known = termIds.get(token);
    if (known !== undefined) return known;
    const term = detach(token);
    const id = terms.length;
    terms.push(term);
    termIds.set(term, id);
    lastChunk = grown(lastChunk, id + 1);
    place = grown(place, id + 1);
    return id;
  }

  function add(text: string): void {
    if (finished) throw new Error('The lexical index is finished: start a new builder to add more chunks.');
    const tokens = analyze(text);
    const count = tokens.length;
    rowTerms = grown(rowTerms, rows + count);
    rowCounts = grown(rowCounts, rows + count);
    rowStarts = grown(rowStarts, chunks + 1);
    lengths = grown(lengths, chunks + 1);
    rowStarts[chunks] = rows;
    lengths[chunks] = count;
    chunks += 1;
    for (let i = 0; i < count; i += 1) {
      const id = idOf(tokens[i] as string);
      if (lastChunk[id] === chunks) {
        (rowCounts[place[id] as number] as number) += 1;
      } else {
        lastChunk[id] = chunks;
        place[id] = rows;
        rowTerms[rows] = id;
        rowCounts[rows] = 1;
        rows += 1;
      }
    }
  }

  function finish(): LexicalIndex {
    finished = true;
    const postings = transpose(terms.length, chunks, rows, rowStarts, rowTerms, rowCounts);
    rowTerms = rowCounts = lastChunk = place = new Uint32Array(0);
    return { chunkCount: chunks, terms, termIds, ...postings, chunkLengths: lengths.slice(0, chunks) };
  }

  return {
    add,
    finish,
    get chunkCount() {
      return chunks;
    },
  };
}

/** Turns rows by chunk into rows by term: a counting sort, so chunks ascend within a term. */
function transpose(
  termCount: number,
  chunkCount: number,
  rows: number,
  rowStarts: Uint32Array,
  rowTerms: Uint32Array,
  rowCounts: Uint32Array,
): Pick<LexicalIndex, 'postingStarts' | 'postingChunks' | 'postingCounts'> {
  const postingStarts = new Uint32Array(termCount + 1);
  let largest = 0;
  for (let row = 0; row < rows; row += 1) {
    (postingStarts[(rowTerms[row] as number) + 1] as number) += 1;
    if ((rowCounts[row] as number) > largest) largest = rowCounts[row] as number;
  }
  for (let term = 0; term < termCount; term += 1) {
    (postingStarts[term + 1] as number) += postingStarts[term] as number;
  }
  const next = postingStarts.slice(0, termCount);
  const postingChunks = new Uint32Array(rows);
  const postingCounts = largest > 0xffff ? new Uint32Array(rows) : new Uint16Array(rows);
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    const end = chunk + 1 < chunkCount ? (rowStarts[chunk + 1] as number) : rows;
    for (let row = rowStarts[chunk] as number; row < end; row += 1) {
      const term = rowTerms[row] as number;
      const at = next[term] as number;
      next[term] = at + 1;
      postingChunks[at] = chunk;
      postingCounts[at] = rowCounts[row] as number;
    }
  }
  return { postingStarts, postingChunks, postingCounts };
}

/** Returns an array of at least `size` entries with the same content, growing by half so that adding stays linear. */
function grown(array: Uint32Array, size: number): Uint32Array {
  if (size <= array.length) return array;
  const larger = new Uint32Array(Math.max(size, array.length + (array.length >> 1)));
  larger.set(array);
  return larger;
}

/** Copies a term: an engine may keep a long substring as a view that holds its whole document in memory. */
function detach(token: string): string {
  return token.length < 13 ? token : ` ${token}`.slice(1);
}
