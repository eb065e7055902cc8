// Marking and unmarking places as evidence, and the places that are marked: pure.
import type { Evidence } from '#contract/bank';
import type { EvidenceChange } from '../edit/edits.ts';
import type { QuestionDetail } from '../question/question.tsx';
import type { Span } from './span.ts';

/** A span of a document, with its text. */
export interface Place extends Span {
  readonly document: string;
  readonly text: string;
}

/** Quote, context, hash, author and time are filled in by the app. A place that is marked already is left as it is. */
export function addSpan({ document, start, end }: Place, group: number): EvidenceChange {
  return (evidence) =>
    evidence.some((each) => isAt(each, document, { start, end }))
      ? [...evidence]
      : [...evidence, { document, start, end, group }];
}

export function removeSpan({ document, start, end }: Place): EvidenceChange {
  return (evidence) => evidence.filter((each) => !isAt(each, document, { start, end }));
}

function isAt(evidence: Evidence, document: string, { start, end }: Span): boolean {
  return evidence.document === document && evidence.start === start && evidence.end === end;
}

/** Where evidence of a question stands in one document now, with its group. */
export function spansIn(
  { question, places }: QuestionDetail,
  document: string,
): readonly (Span & { readonly group: number })[] {
  return question.evidence.flatMap((evidence, index) => {
    const { start, end } = places[index] ?? { start: null, end: null };
    return evidence.document !== document || start === null || end === null
      ? []
      : [{ start, end, group: evidence.group }];
  });
}
