// Lists the evidence that stands in one document.
import type { Output } from '#contract/api';
import type { Evidence, Question } from '#contract/bank';
import { resolveGold } from '#domain/labels/resolve-gold';
import { documentsById } from '../bank/bank-rows.ts';
import type { WorkspaceStore } from '../ports.ts';
import { loadDocument } from './document-chunks.ts';

type Label = Output<'document.listLabels'>['labels'][number];
type Documents = ReturnType<typeof documentsById>;

/** In the order of the bank; a quote without offsets that stands in several places is one label for each of them. */
export async function listLabels(store: WorkspaceStore, id: string): Promise<Output<'document.listLabels'>> {
  await loadDocument(store, id);
  const documents = documentsById(await store.loadCorpus());
  const questions = await store.loadQuestions();
  return {
    labels: questions.flatMap((question) =>
      question.evidence
        .filter((evidence) => evidence.document === id)
        .flatMap((evidence) => labelsOf(question, evidence, documents)),
    ),
  };
}

function labelsOf(question: Question, evidence: Evidence, documents: Documents): Label[] {
  const { groups, problem } = resolveGold({ ...question, evidence: [evidence] }, documents);
  const label = { question: question.id, text: question.question, group: evidence.group };
  const members = groups.flatMap((group) => group.members);
  if (members.length === 0) return [{ ...label, start: null, end: null, problem: problem?.reason ?? null }];
  return members.map(({ start, end, whole }) => ({
    ...label,
    start: whole ? null : start,
    end: whole ? null : end,
    problem: problem?.reason ?? null,
  }));
}
