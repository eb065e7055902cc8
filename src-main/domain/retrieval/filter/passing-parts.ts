// The parts of a document in which a chunk may begin: on these pages, under these headings.
import type { Filter } from '#contract/config/filter';
import type { CorpusDocument } from '#contract/documents';

export interface Parts {
  /** Whether a chunk that begins here passes; an offset into the document's text. */
  holds(start: number): boolean;
}

/** A stretch of the text from `start` to the next stretch. */
interface Stretch {
  readonly start: number;
  readonly passes: boolean;
}

/**
 * `page`: the page a chunk begins on, or the first and last page; text before the first page is on none, and so is all of a
 * document without pages. `heading`: a heading the chunk's start stands under, at any level (a chunk that begins with a
 * heading stands under it), compared without case and with white space run together.
 * @returns 'all' where the filter asks for neither
 */
export function findPassingParts(filter: Filter, document: CorpusDocument): Parts | 'all' {
  const { page, heading } = filter;
  if (page === undefined && heading === undefined) return 'all';
  const byPage = page === undefined ? null : createParts(findPages(document.pages, page));
  const byHeading = heading === undefined ? null : createParts(findSections(document.headings, heading));
  return { holds: (start) => (byPage?.holds(start) ?? true) && (byHeading?.holds(start) ?? true) };
}

function findPages(pages: CorpusDocument['pages'], wanted: NonNullable<Filter['page']>): Stretch[] {
  const [first, last] = Array.isArray(wanted) ? wanted : [wanted, wanted];
  return pages.map(({ page, start }) => ({ start, passes: page >= first && page <= last }));
}

function findSections(
  headings: CorpusDocument['headings'],
  wanted: NonNullable<Filter['heading']>,
): Stretch[] {
  const titles = new Set((Array.isArray(wanted) ? wanted : [wanted]).map(fold));
  const open: { readonly level: number; readonly passes: boolean }[] = [];
  return headings.map(({ level, title, start }) => {
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) open.pop();
    const passes = (open.at(-1)?.passes ?? false) || titles.has(fold(title));
    open.push({ level, passes });
    return { start, passes };
  });
}

function fold(title: string): string {
  return title.normalize('NFC').toLowerCase().replace(/\s+/gu, ' ').trim();
}

/** @param stretches by start, ascending; where several start together the last one counts */
function createParts(stretches: readonly Stretch[]): Parts {
  const starts = Float64Array.from(stretches, ({ start }) => start);
  return {
    holds(at) {
      let low = 0;
      let high = starts.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((starts[middle] as number) <= at) low = middle + 1;
        else high = middle;
      }
      return stretches[low - 1]?.passes ?? false;
    },
  };
}
