// Adds, changes and removes questions: each call is one step of the history, all of it or nothing.
import type { Input, Output } from '#contract/api';
import type { BankEdit, Question, QuestionDraft } from '#contract/bank';
import { AppError, type Problem } from '#contract/failure';
import { isSameValue } from '../hash.ts';
import type { Clock, WorkspaceStore } from '../ports.ts';
import { problemText } from '../validate.ts';
import { documentsById } from './bank-rows.ts';
import { completeDraft } from './complete-draft.ts';
import type { EvidenceContext } from './complete-evidence.ts';
import { refuseChanged } from './refuse-changed.ts';
import { createFreeIds } from './free-ids.ts';

export interface BankWorld {
  readonly store: WorkspaceStore;
  readonly clock: Clock;
  /** The name beside an edit that names nobody. */
  readonly annotator: () => Promise<string>;
  /** A few random characters, to keep two actions of one moment apart. */
  readonly newSuffix: () => string;
}

export async function addQuestions(
  world: BankWorld,
  input: Input<'bank.addQuestions'>,
): Promise<Output<'bank.addQuestions'>> {
  return world.store.withLock('adding questions', async () => {
    const bank = await world.store.loadQuestions();
    const ids = chooseIds(input.questions, bank);
    const context = await evidenceContext(world, input.by);
    const questions = complete(
      input.questions.map((draft, index) => ({ draft, before: null, path: `/questions/${index}` })),
      ids,
      context,
    );
    const what = ids.length === 1 ? `add ${ids[0]}` : `add ${ids.length} questions`;
    await writeStep(
      world,
      { ...context, what },
      questions.map((question) => ({ id: question.id, before: null, after: question })),
    );
    return { questions };
  });
}

export async function editQuestions(
  world: BankWorld,
  input: Input<'bank.editQuestions'>,
): Promise<Output<'bank.editQuestions'>> {
  return world.store.withLock('editing the bank', async () => {
    const bank = new Map((await world.store.loadQuestions()).map((question) => [question.id, question]));
    refuseRepeated(input.edits.map(({ before }, index) => [before.id, `/edits/${index}/before/id`]));
    await refuseChanged(world.store, bank, input.edits, 'Look at it as it is now, then try again.');
    const removed = new Set(input.edits.filter(({ after }) => after === null).map(({ before }) => before.id));
    const changes = input.edits.flatMap(({ before, after }, index) =>
      after === null ? [] : [{ draft: after, before, path: `/edits/${index}/after` }],
    );
    const ids = changes.map(({ draft, before }) => keptId(draft, before));
    refuseTaken(changes, ids, bank, new Set(input.edits.map(({ before }) => before.id)));
    const context = await evidenceContext(world, input.by);
    const questions = complete(changes, ids, context);
    const renamed = changes.flatMap(({ before }, index) => (ids[index] === before.id ? [] : [before.id]));
    for (const id of renamed) removed.add(id);
    await writeStep(world, { ...context, what: input.what }, [
      ...[...removed].map((id) => ({ id, before: bank.get(id) ?? null, after: null })),
      ...questions.map((question) => {
        const before = removed.has(question.id) ? null : (bank.get(question.id) ?? null);
        return { id: question.id, before, after: question };
      }),
    ]);
    return { questions, removed: [...removed].filter((id) => !ids.includes(id)) };
  });
}

/** An id that an import brought with white space around it stays: only a new one is trimmed. */
function keptId(draft: QuestionDraft, before: Question): string {
  return draft.id === undefined || draft.id === before.id ? before.id : draft.id.trim();
}

interface Change {
  readonly draft: QuestionDraft;
  readonly before: Question | null;
  readonly path: string;
}

type Stamp = Omit<EvidenceContext, 'before'>;

async function evidenceContext(
  { store, clock, annotator }: BankWorld,
  by: string | undefined,
): Promise<Stamp> {
  return {
    documents: documentsById(await store.loadCorpus()),
    by: by ?? (await annotator()),
    at: clock.now(),
  };
}

/** Own ids first, trimmed; the others get the next free ones. Throws conflict where an id is in use. */
function chooseIds(drafts: readonly QuestionDraft[], bank: readonly Question[]): readonly string[] {
  const known = new Map(bank.map((question) => [question.id, question]));
  const own = drafts.map((draft) => draft.id?.trim());
  const changes = drafts.map((draft, index) => ({ draft, before: null, path: `/questions/${index}` }));
  refuseTaken(changes, own, known, new Set());
  const nextId = createFreeIds([...known.keys(), ...own.filter((id) => id !== undefined)]);
  return own.map((id) => id ?? nextId());
}

/** @param freed ids that these very edits give up, or keep */
function refuseTaken(
  changes: readonly Change[],
  ids: readonly (string | undefined)[],
  bank: ReadonlyMap<string, Question>,
  freed: ReadonlySet<string>,
): void {
  const named = changes.flatMap(({ path }, index) => {
    const id = ids[index];
    return id === undefined || id === '' ? [] : [[id, `${path}/id`] as const];
  });
  refuseRepeated(named);
  const problems = named.flatMap(([id, path]): Problem[] => {
    const there = freed.has(id) ? undefined : bank.get(id);
    if (there === undefined) return [];
    const shown = JSON.stringify(there.question);
    return [
      { path, value: id, message: `is the id of another question: ${shown}`, remedy: 'Use another id' },
    ];
  });
  refuse('conflict', 'The bank was not changed.', problems);
}

function refuseRepeated(ids: readonly (readonly [id: string, path: string])[]): void {
  const seen = new Set<string>();
  const problems = ids.flatMap(([id, path]): Problem[] => {
    if (!seen.has(id)) return (seen.add(id), []);
    return [{ path, value: id, message: 'stands here twice', remedy: 'Give each question an id of its own' }];
  });
  refuse('conflict', 'The bank was not changed.', problems);
}

function complete(changes: readonly Change[], ids: readonly string[], context: Stamp): Question[] {
  const problems: Problem[] = [];
  const questions: Question[] = [];
  for (const [index, { draft, before, path }] of changes.entries()) {
    const completed = completeDraft(draft, before, path, { ...context, id: ids[index] ?? '' });
    if ('question' in completed) questions.push(completed.question);
    else problems.push(...completed.problems);
  }
  refuse('invalid-input', 'The question cannot be kept like this.', problems);
  return questions;
}

function refuse(code: 'conflict' | 'invalid-input', what: string, problems: readonly Problem[]): void {
  const [first] = problems;
  if (first === undefined) return;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  throw new AppError(code, `${what} ${problemText(first)}${more}`, { problems });
}

type StepEdit = Pick<BankEdit, 'id' | 'before' | 'after'>;

/** What changes nothing is no edit, and no edits are no step. */
async function writeStep(
  { store, newSuffix }: BankWorld,
  { at, by, what }: { readonly at: string; readonly by: string; readonly what: string },
  changes: readonly StepEdit[],
): Promise<void> {
  const action = `edit-${at}-${newSuffix()}`;
  const edits = changes
    .filter(({ before, after }) => !isSameValue(before, after))
    .map(({ id, before, after }): BankEdit => ({ at, by, action, what, id, before, after }));
  await store.applyEdits(edits);
}
