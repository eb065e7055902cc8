// Shows an edit before the app has answered: in the rows and in the question that is open. A failure asks for the truth again.
import type { QueryClient } from '@tanstack/react-query';
import type { Output } from '#contract/api';
import type { Question } from '#contract/bank';
import type { QuestionRow } from '#contract/views';
import { withField, type Field } from './change.ts';

export function showAtOnce<Name extends Field>(
  queries: QueryClient,
  id: string,
  field: Name,
  value: Question[Name] | undefined,
): void {
  // What the app finds about evidence, as where it stands, only the app can say.
  if (field === 'evidence') return;
  queries.setQueryData<QuestionRow[]>(['bank.listRows', {}, 'whole'], (rows) =>
    rows?.map((row) => (row.id === id ? withCell(row, { [field]: value }) : row)),
  );
  queries.setQueryData<Output<'bank.getQuestion'>>(['bank.getQuestion', { id }], (known) =>
    known === undefined ? known : { ...known, question: withField(known.question, field, value) },
  );
}

function withCell(row: QuestionRow, set: Partial<Question>): QuestionRow {
  return {
    ...row,
    question: set.question ?? row.question,
    answers: set.answers ?? row.answers,
    tags: 'tags' in set ? (set.tags ?? []) : row.tags,
    unanswerable: 'unanswerable' in set ? (set.unanswerable ?? false) : row.unanswerable,
    require: 'require' in set ? (set.require ?? null) : row.require,
  };
}
