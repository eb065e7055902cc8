// Makes a question out of one row of the import format `jsonl`.
import type { Evidence, Question } from '#contract/bank';
import type { Chunk, CorpusDocument } from '#contract/documents';
import type { ImportRow } from '#contract/import-rows';
import { documentEvidence, placeQuote, spanEvidence } from './place-quotes.ts';

export interface RowContext {
  readonly documents: readonly CorpusDocument[];
  readonly documentsById: ReadonlyMap<string, CorpusDocument>;
  /** Chunks by id under the chunking that `expected` chunk ids refer to; null when none is known. */
  readonly chunksById: ReadonlyMap<string, Chunk> | null;
  readonly require: 'any' | 'all' | null;
  readonly by: string;
  readonly at: string;
}

export type RowResult =
  | { readonly ok: true; readonly question: Question; readonly notes: readonly string[] }
  | { readonly ok: false; readonly reason: string };

/**
 * Evidence is taken from `evidence` (full form), then `evidenceQuote`, then `expected`, each adding groups after the last.
 * A quote that occurs several times becomes one group with every occurrence as a member, and a note says so.
 * Fields that are not part of the format are kept on the question.
 */
export function questionFromRow(row: ImportRow, context: RowContext): RowResult {
  const { id, question, answers, evidence, evidenceQuote, expected, ...kept } = row;
  const full = evidence ?? [];
  const notes: string[] = [];
  const groups = full.reduce((most, member) => Math.max(most, member.group), 0);
  const quoted = evidenceFromQuotes(asList(evidenceQuote), groups, context, notes);
  if ('reason' in quoted) return { ok: false, reason: quoted.reason };
  const whole = evidenceFromExpected(asList(expected), groups + quoted.groups, context);
  if ('reason' in whole) return { ok: false, reason: whole.reason };
  const all = [...full, ...quoted.evidence, ...whole.evidence];
  if (row.unanswerable === true && all.length > 0) {
    return {
      ok: false,
      reason: 'the question is marked unanswerable, yet it has evidence: remove one of the two',
    };
  }
  const require = context.require ?? row.require;
  return {
    ok: true,
    question: {
      ...kept,
      id,
      question,
      answers: answers ?? [],
      evidence: all,
      ...(require ? { require } : {}),
    },
    notes,
  };
}

type Found =
  { readonly evidence: readonly Evidence[]; readonly groups: number } | { readonly reason: string };

function evidenceFromQuotes(
  quotes: readonly string[],
  after: number,
  context: RowContext,
  notes: string[],
): Found {
  const evidence: Evidence[] = [];
  for (const [index, quote] of quotes.entries()) {
    const places = placeQuote(quote, context.documents);
    if (places.length === 0) {
      return {
        reason: `the evidence quote ${JSON.stringify(shorten(quote))} stands in no document: correct the quote, or add the document first`,
      };
    }
    if (places.length > 1) {
      const where = places.map((place) => `${place.document.id} at ${place.start}`).join(', ');
      notes.push(
        `the quote ${JSON.stringify(shorten(quote))} occurs ${places.length} times (${shorten(where)}): each counts as evidence of one group`,
      );
    }
    for (const place of places)
      evidence.push(spanEvidence(place, { group: after + index + 1, by: context.by, at: context.at }));
  }
  return { evidence, groups: quotes.length };
}

function evidenceFromExpected(ids: readonly string[], after: number, context: RowContext): Found {
  const evidence: Evidence[] = [];
  for (const [index, id] of ids.entries()) {
    const fields = { group: after + index + 1, by: context.by, at: context.at };
    const chunk = context.chunksById?.get(id);
    const owner = chunk && context.documentsById.get(chunk.documentId);
    if (context.documentsById.has(id)) evidence.push(documentEvidence(id, fields));
    else if (chunk && owner)
      evidence.push(spanEvidence({ document: owner, start: chunk.start, end: chunk.end }, fields));
    else
      return {
        reason: `expected ${JSON.stringify(id)} is no document of the workspace${chunkHint(id, context)}`,
      };
  }
  return { evidence, groups: ids.length };
}

function chunkHint(id: string, context: RowContext): string {
  if (!/#\d+$/.test(id)) return '';
  return context.chunksById
    ? ', and no chunk under the chunking of the config'
    : ': a chunk id means nothing without a chunking, so name a config (--config C) whose chunks these are';
}

function asList(value: string | readonly string[] | null | undefined): readonly string[] {
  if (value === null || value === undefined) return [];
  return typeof value === 'string' ? [value] : value;
}

function shorten(text: string): string {
  return text.length > 90 ? `${text.slice(0, 87)}...` : text;
}
