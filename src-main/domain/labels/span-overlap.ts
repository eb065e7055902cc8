// By characters: how much of the retrieved text is evidence, and how much of the evidence was retrieved.
import type { CorpusDocument } from '#contract/documents';
import { isWhiteSpace } from './coverage.ts';
import type { Gold, GoldMember, Place } from './gold.ts';

/** Counts of UTF-16 code units that are not white space. */
export interface SpanOverlap {
  /** Of the evidence, each once. */
  readonly evidence: number;
  /** Of the passages, as often as they were retrieved. */
  readonly retrieved: number;
  /** Of the passages, each once. */
  readonly retrievedOnce: number;
  /** Of evidence that was retrieved, each once. */
  readonly shared: number;
}

type Range = readonly [start: number, end: number];
type Ranges = ReadonlyMap<string, readonly Range[]>;
type Count = (documentId: string, start: number, end: number) => number;

/**
 * Overlap of the first `k` passages with the evidence, for any `k`; each is worked out once. null where the question
 * has no evidence or some of it is a whole document, which has no characters to be found. Of a group that names
 * alternatives, the one of which the passages hold the largest share is the evidence (the first, if several).
 */
export function measureOverlaps(
  gold: Gold,
  ranked: readonly Place[],
  documents: ReadonlyMap<string, CorpusDocument>,
): (k: number) => SpanOverlap | null {
  const isOfSpans =
    gold.groups.length > 0 && gold.groups.every(({ members }) => members.every(({ whole }) => !whole));
  if (!isOfSpans) return () => null;
  const count = createCount(documents);
  const known = new Map<number, SpanOverlap | null>();
  return (k) => {
    const cut = Math.min(k, ranked.length);
    const before = known.get(cut);
    if (before !== undefined) return before;
    const overlap = measureOverlap(gold, ranked.slice(0, cut), count);
    known.set(cut, overlap);
    return overlap;
  };
}

function measureOverlap(gold: Gold, places: readonly Place[], count: Count): SpanOverlap | null {
  const retrieved = unite(places);
  const evidence = unite(gold.groups.map(({ members }) => chooseMember(members, retrieved, count)));
  const total = countAll(evidence, count);
  if (total === 0) return null;
  return {
    evidence: total,
    retrieved: places.reduce((sum, { documentId, start, end }) => sum + count(documentId, start, end), 0),
    retrievedOnce: countAll(retrieved, count),
    shared: countAll(intersect(evidence, retrieved), count),
  };
}

function chooseMember(members: readonly GoldMember[], retrieved: Ranges, count: Count): GoldMember {
  const [first, ...others] = members;
  if (!first) throw new Error('a group of evidence has no member');
  const share = (member: GoldMember): number => {
    const own = unite([member]);
    const all = countAll(own, count);
    return all === 0 ? 0 : countAll(intersect(own, retrieved), count) / all;
  };
  if (others.length === 0) return first;
  return others.reduce((best, member) => (share(member) > share(best) ? member : best), first);
}

/** The places of each document, ascending and joined where they touch. */
function unite(places: readonly Place[]): Ranges {
  const united = new Map<string, Range[]>();
  for (const { documentId, start, end } of places.toSorted((left, right) => left.start - right.start)) {
    const ranges = united.get(documentId) ?? [];
    united.set(documentId, ranges);
    const last = ranges.at(-1);
    if (last && start <= last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
    else ranges.push([start, end]);
  }
  return united;
}

function intersect(left: Ranges, right: Ranges): Ranges {
  const shared = new Map<string, readonly Range[]>();
  for (const [documentId, ranges] of left) {
    const others = right.get(documentId) ?? [];
    const pieces = ranges.flatMap(([start, end]) =>
      others.map(([from, to]): Range => [Math.max(start, from), Math.min(end, to)]),
    );
    shared.set(
      documentId,
      pieces.filter(([start, end]) => start < end),
    );
  }
  return shared;
}

function countAll(all: Ranges, count: Count): number {
  let sum = 0;
  for (const [documentId, ranges] of all)
    for (const [start, end] of ranges) sum += count(documentId, start, end);
  return sum;
}

/** Remembers what it counted: the same passages stand in the top 1, 3, 5 and 10. */
function createCount(documents: ReadonlyMap<string, CorpusDocument>): Count {
  const known = new Map<string, number>();
  return (documentId, start, end) => {
    const key = `${start} ${end} ${documentId}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = documents.get(documentId)?.text ?? '';
    let seen = 0;
    for (let at = start; at < Math.min(end, text.length); at += 1)
      if (!isWhiteSpace(text.charCodeAt(at))) seen += 1;
    known.set(key, seen);
    return seen;
  };
}
