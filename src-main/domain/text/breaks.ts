// Where a text may be broken, from the strongest kind of break to the weakest.
import { isWhiteSpaceAt, skipWhiteSpace } from './slices.ts';

/** One kind of break, in text order: what stands before break `i` ends at `ends[i]`, what follows begins at `nexts[i]`. */
export interface BreakList {
  readonly ends: readonly number[];
  readonly nexts: readonly number[];
}

/** Paragraphs, lines, sentences, words: each list holds the breaks of the stronger ones too. */
export type Breaks = readonly [BreakList, BreakList, BreakList, BreakList];

const closing = new Set('.?!…');
const closingWithoutSpace = new Set('。！？｡');
const closers = new Set('"\'»”’)]』」】）');

/** Finds every break of a text in one pass. Between `ends[i]` and `nexts[i]` there is nothing but white space. */
export function findBreaks(text: string): Breaks {
  const lists = [emptyList(), emptyList(), emptyList(), emptyList()] as const;
  function add(level: number, end: number, next: number): void {
    for (const list of lists.slice(level)) {
      list.ends.push(end);
      list.nexts.push(next);
    }
  }
  let at = 0;
  while (at < text.length) {
    if (isWhiteSpaceAt(text, at)) {
      const next = skipWhiteSpace(text, at);
      if (at > 0 && next < text.length) add(levelOfGap(text, at, next), at, next);
      at = next;
      continue;
    }
    at += 1;
    if (closingWithoutSpace.has(text.charAt(at - 1))) {
      while (closers.has(text.charAt(at)) || closingWithoutSpace.has(text.charAt(at))) at += 1;
      if (at < text.length && !isWhiteSpaceAt(text, at)) add(2, at, at);
    }
  }
  return lists;
}

function emptyList(): { readonly ends: number[]; readonly nexts: number[] } {
  return { ends: [], nexts: [] };
}

function levelOfGap(text: string, start: number, next: number): number {
  let lines = 0;
  for (let at = start; at < next; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a || (unit === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) lines += 1;
  }
  if (lines > 1) return 0;
  if (lines === 1) return 1;
  return endsSentence(text, start) ? 2 : 3;
}

function endsSentence(text: string, end: number): boolean {
  let at = end - 1;
  while (at > 0 && closers.has(text.charAt(at))) at -= 1;
  return closing.has(text.charAt(at)) || closingWithoutSpace.has(text.charAt(at));
}
