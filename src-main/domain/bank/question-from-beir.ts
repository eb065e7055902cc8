// Makes a question out of one query of a BEIR folder, its qrels, and its answer spans where it has them.
import type { Evidence, Question } from '#contract/bank';
import type { CorpusDocument } from '#contract/documents';
import type { BeirQuery } from '#contract/import-rows';
import { codePointOffsets } from './code-points.ts';
import { documentEvidence, spanEvidence } from './place-quotes.ts';
import type { RowResult } from './question-from-row.ts';

export interface Qrel {
  readonly documentId: string;
  readonly score: number;
}

export interface BeirContext {
  readonly documentsById: ReadonlyMap<string, CorpusDocument>;
  readonly qrels: readonly Qrel[];
  readonly labels: 'spans' | 'qrels';
  /** null: `all` for spans, `any` for qrels. */
  readonly require: 'any' | 'all' | null;
  readonly unit: 'codepoint' | 'utf16';
  readonly by: string;
  readonly at: string;
}

const highestGrade = 4;

/** Each span is a group, and each relevant document without a span is a whole-document group; score 0 is a judgment, below 0 unjudged. */
export function questionFromBeir(query: BeirQuery, context: BeirContext): RowResult {
  const { _id, text, spans, answers, ...kept } = query;
  const useSpans = context.labels === 'spans' && spans !== undefined && spans.length > 0;
  const evidence: Evidence[] = [];
  const notes: string[] = [];
  const fields = () => ({ group: (evidence.at(-1)?.group ?? 0) + 1, by: context.by, at: context.at });
  if (useSpans) {
    for (const span of spans) {
      const document = context.documentsById.get(span.doc);
      if (!document)
        return { ok: false, reason: `the span's document ${JSON.stringify(span.doc)} is not in the corpus` };
      const place = placeSpan(document, span, context.unit);
      if (!place)
        return {
          ok: false,
          reason: `the span ${span.start}-${span.end} lies outside the text of ${JSON.stringify(span.doc)}`,
        };
      evidence.push(spanEvidence(place, fields()));
    }
  }
  const withSpan = new Set(evidence.map((member) => member.document));
  for (const qrel of context.qrels) {
    if (qrel.score <= 0 || withSpan.has(qrel.documentId)) continue;
    if (!context.documentsById.has(qrel.documentId))
      notes.push(`the relevant document ${JSON.stringify(qrel.documentId)} is not in the corpus: left out`);
    else
      evidence.push(
        documentEvidence(qrel.documentId, {
          ...fields(),
          grade: Math.min(highestGrade, Math.round(qrel.score)) || 1,
        }),
      );
  }
  if (evidence.length === 0) notes.push('the query has no relevant document: kept, without evidence');
  return { ok: true, question: assemble(), notes };

  function assemble(): Question {
    const judged = context.qrels
      .filter((qrel) => qrel.score === 0)
      .map((qrel) => ({ document: qrel.documentId, grade: 0 as const }));
    return {
      ...kept,
      id: _id,
      question: text,
      answers: answers ?? [],
      evidence,
      require: context.require ?? (useSpans ? 'all' : 'any'),
      ...(judged.length > 0 ? { judgments: judged } : {}),
    };
  }
}

function placeSpan(
  document: CorpusDocument,
  span: { readonly start: number; readonly end: number },
  unit: 'codepoint' | 'utf16',
) {
  const toUtf16 =
    unit === 'codepoint'
      ? codePointOffsets(document.text)
      : (offset: number) => (offset <= document.text.length ? offset : null);
  const start = toUtf16(span.start);
  const end = toUtf16(span.end);
  return start === null || end === null || start >= end ? null : { document, start, end };
}
