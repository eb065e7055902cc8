// What marking a passage changes in a question: pure.
import type { Question, QuestionDraft } from '#contract/bank';

/** A span of a document's text, in UTF-16 code units. */
export interface Place {
  readonly document: string;
  readonly start: number;
  readonly end: number;
}

/** One answer a line; empty lines say nothing. */
export function readAnswers(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function groupsOf({ evidence }: Question): readonly number[] {
  return [...new Set(evidence.map(({ group }) => group))].sort((one, other) => one - other);
}

export function nextGroup(question: Question): number {
  return Math.max(0, ...groupsOf(question)) + 1;
}

/** The question with one more place in a group; the rest is filled in when it is saved. */
export function withEvidence(question: Question, place: Place, group: number): QuestionDraft {
  return { ...question, evidence: [...question.evidence, { ...place, unit: 'utf16', group }] };
}

/** True where the question has just this place already. */
export function hasEvidence(question: Question, { document, start, end }: Place): boolean {
  return question.evidence.some(
    (each) => each.document === document && each.start === start && each.end === end,
  );
}
