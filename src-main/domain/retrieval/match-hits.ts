// Finds, in our own corpus, what another system returned: by chunk id, by document id, or by the text itself.
import type { Chunk, CorpusDocument } from '#contract/documents';
import type { RankedChunk } from './ranked-chunk.ts';

export interface ForeignHit {
  readonly chunkId?: string;
  readonly documentId?: string;
  readonly text?: string;
  readonly score: number;
}

export interface MatchedHits {
  /** In the order given; a chunk that was named before is not listed again. */
  readonly hits: readonly RankedChunk[];
  /** Hits that fit nothing of this corpus. */
  readonly unmatched: readonly ForeignHit[];
}

export interface HitMatcher {
  match(hits: readonly ForeignHit[]): MatchedHits;
}

/**
 * A chunk id names its chunk. A document id names all its chunks, in text order. A text (white space aside) names the
 * chunks it overlaps by more than half of their own or of its length, at its first place in the document named beside
 * it or else in the first document that holds it. Order is kept as given: what another system ranked is not ranked
 * again.
 */
export function createHitMatcher(chunks: readonly Chunk[], documents: readonly CorpusDocument[]): HitMatcher {
  const byId = new Map(chunks.map((chunk) => [chunk.id, chunk]));
  const byDocument = new Map<string, Chunk[]>();
  for (const chunk of chunks) {
    const list = byDocument.get(chunk.documentId);
    if (list) list.push(chunk);
    else byDocument.set(chunk.documentId, [chunk]);
  }
  const texts = new Map<string, BareText>();

  function bareTextOf(document: CorpusDocument): BareText {
    const known = texts.get(document.id);
    if (known) return known;
    const made = bare(document.text);
    texts.set(document.id, made);
    return made;
  }

  function findText(text: string, documentId: string | undefined): readonly Chunk[] {
    const wanted = bare(text).text;
    if (wanted === '') return [];
    for (const document of documents) {
      if (documentId !== undefined && document.id !== documentId) continue;
      const { text: held, offsets } = bareTextOf(document);
      const at = held.indexOf(wanted);
      if (at < 0) continue;
      const start = offsets[at] ?? 0;
      const end = (offsets[at + wanted.length - 1] ?? 0) + 1;
      return (byDocument.get(document.id) ?? []).filter((chunk) => overlapsMuch(chunk, start, end));
    }
    return [];
  }

  function chunksOf(hit: ForeignHit): readonly Chunk[] {
    if (hit.chunkId !== undefined) {
      const chunk = byId.get(hit.chunkId);
      if (chunk) return [chunk];
    }
    if (hit.text !== undefined) {
      const found = findText(hit.text, hit.documentId);
      if (found.length > 0) return found;
    }
    return hit.documentId === undefined ? [] : (byDocument.get(hit.documentId) ?? []);
  }

  return {
    match(hits) {
      const seen = new Set<number>();
      const matched: RankedChunk[] = [];
      const unmatched: ForeignHit[] = [];
      for (const hit of hits) {
        const found = chunksOf(hit);
        if (found.length === 0) unmatched.push(hit);
        for (const { index } of found) {
          if (seen.has(index)) continue;
          seen.add(index);
          matched.push({ chunk: index, score: hit.score });
        }
      }
      return { hits: matched, unmatched };
    },
  };
}

interface BareText {
  readonly text: string;
  /** Place in the full text of each code unit kept. */
  readonly offsets: Uint32Array;
}

/** Without white space: other systems join and break lines. */
function bare(text: string): BareText {
  const parts: string[] = [];
  const offsets = new Uint32Array(text.length);
  let kept = 0;
  for (const { 0: part, index } of text.matchAll(/\S+/g)) {
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) offsets[kept + at] = index + at;
    kept += part.length;
  }
  return { text: parts.join(''), offsets };
}

function overlapsMuch(chunk: Chunk, start: number, end: number): boolean {
  const shared = Math.min(chunk.end, end) - Math.max(chunk.start, start);
  return shared > 0 && 2 * shared > Math.min(chunk.end - chunk.start, end - start);
}
