// How the chunks of a text are drawn in a margin: which lane each bracket takes, and which number stands where. Pure.

/** A chunk [start, end) of the document's text, in UTF-16 code units. */
export interface ChunkSpan {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** `start` and `end` leave out the white space around the chunk, so that a bracket ends on the last line that says something. */
export interface ChunkBar extends ChunkSpan {
  /** From 0, the lane nearest to the text. */
  readonly lane: number;
  /** Written at its start; null where the number of a chunk just before stands for it. */
  readonly label: string | null;
}

export const laneCount = 3;
/** Chunks nearer than this may share a line, so they take lanes of their own. */
const sameLine = 60;
/** Numbers nearer than this would stand on one another. */
const sameLabel = 130;

/** `kb/returns#12` is 12. */
export function chunkNumber(id: string): string {
  return id.slice(id.lastIndexOf('#') + 1);
}

/** Brackets of chunks sorted by start. Chunks that overlap, or that may stand on one line, take different lanes while there are some. */
export function layOutChunks(chunks: readonly ChunkSpan[], text: string): readonly ChunkBar[] {
  const ends = new Array<number>(laneCount).fill(-Infinity);
  const lanes = chunks.map(({ start, end }) => {
    const free = ends.findIndex((last) => last + sameLine <= start);
    const lane = free >= 0 ? free : ends.indexOf(Math.min(...ends));
    ends[lane] = Math.max(ends[lane] ?? end, end);
    return lane;
  });
  const labels = labelChunks(chunks, text);
  return chunks.map((chunk, index) => ({
    id: chunk.id,
    ...trimSpan(text, chunk),
    lane: lanes[index] ?? 0,
    label: labels[index] ?? null,
  }));
}

/** A chunk of nothing but white space stays as it is. */
function trimSpan(text: string, { start, end }: ChunkSpan): { readonly start: number; readonly end: number } {
  let first = start;
  let last = end;
  while (first < end && /\s/.test(text.charAt(first))) first += 1;
  if (first === end) return { start, end };
  while (last > first && /\s/.test(text.charAt(last - 1))) last -= 1;
  return { start: first, end: last };
}

/** One number for chunks that begin close together on one line, the first one's: `12…`. */
function labelChunks(chunks: readonly ChunkSpan[], text: string): readonly (string | null)[] {
  const labels: (string | null)[] = [];
  let first = -1;
  chunks.forEach((chunk, index) => {
    const before = chunks[first];
    const isNear =
      before !== undefined &&
      chunk.start - before.start < sameLabel &&
      !text.slice(before.start, chunk.start).includes('\n');
    if (isNear) {
      labels[first] = `${chunkNumber(before.id)}…`;
      labels.push(null);
    } else {
      first = index;
      labels.push(chunkNumber(chunk.id));
    }
  });
  return labels;
}
