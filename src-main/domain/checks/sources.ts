// Sources in square brackets: finds them, says which passages they mean, and takes them out of a text.

/** Brackets do not nest: each stretch without brackets inside is one. Linear. */
const bracketPattern = /\[([^[\]]*)\]/g;

export interface SourcePassage {
  readonly number: number;
  readonly documentId: string;
}

export interface CitedSource {
  /** The source id as written, trimmed. */
  readonly source: string;
  /** Numbers of the passages of the prompt it means, ascending; empty when it is outside the prompt. */
  readonly numbers: readonly number[];
}

/** From source id to passage numbers, and from number to itself: built once for a reply. */
export type SourceIndex = ReadonlyMap<string, readonly number[]>;

/**
 * A source id is the document id (canonically equivalent spellings are the same), else the number of a passage.
 * A document whose id looks like a number is meant before the passage of that number.
 */
export function indexSources(passages: readonly SourcePassage[]): SourceIndex {
  const index = new Map<string, readonly number[]>();
  for (const { number, documentId } of passages) {
    const id = foldSource(documentId);
    index.set(id, [...(index.get(id) ?? []), number]);
  }
  for (const { number } of passages) {
    const id = String(number);
    if (!index.has(id)) index.set(id, [number]);
  }
  return index;
}

/** The passages a source id means; empty when it is none of the prompt's. */
export function resolveSource(index: SourceIndex, source: string): readonly number[] {
  return index.get(foldSource(source)) ?? [];
}

/**
 * The sources cited in a text, in order of first mention, each once. A bracket holds one id or several separated by
 * comma or semicolon; an id that itself holds such a sign is recognised when it fills its bracket. Signs alone, such as the
 * mark of an omission, [...], name no source.
 */
export function findSources(text: string, index: SourceIndex): readonly CitedSource[] {
  const found = new Map<string, CitedSource>();
  for (const match of text.matchAll(bracketPattern)) {
    const content = match[1] ?? '';
    const whole = resolveSource(index, content).length > 0;
    for (const part of whole ? [content] : content.split(/[,;]/)) {
      const source = part.trim();
      const id = foldSource(source);
      if (found.has(id)) continue;
      const numbers = resolveSource(index, source);
      if (numbers.length > 0 || /[\p{L}\p{N}]/u.test(id)) found.set(id, { source, numbers });
    }
  }
  return [...found.values()];
}

/** The text without its brackets, as numbers and answers are compared. */
export function removeBrackets(text: string): string {
  return text.replace(bracketPattern, ' ');
}

function foldSource(source: string): string {
  return source.normalize('NFC').trim();
}
