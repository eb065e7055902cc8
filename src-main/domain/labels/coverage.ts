// How much of a span of evidence a growing set of passages covers, white space apart.
import type { GoldMember, Place } from './gold.ts';

/** True for what JavaScript's `\s` matches; `unit` is a UTF-16 code unit (no white space lies beyond the first plane). */
export function isWhiteSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  if (unit < 0x1680) return unit === 0xa0;
  return (
    unit === 0x1680 ||
    (unit >= 0x2000 && unit <= 0x200a) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0x202f ||
    unit === 0x205f ||
    unit === 0x3000 ||
    unit === 0xfeff
  );
}

/** Collects passages and tells which share of one span they cover together. */
export interface Coverage {
  /** Adds a passage of the span's own document. */
  add(place: Place): void;
  /** Covered characters that are not white space / all such characters of the span, in [0, 1]. */
  share(): number;
}

/** One span of evidence, ready to be covered any number of times. */
export interface MeasuredSpan {
  startCoverage(): Coverage;
  /** The share that these passages cover together. */
  shareOf(places: readonly Place[]): number;
}

/**
 * Measures `member`, a span of `text`, once. Adding a passage then costs the number of gaps left, which passages in
 * any order keep small, not the length of the span. A span of white space alone is never covered.
 */
export function measureSpan(member: GoldMember, text: string): MeasuredSpan {
  const before = countBefore(text, member.start, member.end);
  const count = (start: number, end: number): number =>
    (before[end - member.start] ?? 0) - (before[start - member.start] ?? 0);
  const startCoverage = (): Coverage => coverGaps(member.start, member.end, count);
  return {
    startCoverage,
    shareOf(places) {
      const coverage = startCoverage();
      for (const place of places) coverage.add(place);
      return coverage.share();
    },
  };
}

function coverGaps(
  spanStart: number,
  spanEnd: number,
  count: (start: number, end: number) => number,
): Coverage {
  const total = count(spanStart, spanEnd);
  let gaps: readonly (readonly [number, number])[] = [[spanStart, spanEnd]];
  let covered = 0;
  return {
    add(place) {
      if (place.start >= spanEnd || place.end <= spanStart) return;
      const left: [number, number][] = [];
      for (const [start, end] of gaps) {
        const from = Math.max(start, place.start);
        const to = Math.min(end, place.end);
        if (from >= to) {
          left.push([start, end]);
          continue;
        }
        covered += count(from, to);
        if (start < from) left.push([start, from]);
        if (to < end) left.push([to, end]);
      }
      gaps = left;
    },
    share: () => (total === 0 ? 0 : covered / total),
  };
}

/** For each offset from `start` to `end`: how many characters before it, from `start`, are not white space. */
function countBefore(text: string, start: number, end: number): Uint32Array {
  const before = new Uint32Array(end - start + 1);
  let seen = 0;
  for (let at = start; at < end; at += 1) {
    if (!isWhiteSpace(text.charCodeAt(at))) seen += 1;
    before[at - start + 1] = seen;
  }
  return before;
}
