// The chunker `recursive`: as much as fits, broken at paragraphs before lines, sentences, words and characters.
import type { ChunkUnit } from '#contract/config/chunker';
import { findBreaks, type BreakList } from '../breaks.ts';
import { createRuler, findWordStarts, lowerBound, type Ruler } from '../ruler.ts';
import { cutAtOrAfter, cutAtOrBefore, skipWhiteSpace, trimSlice, type Slice } from '../slices.ts';

interface Cut {
  readonly end: number;
  readonly next: number;
}

/**
 * Cuts a text into chunks of at most `size`. A chunk takes whole paragraphs while they fit; it breaks at a weaker place
 * only where the part that follows would not fit by itself and the chunk is not yet half full. Between two chunks
 * nothing but white space is lost. With an overlap, a chunk begins at the first word start within the last `overlap` of the
 * one before (at a character where there is none).
 * @param settings.overlap less than `size`
 */
export function chunkRecursively(
  text: string,
  settings: { readonly size: number; readonly overlap: number; readonly unit: ChunkUnit },
): Slice[] {
  const ruler = createRuler(text, settings.unit);
  const breaks = findBreaks(text);
  const wordStarts = settings.overlap > 0 ? findWordStarts(text) : [];
  const whole = trimSlice(text, 0, text.length);
  if (!whole) return [];
  const chunks: Slice[] = [];
  let start = whole.start;
  let covered = whole.start;
  while (covered < whole.end) {
    const reach = ruler.reach(start, settings.size);
    if (reach >= whole.end) {
      chunks.push({ start, end: whole.end });
      break;
    }
    const cut = chooseCut(text, breaks, ruler, settings.size, { start, covered, reach, limit: whole.end });
    if (cut === null) {
      // The overlap leaves no room for something new.
      start = covered;
      continue;
    }
    chunks.push({ start, end: cut.end });
    covered = cut.next;
    start = startOfNext(text, ruler, wordStarts, settings.overlap, { ...cut, start });
  }
  return chunks;
}

/** The best place to end a chunk; null when only an overlap without anything new would fit. */
function chooseCut(
  text: string,
  breaks: readonly BreakList[],
  ruler: Ruler,
  size: number,
  window: {
    readonly start: number;
    readonly covered: number;
    readonly reach: number;
    readonly limit: number;
  },
): Cut | null {
  const { start, covered, reach } = window;
  const halfway = start + (reach - start) / 2;
  for (const [level, list] of breaks.entries()) {
    const index = lowerBound(list.ends, reach + 1) - 1;
    const end = list.ends[index];
    const next = list.nexts[index];
    if (end === undefined || next === undefined || end <= covered) continue;
    const isWord = level === breaks.length - 1;
    if (isWord || end >= halfway || ruler.reach(next, size) >= (list.ends[index + 1] ?? window.limit)) {
      return { end, next };
    }
  }
  const at = cutAtOrBefore(text, reach, covered);
  if (at > covered) return { end: at, next: at };
  if (start < covered) return null;
  const after = cutAtOrAfter(text, covered + 1);
  return { end: after, next: skipWhiteSpace(text, after) };
}

function startOfNext(
  text: string,
  ruler: Ruler,
  wordStarts: readonly number[],
  overlap: number,
  cut: Cut & { readonly start: number },
): number {
  const earliest = ruler.reachBack(cut.end, overlap);
  // Nothing to repeat, or the whole chunk would be.
  if (overlap === 0 || earliest <= cut.start) return cut.next;
  const wordStart = wordStarts[lowerBound(wordStarts, earliest)];
  if (wordStart !== undefined && wordStart < cut.end) return wordStart;
  const at = cutAtOrAfter(text, earliest);
  return at < cut.end ? at : cut.next;
}
