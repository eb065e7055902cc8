// Finds a text in a document: pure.
import type { TextSelection } from '../grow.ts';

/** More places than this are of no use to anybody, and would be slow to draw. */
export const mostMatches = 2000;

/**
 * Where a text stands, in order and without overlaps; case is ignored, any white space stands for any other. At most
 * `mostMatches` places. What is looked for is text, never a pattern.
 */
export function findMatches(text: string, wanted: string): readonly TextSelection[] {
  const parts = wanted
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '');
  if (parts.length === 0) return [];
  const pattern = new RegExp(parts.map(escapePattern).join('\\s+'), 'giu');
  const found: TextSelection[] = [];
  for (const { index, 0: match } of text.matchAll(pattern)) {
    found.push({ start: index, end: index + match.length });
    if (found.length === mostMatches) break;
  }
  return found;
}

/** Lone surrogates mean themselves under the `u` flag; everything that means something in a pattern is escaped. */
function escapePattern(part: string): string {
  return part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The match to show first: the one at or after an offset, else the first. -1 where there is none. */
export function matchFrom(matches: readonly TextSelection[], offset: number): number {
  if (matches.length === 0) return -1;
  const index = matches.findIndex(({ start }) => start >= offset);
  return index < 0 ? 0 : index;
}
