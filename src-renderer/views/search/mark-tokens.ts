// Which words of a hit are words of the query: pure, by whole words, so that the text is never read as a pattern.
import type { Segment, Mark } from '../../ui/document/segments.ts';

const word = /[\p{L}\p{N}_]+/gu;

/** Lower case without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** The words of a query as they are compared; none where it holds nothing but signs. */
export function queryWords(query: string): ReadonlySet<string> {
  return new Set([...query.matchAll(word)].map(([found]) => fold(found)));
}

/** The text in pieces, those marked that are words of the query. */
export function markWords(text: string, words: ReadonlySet<string>): readonly Segment[] {
  const pieces: Segment[] = [];
  let last = 0;
  for (const { index, 0: found } of text.matchAll(word)) {
    if (!words.has(fold(found))) continue;
    const end = index + found.length;
    if (index > last) pieces.push({ start: last, end: index, marks: [] });
    pieces.push({ start: index, end, marks: [queryMark(index, end)] });
    last = end;
  }
  if (last < text.length) pieces.push({ start: last, end: text.length, marks: [] });
  return pieces;
}

function queryMark(start: number, end: number): Mark {
  return { id: `word ${start}`, start, end, kind: 'match', label: '' };
}
