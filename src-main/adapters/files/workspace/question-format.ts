// How a question is written as one line: known fields in a fixed order, unknown ones after them in their own order.
import type { Question } from '#contract/bank';

const questionFields = [
  'id',
  'question',
  'answers',
  'evidence',
  'require',
  'unanswerable',
  'match',
  'tags',
  'origin',
  'judgments',
  'scriptedReply',
];
const evidenceFields = [
  'document',
  'documentHash',
  'start',
  'end',
  'unit',
  'quote',
  'prefix',
  'suffix',
  'group',
  'grade',
  'by',
  'at',
];

/** One JSON line without line feed; the same question always gives the same text. */
export function formatQuestion(question: Question): string {
  const evidence = question.evidence.map((member) => inOrder(member, evidenceFields));
  return JSON.stringify(inOrder({ ...question, evidence }, questionFields));
}

/** Sorted by id in code-unit order. */
export function sortQuestions(questions: Iterable<Question>): readonly Question[] {
  return [...questions].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

function inOrder(
  value: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const known = fields.filter((field) => Object.hasOwn(value, field));
  const unknown = Object.keys(value).filter((field) => !fields.includes(field));
  return Object.fromEntries([...known, ...unknown].map((field) => [field, value[field]]));
}
