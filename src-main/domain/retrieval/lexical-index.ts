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

/** What has been added: per chunk a row of entries, each a term and its count. */
interface Rows {
  chunkCount: number;
  /** Where each chunk's row starts. */
  starts: Uint32Array;
  /** Terms of each chunk, with multiplicity. */
  lengths: Uint32Array;
  entryCount: number;
  entryTerms: Uint32Array;
  entryCounts: Uint32Array;
}

interface TermTable {
  readonly terms: string[];
  readonly termIds: Map<string, number>;
  /** Per term: the last chunk it stood in, from 1, and its entry there. */
  lastChunks: Uint32Array;
  lastEntries: Uint32Array;
}

/**
 * Returns a builder that a caller can feed in slices.
 * @param analyze turns the text of a chunk into its terms, in order
 */
export function createLexicalIndexBuilder(analyze: (text: string) => readonly string[]): LexicalIndexBuilder {
  const rows: Rows = {
    chunkCount: 0,
    starts: new Uint32Array(1024),
    lengths: new Uint32Array(1024),
    entryCount: 0,
    entryTerms: new Uint32Array(4096),
    entryCounts: new Uint32Array(4096),
  };
  const table: TermTable = {
    terms: [],
    termIds: new Map(),
    lastChunks: new Uint32Array(1024),
    lastEntries: new Uint32Array(1024),
  };
  let finished = false;
  return {
    add(text) {
      if (finished) throw new Error('The lexical index is finished: start a new builder to add more chunks.');
      appendRow(rows, table, analyze(text));
    },
    finish() {
      finished = true;
      const { terms, termIds } = table;
      const chunkLengths = rows.lengths.slice(0, rows.chunkCount);
      return { chunkCount: rows.chunkCount, terms, termIds, ...transpose(rows, terms.length), chunkLengths };
    },
    get chunkCount() {
      return rows.chunkCount;
    },
  };
}

function appendRow(rows: Rows, table: TermTable, tokens: readonly string[]): void {
  rows.entryTerms = grown(rows.entryTerms, rows.entryCount + tokens.length);
  rows.entryCounts = grown(rows.entryCounts, rows.entryCount + tokens.length);
  rows.starts = grown(rows.starts, rows.chunkCount + 1);
  rows.lengths = grown(rows.lengths, rows.chunkCount + 1);
  rows.starts[rows.chunkCount] = rows.entryCount;
  rows.lengths[rows.chunkCount] = tokens.length;
  rows.chunkCount += 1;
  const { chunkCount, entryTerms, entryCounts } = rows;
  let entry = rows.entryCount;
  for (const token of tokens) {
    const id = idOf(table, token);
    if (table.lastChunks[id] === chunkCount) {
      (entryCounts[table.lastEntries[id] as number] as number) += 1;
      continue;
    }
    table.lastChunks[id] = chunkCount;
    table.lastEntries[id] = entry;
    entryTerms[entry] = id;
    entryCounts[entry] = 1;
    entry += 1;
  }
  rows.entryCount = entry;
}

function idOf(table: TermTable, token: string): number {
  const known = table.termIds.get(token);
  if (known !== undefined) return known;
  const term = detach(token);
  const id = table.terms.length;
  table.terms.push(term);
  table.termIds.set(term, id);
  table.lastChunks = grown(table.lastChunks, id + 1);
  table.lastEntries = grown(table.lastEntries, id + 1);
  return id;
}

/** Turns rows by chunk into rows by term: a counting sort, so chunks ascend within a term. */
function transpose(
  rows: Rows,
  termCount: number,
): Pick<LexicalIndex, 'postingStarts' | 'postingChunks' | 'postingCounts'> {
  const { chunkCount, starts, entryCount, entryTerms, entryCounts } = rows;
  const postingStarts = new Uint32Array(termCount + 1);
  let largest = 0;
  for (let entry = 0; entry < entryCount; entry += 1) {
    (postingStarts[(entryTerms[entry] as number) + 1] as number) += 1;
    if ((entryCounts[entry] as number) > largest) largest = entryCounts[entry] as number;
  }
  for (let term = 0; term < termCount; term += 1) {
    (postingStarts[term + 1] as number) += postingStarts[term] as number;
  }
  const next = postingStarts.slice(0, termCount);
  const postingChunks = new Uint32Array(entryCount);
  const postingCounts = largest > 0xffff ? new Uint32Array(entryCount) : new Uint16Array(entryCount);
  for (let chunk = 0; chunk < chunkCount; chunk += 1) {
    const end = chunk + 1 < chunkCount ? (starts[chunk + 1] as number) : entryCount;
    for (let entry = starts[chunk] as number; entry < end; entry += 1) {
      const term = entryTerms[entry] as number;
      const at = next[term] as number;
      next[term] = at + 1;
      postingChunks[at] = chunk;
      postingCounts[at] = entryCounts[entry] as number;
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
