// Passages into sentences, each remembering the passage it stands in.
import { findBreaks } from '../text/breaks.ts';

export interface ReadingPassage {
  readonly number: number;
  readonly documentId: string;
  readonly text: string;
}

export interface PassageSentence {
  /** Number of the passage, from 1, and its document. */
  readonly number: number;
  readonly documentId: string;
  /** The sentence, trimmed, its line breaks and runs of white space made one space. */
  readonly text: string;
}

/**
 * Every sentence that holds a letter or digit, in order. A line ends a sentence unless the next line goes on in lower
 * case, as in texts that are wrapped at a fixed width; an empty line always does.
 */
export function splitSentences(passages: readonly ReadingPassage[]): PassageSentence[] {
  return passages.flatMap(({ number, documentId, text }) =>
    splitText(text)
      .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
      .map((sentence) => ({ number, documentId, text: sentence })),
  );
}

function splitText(text: string): string[] {
  const { ends, nexts } = findBreaks(text)[2];
  const sentences: string[] = [];
  let start = 0;
  for (const [index, end] of ends.entries()) {
    const next = nexts[index] ?? end;
    if (isWrapped(text, end, next)) continue;
    sentences.push(tidy(text.slice(start, end)));
    start = next;
  }
  sentences.push(tidy(text.slice(start)));
  return sentences;
}

function isWrapped(text: string, end: number, next: number): boolean {
  const lineBreaks = text.slice(end, next).match(/\r\n|\r|\n/g)?.length ?? 0;
  if (lineBreaks !== 1 || /[.?!…。！？]["'»”’)\]]*$/.test(text.slice(Math.max(0, end - 4), end)))
    return false;
  return /^\p{Ll}/u.test(text.slice(next, next + 2));
}

function tidy(sentence: string): string {
  return sentence.replace(/\s+/g, ' ').trim();
}
