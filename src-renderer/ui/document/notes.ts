// The quiet labels beside a text: where its pages and headings begin. Pure.
import type { Mark } from './segments.ts';

export interface PageStart {
  readonly page: number;
  readonly start: number;
}

export interface HeadingStart {
  readonly level: number;
  readonly title: string;
  readonly start: number;
}

export interface Note {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** One label for what begins at one place, in the order of the text. */
export function noteStarts(
  pages: readonly PageStart[],
  headings: readonly HeadingStart[],
  sayPage: (page: number) => string,
): readonly Note[] {
  const labels = new Map<number, string>();
  const add = (start: number, label: string) => {
    const known = labels.get(start);
    labels.set(start, known === undefined ? label : `${known} · ${label}`);
  };
  for (const { page, start } of pages) add(start, sayPage(page));
  for (const { level, start } of headings) add(start, `H${level}`);
  return [...labels]
    .sort(([left], [right]) => left - right)
    .map(([start, label]) => ({ start, end: start, label }));
}

/** Marks over the headings whose title stands in the text as it was extracted; others are named by their label alone. */
export function markHeadings(text: string, headings: readonly HeadingStart[]): readonly Mark[] {
  return headings.flatMap(({ title, start }, index) => {
    const at = text.startsWith(title, start) ? start : text.indexOf(title, start);
    const isNear = title !== '' && at >= start && at - start <= 12;
    return isNear
      ? [{ id: `heading ${index}`, start: at, end: at + title.length, kind: 'heading' as const, label: '' }]
      : [];
  });
}
