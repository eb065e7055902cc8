// Decides what an import does to the bank: which questions are new, changed, the same, or in the way of another.
import type { BankEdit, Question } from '#contract/bank';
import type { ImportReport, ImportRowProblem } from '#contract/views';
import { hashValue } from '../hash.ts';

export interface Candidate {
  readonly file: string;
  readonly line: number;
  readonly question: Question;
}

export interface EditPlan {
  readonly edits: readonly BankEdit[];
  readonly accepted: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: readonly ImportRowProblem[];
  readonly duplicates: ImportReport['duplicates'];
}

/** Same id and same text: an update, or nothing. Same id, other text: blocked, with both texts shown. */
export function planEdits(
  candidates: readonly Candidate[],
  bank: readonly Question[],
  stamp: { readonly at: string; readonly by: string; readonly action: string; readonly what: string },
): EditPlan {
  const known = new Map(bank.map((question) => [question.id, question]));
  const seen = new Map<string, Candidate>();
  const edits: BankEdit[] = [];
  const rejected: ImportRowProblem[] = [];
  const duplicates: ImportReport['duplicates'] = [];
  let unchanged = 0;
  for (const candidate of candidates) {
    const { question, file, line } = candidate;
    const before = known.get(question.id) ?? null;
    const earlier = seen.get(question.id);
    if (earlier) {
      duplicates.push({ id: question.id, here: question.question, there: earlier.question.question });
      rejected.push({ file, line, id: question.id, reason: `the id stands in line ${earlier.line} already` });
    } else if (before && before.question !== question.question) {
      duplicates.push({ id: question.id, here: question.question, there: before.question });
      rejected.push({
        file,
        line,
        id: question.id,
        reason: `the bank has another question under this id: ${JSON.stringify(before.question)}. Give one of them another id`,
      });
    } else {
      seen.set(question.id, candidate);
      if (before && sameQuestion(before, question)) unchanged += 1;
      else edits.push({ ...stamp, id: question.id, before, after: question });
    }
  }
  const updated = edits.filter((edit) => edit.before !== null).length;
  return {
    edits,
    accepted: seen.size,
    added: edits.length - updated,
    updated,
    unchanged,
    rejected,
    duplicates,
  };
}

/** When and by whom evidence was marked does not make a question another one. */
function sameQuestion(a: Question, b: Question): boolean {
  return hashValue(withoutStamps(a)) === hashValue(withoutStamps(b));
}

function withoutStamps(question: Question): unknown {
  return { ...question, evidence: question.evidence.map(({ by: _by, at: _at, ...rest }) => rest) };
}
