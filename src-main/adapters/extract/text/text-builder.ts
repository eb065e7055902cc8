// Collects blocks of text (paragraphs, rows, headings) into one string and remembers where the headings stand.
import type { Heading } from '../extracted.ts';
import { cleanText } from './clean-text.ts';

/** A growing text made of blocks. */
export interface TextBuilder {
  /** Adds a block; empty ones are ignored. `tight` puts one line break before it instead of a blank line. */
  block(text: string, options?: { readonly tight?: boolean }): void;
  /** Adds a heading as a block of its own and records it. */
  heading(level: number, title: string): void;
  build(): { readonly text: string; readonly headings: readonly Heading[] };
}

/** Starts an empty text. Blocks are cleaned (NFC, LF) and trimmed at their ends as they come in. */
export function createTextBuilder(): TextBuilder {
  const parts: string[] = [];
  const headings: Heading[] = [];
  let length = 0;

  function append(text: string, separator: string): number | null {
    const cleaned = cleanText(text)
      .trimEnd()
      .replace(/^\s*\n/, '');
    if (cleaned === '') return null;
    const before = length === 0 ? '' : separator;
    parts.push(before, cleaned);
    const start = length + before.length;
    length = start + cleaned.length;
    return start;
  }

  return {
    block(text, options) {
      append(text, options?.tight === true ? '\n' : '\n\n');
    },
    heading(level, title) {
      const flat = cleanText(title).replace(/\s+/g, ' ').trim();
      const start = append(flat, '\n\n');
      if (start !== null) headings.push({ level, title: flat, start });
    },
    build() {
      return { text: parts.join(''), headings };
    },
  };
}
