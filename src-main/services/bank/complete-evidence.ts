// Completes the evidence of a draft from the document it stands in, or says what is wrong with it.
import type { Evidence } from '#contract/bank';
import type { CorpusDocument } from '#contract/documents';
import type { Problem } from '#contract/failure';
import { documentEvidence, placeQuote, spanEvidence, type Place } from '#domain/bank/place-quotes';
import { isInsidePair } from '../documents/find-text.ts';
import { isSameValue } from '../hash.ts';

export interface EvidenceContext {
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  /** Evidence of the question as it was; what is left as it was there is not looked at again. */
  readonly before: readonly Evidence[];
  readonly by: string;
  readonly at: string;
}

export type CompletedEvidence = { readonly evidence: Evidence } | { readonly problem: Problem };

/** The fields that say where evidence stands; the others say what it means. */
type PlaceField = 'document' | 'documentHash' | 'start' | 'end' | 'unit' | 'quote' | 'prefix' | 'suffix';

/**
 * Fills in quote, prefix, suffix, hash, unit, grade, author and time. Evidence that was there before, and is left alone, stays
 * exactly as it was; where its place alone is left alone, the place stays, be it one that no longer resolves.
 * @param path JSON path of this evidence, for problems
 */
export function completeEvidence(draft: Evidence, path: string, context: EvidenceContext): CompletedEvidence {
  const same = context.before.find((old) => isSamePlace(draft, old) && adds(draft, old));
  if (same) return { evidence: same };
  const moved = context.before.find((old) => isSamePlace(draft, old));
  if (moved) return { evidence: stamped({ ...moved, ...draft }, draft, context) };
  const document = context.documents.get(draft.document);
  if (!document)
    return problemAt(
      `${path}/document`,
      draft.document,
      'is no document of the workspace',
      'Name another one',
    );
  const isOutdated = draft.documentHash !== undefined && draft.documentHash !== document.textHash;
  if (isOutdated && draft.start !== undefined)
    return problemAt(
      `${path}/documentHash`,
      draft.documentHash,
      'is not the hash of the document as it is now: it was changed meanwhile',
      'Look at the document again, then mark the evidence anew',
    );
  return place(draft, document, path, context);
}

function place(
  draft: Evidence,
  document: CorpusDocument,
  path: string,
  context: EvidenceContext,
): CompletedEvidence {
  const fields = { ...draft, by: context.by, at: context.at };
  if (draft.start === undefined && draft.end === undefined) {
    if (draft.quote === undefined)
      return { evidence: { ...draft, ...documentEvidence(document.id, fields) } };
    return placeQuoted(draft, draft.quote, document, path, context);
  }
  const span = checkSpan(draft, document.text, path);
  if ('problem' in span) return span;
  return { evidence: { ...draft, ...spanEvidence({ document, ...span }, fields) } };
}

/** A quote that stands in one place is a span; of one that stands in several, any counts. */
function placeQuoted(
  draft: Evidence,
  quote: string,
  document: CorpusDocument,
  path: string,
  context: EvidenceContext,
): CompletedEvidence {
  const places = placeQuote(quote, [document]).filter((found) => hasText(document.text, found));
  const [only, ...more] = places;
  if (!only)
    return problemAt(
      `${path}/quote`,
      quote,
      `stands nowhere in document "${document.id}"`,
      'Correct the quote, or mark it in the document',
    );
  const fields = { ...draft, by: context.by, at: context.at };
  if (more.length === 0) return { evidence: { ...draft, ...spanEvidence(only, fields) } };
  return { evidence: stamped({ ...draft, documentHash: document.textHash }, draft, context) };
}

function checkSpan(
  { start, end, quote }: Evidence,
  text: string,
  path: string,
): { readonly start: number; readonly end: number } | { readonly problem: Problem } {
  const remedy = 'Mark the evidence in the document again';
  const wrong = (field: 'start' | 'end' | 'quote', value: unknown, message: string) =>
    problemAt(`${path}/${field}`, value, message, remedy);
  if (start === undefined) return wrong('start', start, 'is missing: a span has both start and end');
  if (end === undefined) return wrong('end', end, 'is missing: a span has both start and end');
  const outside = `lies outside the text, which has ${text.length} characters (UTF-16 code units)`;
  if (start >= text.length) return wrong('start', start, outside);
  if (end > text.length) return wrong('end', end, outside);
  if (end <= start) return wrong('end', end, `must be greater than start, which is ${start}`);
  const cut = 'cuts a character in two: it lies within a surrogate pair';
  if (isInsidePair(text, start)) return wrong('start', start, cut);
  if (isInsidePair(text, end)) return wrong('end', end, cut);
  if (!hasText(text, { start, end }))
    return wrong('start', start, 'begins a span of nothing but white space');
  if (quote !== undefined && text.slice(start, end) !== quote)
    return wrong('quote', quote, `is not the text at ${start}-${end}`);
  return { start, end };
}

function hasText(text: string, { start, end }: Pick<Place, 'start' | 'end'>): boolean {
  return /\S/u.test(text.slice(start, end));
}

/** A draft need not repeat what was filled in; what it repeats must be the same. */
function isSamePlace(draft: Evidence, old: Evidence): boolean {
  if (draft.document !== old.document || draft.start !== old.start || draft.end !== old.end) return false;
  // Without offsets, whether there is a quote tells a quote from a whole document.
  if (draft.start === undefined && draft.quote !== old.quote) return false;
  const repeated: readonly PlaceField[] = ['documentHash', 'unit', 'quote', 'prefix', 'suffix'];
  return repeated.every((field) => draft[field] === undefined || draft[field] === old[field]);
}

/** True when the draft says nothing of its evidence that was not there before; grade 1 goes without saying. */
function adds(draft: Evidence, old: Evidence): boolean {
  const normal = (evidence: Evidence) => ({ ...evidence, grade: evidence.grade ?? 1 });
  return isSameValue({ ...old, ...normal(draft) }, normal(old));
}

/** A draft that repeats the author and time of before says nothing about who changes it now. */
function stamped(evidence: Evidence, draft: Evidence, { by, at }: EvidenceContext): Evidence {
  return { ...evidence, grade: draft.grade ?? 1, by, at };
}

function problemAt(
  path: string,
  value: unknown,
  message: string,
  remedy: string,
): { readonly problem: Problem } {
  return { problem: { path, ...(value === undefined ? {} : { value }), message, remedy } };
}
