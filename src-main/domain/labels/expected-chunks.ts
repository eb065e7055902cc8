// Which chunks hold a question's evidence under a chunking, and which evidence no chunk holds.
import type { Chunk, CorpusDocument } from '#contract/documents';
import { isWhiteSpace, measureSpan, type MeasuredSpan } from './coverage.ts';
import type { Gold, GoldMember } from './gold.ts';

/** The chunks of one document by start; `reach[i]` is the furthest end among the first i + 1, so that both ends can be searched. */
interface DocumentChunks {
  readonly chunks: readonly Chunk[];
  readonly reach: readonly number[];
}

export type ChunkIndex = ReadonlyMap<string, DocumentChunks>;

type Documents = ReadonlyMap<string, CorpusDocument>;

/** Indexes chunks by document, once per corpus: looking evidence up then costs the chunks that touch it. */
export function indexChunksByDocument(chunks: readonly Chunk[]): ChunkIndex {
  const byDocument = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const list = byDocument.get(chunk.documentId);
    if (list) list.push(chunk);
    else byDocument.set(chunk.documentId, [chunk]);
  }
  const index = new Map<string, DocumentChunks>();
  for (const [documentId, list] of byDocument) {
    list.sort((left, right) => left.start - right.start || left.end - right.end);
    let furthest = 0;
    index.set(documentId, {
      chunks: list,
      reach: list.map((chunk) => (furthest = Math.max(furthest, chunk.end))),
    });
  }
  return index;
}

/**
 * For each gold group, in order: can any selection of chunks find it? A span needs the union of all chunks to cover
 * `theta` of it, a whole document needs one chunk. A group that cannot be found is the chunker's loss: `not-indexed`.
 */
export function indexCoverage(
  gold: Gold,
  index: ChunkIndex,
  documents: Documents,
  theta: number,
): readonly boolean[] {
  return gold.groups.map(({ members }) =>
    members.some((member) => expectedOfMember(member, index, documents, theta).length > 0),
  );
}

/** The chunks that cover one evidence group; empty where no selection of chunks finds it. */
export interface ExpectedChunks {
  readonly group: number;
  /** In corpus order, without repeats. */
  readonly chunkIds: readonly string[];
}

/**
 * The expected chunks of each gold group: for every member, each chunk that alone covers `theta` of the span (any
 * chunk of a whole document). Where no single chunk does, a set that does together and of which no chunk can be left
 * out; at theta 1 it is a smallest one. Members without any such chunk add nothing.
 */
export function expectedChunks(
  gold: Gold,
  index: ChunkIndex,
  documents: Documents,
  theta: number,
): readonly ExpectedChunks[] {
  return gold.groups.map(({ group, members }) => {
    const chunks = new Set(members.flatMap((member) => expectedOfMember(member, index, documents, theta)));
    const ordered = [...chunks].toSorted((left, right) => left.index - right.index);
    return { group, chunkIds: ordered.map((chunk) => chunk.id) };
  });
}

function expectedOfMember(
  member: GoldMember,
  index: ChunkIndex,
  documents: Documents,
  theta: number,
): readonly Chunk[] {
  const ofDocument = index.get(member.documentId);
  if (!ofDocument) return [];
  if (member.whole) return ofDocument.chunks;
  const text = documents.get(member.documentId)?.text ?? '';
  const span = measureSpan(member, text);
  const touching = chunksTouching(ofDocument, member);
  const alone = touching.filter((chunk) => span.shareOf([chunk]) >= theta);
  if (alone.length > 0) return alone;
  if (span.shareOf(touching) < theta) return [];
  const chosen = sweep(touching, member, text);
  return theta === 1 ? chosen : dropSpare(chosen, span, theta);
}

/** Binary search from both sides: the first chunk that reaches past the span's start, and those that start before its end. */
function chunksTouching({ chunks, reach }: DocumentChunks, member: GoldMember): readonly Chunk[] {
  const from = firstIndex(reach.length, (i) => (reach[i] ?? 0) > member.start);
  const to = firstIndex(chunks.length, (i) => (chunks[i]?.start ?? 0) >= member.end);
  return chunks.slice(from, to).filter((chunk) => chunk.end > member.start && chunk.end > chunk.start);
}

function firstIndex(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From left to right, always the chunk that reaches furthest among those that leave no character out: fewest intervals. */
function sweep(touching: readonly Chunk[], member: GoldMember, text: string): readonly Chunk[] {
  const chosen: Chunk[] = [];
  let at = skipWhiteSpace(text, member.start, member.end);
  while (at < member.end) {
    let best: Chunk | null = null;
    let next = member.end;
    for (const chunk of touching) {
      if (chunk.start > at) next = Math.min(next, chunk.start);
      else if (chunk.end > at && (best === null || chunk.end > best.end)) best = chunk;
    }
    if (best) chosen.push(best);
    // Where no chunk holds this character (theta below 1), go on at the next chunk.
    at = skipWhiteSpace(text, best ? best.end : next, member.end);
  }
  return chosen;
}

function skipWhiteSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isWhiteSpace(text.charCodeAt(at))) at += 1;
  return at;
}

/** Leaves out, least useful first, every chunk without which the rest still covers enough. */
function dropSpare(chosen: readonly Chunk[], span: MeasuredSpan, theta: number): readonly Chunk[] {
  const byUse = chosen.toSorted((left, right) => span.shareOf([left]) - span.shareOf([right]));
  let kept = chosen;
  for (const chunk of byUse) {
    const rest = kept.filter((other) => other !== chunk);
    if (span.shareOf(rest) >= theta) kept = rest;
  }
  return kept;
}
