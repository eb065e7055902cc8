// The chunker `fixed`: windows of one size, each beginning `overlap` before the end of the one before.
import { createRuler } from '../ruler.ts';
import type { ChunkUnit } from '#contract/config/chunker';
import { cutAtOrAfter, cutAtOrBefore, skipWhiteSpace, trimSlice, type Slice } from '../slices.ts';

/**
 * Cuts a text into windows of at most `size`, wherever that falls, except inside a character: a single character
 * longer than `size` is a chunk of its own. White space at the ends of a window is left out, and so is a window that
 * would add nothing but white space to the one before.
 * @param settings.overlap less than `size`
 */
export function chunkBySize(
  text: string,
  settings: { readonly size: number; readonly overlap: number; readonly unit: ChunkUnit },
): Slice[] {
  const ruler = createRuler(text, settings.unit);
  const chunks: Slice[] = [];
  let start = skipWhiteSpace(text, 0);
  let covered = start;
  while (covered < text.length) {
    const wanted = cutAtOrBefore(text, ruler.reach(start, settings.size), covered);
    if (wanted <= covered && start < covered) {
      // The overlap fills the window: without it there is room for something new.
      start = covered = skipWhiteSpace(text, covered);
      continue;
    }
    const end = wanted > covered ? wanted : cutAtOrAfter(text, covered + 1);
    const chunk = trimSlice(text, start, end);
    if (chunk && chunk.end > (chunks.at(-1)?.end ?? 0)) chunks.push(chunk);
    const back = Math.max(start + 1, ruler.reachBack(end, settings.overlap));
    start = skipWhiteSpace(text, cutAtOrAfter(text, back));
    covered = Math.max(start, end);
  }
  return chunks;
}
