// Cuts a block of text wherever a mark begins or ends, so that marks may overlap: pure.
import type { Block } from './blocks.ts';

export type MarkKind = 'evidence' | 'citation' | 'match' | 'selection' | 'active' | 'heading';

/** A marked slice [start, end) of the text. Offsets are UTF-16 code units. */
export interface Mark {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly kind: MarkKind;
  /** Shown when the pointer rests on it, and read out. */
  readonly label: string;
}

export interface Segment {
  readonly start: number;
  readonly end: number;
  /** Those that cover it, in the order given. */
  readonly marks: readonly Mark[];
}

/**
 * The segments of a block in their order, without gaps; all of one segment is covered by the same marks. It is cut at
 * `cuts` too, where something stands between two characters. Empty marks and what lies outside cut nothing.
 */
export function segmentBlock(
  { start, end }: Block,
  marks: readonly Mark[],
  cuts: readonly number[] = [],
): readonly Segment[] {
  if (end <= start) return [];
  const inside = marks.filter((mark) => mark.end > mark.start && mark.start < end && mark.end > start);
  const edges = new Set([start, end]);
  for (const at of [...inside.flatMap((mark) => [mark.start, mark.end]), ...cuts])
    if (at > start && at < end) edges.add(at);
  const sorted = [...edges].sort((a, b) => a - b);
  return sorted.slice(0, -1).map((from, index) => ({
    start: from,
    end: sorted[index + 1] ?? end,
    marks: inside.filter((mark) => mark.start <= from && mark.end > from),
  }));
}
