// Makes a whole question out of a draft, or says what is wrong with it.
import type { Evidence, Question, QuestionDraft } from '#contract/bank';
import type { Problem } from '#contract/failure';
import { completeEvidence, type EvidenceContext } from './complete-evidence.ts';

export type CompletedDraft = { readonly question: Question } | { readonly problems: readonly Problem[] };

/**
 * @param before the question as it was, null for a new one
 * @param path JSON path of the draft in the input, for problems
 * @param id trimmed; the draft's own or the one chosen for it
 */
export function completeDraft(
  draft: QuestionDraft,
  before: Question | null,
  path: string,
  context: Omit<EvidenceContext, 'before'> & { readonly id: string },
): CompletedDraft {
  const evidence: Evidence[] = [];
  const problems: Problem[] = [];
  if (context.id === '')
    problems.push({ path: `${path}/id`, value: draft.id, message: 'must hold more than white space' });
  for (const [index, member] of (draft.evidence ?? []).entries()) {
    const completed = completeEvidence(member, `${path}/evidence/${index}`, {
      ...context,
      before: before?.evidence ?? [],
    });
    if ('problem' in completed) problems.push(completed.problem);
    else evidence.push(completed.evidence);
  }
  const contradicts = draft.unanswerable === true && evidence.length > 0;
  const didBefore = before?.unanswerable === true && before.evidence.length > 0;
  // A contradiction that an import let in must not keep people from correcting something else.
  if (contradicts && !didBefore)
    problems.push({
      path: `${path}/unanswerable`,
      value: true,
      message: 'the question is marked unanswerable, yet it has evidence',
      remedy: 'Remove one of the two',
    });
  if (problems.length > 0) return { problems };
  return { question: { ...draft, id: context.id, answers: draft.answers ?? [], evidence } };
}
