// The chunker `document`: the whole text as one chunk.
import type { Slice } from '../slices.ts';

/** One chunk even of an empty text, so that every document counts. */
export function chunkByDocument(text: string): Slice[] {
  return [{ start: 0, end: text.length }];
}
