// Turns a PDF's outline (bookmarks) into headings with their places in the text.
import type { Heading, PageStart } from '../extracted.ts';
import { cleanText } from '../text/clean-text.ts';
import type { PdfDocument } from './extract-pdf.ts';

const DEPTH_CAP = 9;
const ITEM_CAP = 5000;

type OutlineItems = NonNullable<Awaited<ReturnType<PdfDocument['getOutline']>>>;

interface Entry {
  readonly level: number;
  readonly title: string;
  readonly destination: unknown;
}

function flatten(items: OutlineItems, level: number, into: Entry[]): Entry[] {
  for (const item of items) {
    if (into.length >= ITEM_CAP) break;
    const title = cleanText(item.title).replace(/\s+/g, ' ').trim();
    if (title !== '') into.push({ level, title, destination: item.dest });
    if (level < DEPTH_CAP) flatten(item.items as OutlineItems, level + 1, into);
  }
  return into;
}

type PageReference = Parameters<PdfDocument['getPageIndex']>[0];

/** The page a destination names, counted from 0, or null for one outside the document. */
async function findPage(pdf: PdfDocument, destination: unknown): Promise<number | null> {
  try {
    const explicit: unknown =
      typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
    const target: unknown = Array.isArray(explicit) ? explicit[0] : null;
    if (typeof target === 'number') return target;
    if (typeof target !== 'object' || target === null) return null;
    return await pdf.getPageIndex(target as PageReference);
  } catch {
    return null;
  }
}

/** Where the heading stands on its page: the line that begins with it (a number before it allowed), else null. */
function findTitle(text: string, title: string, from: number, to: number): number | null {
  const words = title.split(' ').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const line = new RegExp(`^(?:[\\dIVXA-Z]{1,4}(?:\\.\\d+)*\\.?\\s+)?${words.join('\\s+')}`, 'mu');
  const page = text.slice(from, to);
  const found = line.exec(page)?.index ?? page.indexOf(title);
  return found < 0 ? null : from + found;
}

/**
 * The outline as headings, in its own order. A heading that is not found word for word on its page is placed at the
 * page's start; one without a page of this document is left out.
 */
export async function readOutline(
  pdf: PdfDocument,
  text: string,
  pages: readonly PageStart[],
): Promise<readonly Heading[]> {
  const outline = await pdf.getOutline().catch(() => null);
  const headings: Heading[] = [];
  let [reached, reachedPage] = [0, -1];
  for (const { level, title, destination } of outline === null ? [] : flatten(outline, 1, [])) {
    const index = await findPage(pdf, destination);
    const page = index === null ? undefined : pages[index];
    if (index === null || page === undefined) continue;
    const from = index === reachedPage ? Math.max(page.start, reached) : page.start;
    const end = pages[index + 1]?.start ?? text.length;
    const start = findTitle(text, title, from, end) ?? from;
    headings.push({ level, title, start });
    [reached, reachedPage] = [start, index];
  }
  return headings;
}
