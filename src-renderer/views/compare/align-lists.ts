// Puts the ranked lists of several runs beside each other by the place of each chunk in its document. Pure.
import type { Evidence } from '#contract/bank';
import type { Hit, Retrieval } from '#contract/items';

export interface AlignedChunk {
  readonly key: string;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  /** One for each run: position from 1 in its final list, score, and whether it was selected; null = not in the list. */
  readonly places: readonly (AlignedPlace | null)[];
  readonly isEvidence: boolean;
}

export interface AlignedPlace {
  readonly position: number;
  readonly score: number;
  readonly isSelected: boolean;
}

/**
 * Chunks that stand among the first `depth` of any list, by their position in the first run's list, then in the next
 * one's. Another chunker counts chunks another way: the same offsets of the same document are the same chunk, whatever
 * their ids.
 */
export function alignLists(
  retrievals: readonly Retrieval[],
  evidence: readonly Evidence[],
  depth: number,
): readonly AlignedChunk[] {
  const lists = retrievals.map(
    ({ ranked, selected }) =>
      new Map(ranked.map((hit) => [keyOf(hit), { hit, isSelected: hit.position <= selected }])),
  );
  const shown = new Map(
    retrievals.flatMap(({ ranked }) => ranked.slice(0, depth)).map((hit) => [keyOf(hit), hit]),
  );
  const rows = [...shown].map(([key, { documentId, start, end }]) => ({
    key,
    documentId,
    start,
    end,
    places: lists.map((list): AlignedPlace | null => {
      const found = list.get(key);
      if (found === undefined) return null;
      const { position, score } = found.hit;
      return { position, score, isSelected: found.isSelected };
    }),
    isEvidence: evidence.some((one) => overlaps(one, documentId, start, end)),
  }));
  return rows.sort(byPlaces);
}

function keyOf({ documentId, start, end }: Hit): string {
  return `${documentId} ${start}-${end}`;
}

function overlaps(evidence: Evidence, documentId: string, start: number, end: number): boolean {
  if (evidence.document !== documentId) return false;
  // With neither offsets nor a quote it is the whole document; a quote without offsets is not placed yet.
  if (evidence.start === undefined || evidence.end === undefined) return evidence.quote === undefined;
  return evidence.start < end && start < evidence.end;
}

function byPlaces(left: AlignedChunk, right: AlignedChunk): number {
  for (const [at, place] of left.places.entries()) {
    const other = right.places[at] ?? null;
    if (place === null && other === null) continue;
    if (place === null || other === null) return place === null ? 1 : -1;
    if (place.position !== other.position) return place.position - other.position;
  }
  return 0;
}

/** Places gained against the first list; negative = lost; null where it is missing in either. */
export function placesGained(first: AlignedPlace | null, other: AlignedPlace | null): number | null {
  return first === null || other === null ? null : first.position - other.position;
}
