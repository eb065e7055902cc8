// Which chunks hold a question's evidence under a chunking, and which evidence no chunk holds.
import type { Chunk, CorpusDocument } from '#contract/documents';
import { findChunksTouching, type ChunkIndex } from './chunk-lookup.ts';
import { isWhiteSpace, measureSpan, type MeasuredSpan } from './coverage.ts';
import type { Gold, GoldMember } from './gold.ts';

type Documents = ReadonlyMap<string, CorpusDocument>;

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
  const touching = findChunksTouching(ofDocument, member);
  const alone = touching.filter((chunk) => span.shareOf([chunk]) >= theta);
  if (alone.length > 0) return alone;
  if (span.shareOf(touching) < theta) return [];
  const chosen = sweep(touching, member, text);
  return theta === 1 ? chosen : dropSpare(chosen, span, theta);
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
