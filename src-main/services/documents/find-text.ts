// Finds a text in the documents, whatever its case, at offsets of the text as it is.
import type { Input, Output } from '#contract/api';
import type { CorpusDocument } from '#contract/documents';
import type { WorkspaceStore } from '../ports.ts';
import { loadDocument } from './document-chunks.ts';

type FoundText = Output<'document.findText'>;

const defaultLimit = 200;
/** UTF-16 code units shown on either side. */
const contextLength = 40;

export async function findText(store: WorkspaceStore, input: Input<'document.findText'>): Promise<FoundText> {
  const documents =
    input.document === undefined
      ? (await store.loadCorpus()).documents
      : [await loadDocument(store, input.document)];
  const limit = input.limit ?? defaultLimit;
  const places: FoundText['places'] = [];
  let total = 0;
  for (const document of documents) {
    const starts = findStarts(document.text, input.text);
    total += starts.length;
    for (const start of starts.slice(0, limit - places.length))
      places.push(placeOf(document, start, start + input.text.length));
  }
  return { total, places };
}

/**
 * Where `wanted` stands in `text`, in UTF-16 code units; places do not overlap. Linear in both. Both are folded unit by unit,
 * so that an offset in the folded text is one in the text: `İ` becomes `i` and not `i` with a dot of its own, `ß` stays.
 */
export function findStarts(text: string, wanted: string): number[] {
  const folded = foldCase(text);
  const needle = foldCase(wanted);
  const starts: number[] = [];
  for (let at = folded.indexOf(needle); at >= 0 && needle !== '';) {
    const isWhole = !isInsidePair(text, at) && !isInsidePair(text, at + needle.length);
    if (isWhole) starts.push(at);
    at = folded.indexOf(needle, isWhole ? at + needle.length : at + 1);
  }
  return starts;
}

/** Lower case of the same length as the text. The two small sigmas are one letter. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  // Lower case is never shorter, so an equal length means that no letter grew.
  const folded = lower.length === text.length ? lower : Array.from(text, lowerOfSameLength).join('');
  return folded.replaceAll('ς', 'σ');
}

function lowerOfSameLength(character: string): string {
  return character.toLowerCase().slice(0, character.length);
}

function placeOf(document: CorpusDocument, start: number, end: number): FoundText['places'][number] {
  const { id, text } = document;
  const from = Math.max(0, start - contextLength);
  const to = Math.min(text.length, end + contextLength);
  return {
    document: id,
    start,
    end,
    before: text.slice(isInsidePair(text, from) ? from + 1 : from, start),
    match: text.slice(start, end),
    after: text.slice(end, isInsidePair(text, to) ? to - 1 : to),
  };
}

/** True where the offset cuts a character in two. */
export function isInsidePair(text: string, offset: number): boolean {
  const isLow = (text.charCodeAt(offset) & 0xfc00) === 0xdc00;
  return isLow && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
}
