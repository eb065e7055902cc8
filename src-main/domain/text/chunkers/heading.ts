// The chunker `heading`: one chunk per section, a section being what stands from one heading to the next.
import type { CorpusDocument } from '#contract/documents';
import { trimSlice, type Slice } from '../slices.ts';
import { chunkRecursively } from './recursive.ts';

/**
 * Cuts a document at its headings; what stands before the first is a section too, and a document without headings is
 * one section.
 * @param settings.level the deepest level that opens a section; null: every level
 * @param settings.size longer sections are cut as `recursive` does, without overlap, in characters; null: never
 */
export function chunkByHeading(
  document: Pick<CorpusDocument, 'text' | 'headings'>,
  settings: { readonly level: number | null; readonly size: number | null },
): Slice[] {
  const { text, headings } = document;
  const { level, size } = settings;
  const starts = headings
    .filter((heading) => level === null || heading.level <= level)
    .map((heading) => heading.start)
    .filter((start) => start > 0 && start < text.length);
  const edges = [...new Set([0, ...starts, text.length])].sort((a, b) => a - b);
  return edges.slice(1).flatMap((end, index) => {
    const section = trimSlice(text, edges[index] as number, end);
    if (!section) return [];
    if (size === null) return [section];
    const part = text.slice(section.start, section.end);
    return chunkRecursively(part, { size, overlap: 0, unit: 'chars' }).map((chunk) => ({
      start: section.start + chunk.start,
      end: section.start + chunk.end,
    }));
  });
}
