// Where an offset stands in its document: on which page, and under which headings.
import type { CorpusDocument } from '#contract/documents';

export interface Location {
  /** null where the document has no pages. */
  readonly page: number | null;
  /** Titles from the outermost heading to the one the offset stands under; empty before the first. */
  readonly headings: readonly string[];
}

/** @param offset UTF-16 code units into the document's text; a heading counts from its own start on */
export function locateInDocument(
  document: Pick<CorpusDocument, 'pages' | 'headings'>,
  offset: number,
): Location {
  const page = document.pages[lastAtOrBefore(document.pages, offset)]?.page ?? null;
  const path: { readonly level: number; readonly title: string }[] = [];
  let outer = Infinity;
  // Backwards, each heading of a higher rank than all found so far is the next one out.
  for (let index = lastAtOrBefore(document.headings, offset); index >= 0 && outer > 1; index -= 1) {
    const heading = document.headings[index];
    if (!heading || heading.level >= outer) continue;
    path.unshift(heading);
    outer = heading.level;
  }
  return { page, headings: path.map(({ title }) => title) };
}

/** Index of the last entry that starts at or before the offset, or -1; entries are in order. */
function lastAtOrBefore(entries: readonly { readonly start: number }[], offset: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.start ?? Infinity) <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
