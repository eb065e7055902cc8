// Finds where a quote stands in the documents, and writes evidence for it.
import type { Evidence } from '#contract/bank';
import type { CorpusDocument } from '#contract/documents';

/** A half-open range [start, end) of UTF-16 code units in one document's text. */
export interface Place {
  readonly document: CorpusDocument;
  readonly start: number;
  readonly end: number;
}

/** Length of the context kept on either side of a quote, in UTF-16 code units (W3C Web Annotation's text-quote selector). */
export const contextLength = 32;

/**
 * Every place where the quote stands, in corpus order. The quote is looked for as written, then in NFC, then with any white space
 * where it has white space (a line break in the document, a space in the quote). Places may touch but not overlap.
 */
export function placeQuote(quote: string, documents: readonly CorpusDocument[]): Place[] {
  for (const wanted of new Set([quote, quote.normalize('NFC')])) {
    const places = documents.flatMap((document) => placesOf(document, wanted));
    if (places.length > 0) return places;
  }
  const words = quote.normalize('NFC').trim().split(/\s+/u);
  if (words.length < 2) return [];
  const pattern = new RegExp(words.map(escapePattern).join('\\s+'), 'gu');
  return documents.flatMap((document) =>
    [...document.text.matchAll(pattern)].map((match) => ({
      document,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}

function placesOf(document: CorpusDocument, quote: string): Place[] {
  const places: Place[] = [];
  for (
    let at = document.text.indexOf(quote);
    at >= 0 && quote !== '';
    at = document.text.indexOf(quote, at + quote.length)
  ) {
    places.push({ document, start: at, end: at + quote.length });
  }
  return places;
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Evidence as it stands on disk: quote and offsets, with the context that lets a later version of the text be matched. */
export function spanEvidence(
  place: Place,
  fields: { readonly group: number; readonly grade?: number; readonly by: string; readonly at: string },
): Evidence {
  const { document, start, end } = place;
  const text = document.text;
  return {
    document: document.id,
    documentHash: document.textHash,
    start,
    end,
    unit: 'utf16',
    quote: text.slice(start, end),
    prefix: text.slice(wholeCharacter(text, Math.max(0, start - contextLength)), start),
    suffix: text.slice(end, wholeCharacter(text, Math.min(text.length, end + contextLength))),
    group: fields.group,
    grade: fields.grade ?? 1,
    by: fields.by,
    at: fields.at,
  };
}

/** Moves an offset out of the middle of a surrogate pair. */
function wholeCharacter(text: string, offset: number): number {
  const code = text.charCodeAt(offset);
  return code >= 0xdc00 && code <= 0xdfff && offset > 0 ? offset - 1 : offset;
}

/** Evidence that is a whole document. */
export function documentEvidence(
  id: string,
  fields: { readonly group: number; readonly grade?: number; readonly by: string; readonly at: string },
): Evidence {
  return { document: id, group: fields.group, grade: fields.grade ?? 1, by: fields.by, at: fields.at };
}
