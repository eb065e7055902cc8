// The bank as lists and screens show it: rows with what is wrong with each label, and where evidence stands now.
import type { Input, Output } from '#contract/api';
import type { Evidence, Question } from '#contract/bank';
import type { Corpus, CorpusDocument } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { QuestionRow } from '#contract/views';
import { resolveGold } from '#domain/labels/resolve-gold';
import { paginate } from '../paginate.ts';
import type { WorkspaceStore } from '../ports.ts';

type Documents = ReadonlyMap<string, CorpusDocument>;

/** What was made of one state of the documents; it goes when that state does. */
interface Resolved {
  readonly documents: Documents;
  readonly rows: WeakMap<Question, QuestionRow>;
}

/** The store gives the same corpus and the same questions while nothing changed: each label is resolved once. */
const resolvedByCorpus = new WeakMap<Corpus, Resolved>();

export async function listRows(
  store: WorkspaceStore,
  input: Input<'bank.listRows'>,
): Promise<Output<'bank.listRows'>> {
  const resolved = resolvedFor(await store.loadCorpus());
  const page = paginate(await store.loadQuestions(), input);
  return {
    rows: page.rows.map((question) => rowOf(question, resolved)),
    total: page.total,
    next: page.next,
  };
}

export async function getQuestion(store: WorkspaceStore, id: string): Promise<Output<'bank.getQuestion'>> {
  const question = (await store.loadQuestions()).find((candidate) => candidate.id === id);
  if (!question) throw new AppError('not-found', `There is no question "${id}" in the bank.`);
  const { documents } = resolvedFor(await store.loadCorpus());
  return {
    question,
    places: question.evidence.map((evidence) => placeEvidence(question, evidence, documents)),
  };
}

/** Documents of a corpus by id. */
export function documentsById(corpus: Corpus): Documents {
  return resolvedFor(corpus).documents;
}

/**
 * Where one piece of evidence stands now. A quote alone that stands in several places is shown at the first of them.
 */
export function placeEvidence(
  question: Question,
  evidence: Evidence,
  documents: Documents,
): Output<'bank.getQuestion'>['places'][number] {
  const { groups, problem } = resolveGold({ ...question, evidence: [evidence] }, documents);
  const member = groups[0]?.members[0];
  const isSpan = member !== undefined && !member.whole;
  return {
    start: isSpan ? member.start : null,
    end: isSpan ? member.end : null,
    problem: problem?.reason ?? null,
  };
}

function resolvedFor(corpus: Corpus): Resolved {
  const known = resolvedByCorpus.get(corpus);
  if (known) return known;
  const made = {
    documents: new Map(corpus.documents.map((document) => [document.id, document])),
    rows: new WeakMap<Question, QuestionRow>(),
  };
  resolvedByCorpus.set(corpus, made);
  return made;
}

function rowOf(question: Question, { documents, rows }: Resolved): QuestionRow {
  const known = rows.get(question);
  if (known) return known;
  const problem = resolveGold(question, documents).problem;
  const row: QuestionRow = {
    id: question.id,
    question: question.question,
    answers: question.answers,
    tags: question.tags ?? [],
    unanswerable: question.unanswerable ?? false,
    require: question.require ?? null,
    groups: new Set(question.evidence.map((member) => member.group)).size,
    evidence: question.evidence.length,
    documents: [...new Set(question.evidence.map((member) => member.document))],
    origin: originText(question.origin),
    problems: problem ? [problem.reason] : [],
  };
  rows.set(question, row);
  return row;
}

/** Imports keep whatever an origin was; a table shows text. */
function originText(origin: unknown): string | null {
  if (origin === undefined || origin === null) return null;
  return typeof origin === 'string' ? origin : JSON.stringify(origin);
}
