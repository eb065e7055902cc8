// Edits of the bank, one after the other: each is written against the newest version, and says so when somebody was faster.
import type { QueryClient } from '@tanstack/react-query';
import { procedures, type Input, type Output, type ProcedureName } from '#contract/api';
import type { Evidence, Question, QuestionDraft } from '#contract/bank';
import type { Failure } from '#contract/failure';
import type { Client } from '../../../api/client.ts';
import { CallFailed, invalidateTopics } from '../../../data/procedures.ts';
import { words } from '../../../words.ts';
import { describeChange, isSame, valueOf, withField, type Field } from './change.ts';
import { tellDone, tellTrouble } from './notices.ts';
import { showAtOnce } from './show-at-once.ts';

const text = words.bank;

export interface EditWorld {
  readonly client: Client;
  readonly queries: QueryClient;
}

export interface FieldEdit<Name extends Field> {
  readonly id: string;
  readonly field: Name;
  /** What the analyst saw when the edit began. */
  readonly seen: Question[Name] | undefined;
  /** undefined takes the field out. */
  readonly value: Question[Name] | undefined;
  /** `value` as the analyst wrote it, in case it cannot be saved. */
  readonly mine: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Edits wait for each other: the next one reads what the one before has written. */
function inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

async function call<Name extends ProcedureName>(
  { client, queries }: EditWorld,
  name: Name,
  input: Input<Name>,
): Promise<Output<Name>> {
  const reply = await client.call(name, input);
  const { kind, topics } = procedures[name];
  if (kind === 'command') invalidateTopics(queries, topics);
  if (!reply.ok) throw new CallFailed(reply.failure);
  return reply.value;
}

/** Saves one field. Other fields may have been changed meanwhile; if this one was, nothing is written and both are shown. */
export function saveField<Name extends Field>(world: EditWorld, edit: FieldEdit<Name>): Promise<void> {
  showAtOnce(world.queries, edit.id, edit.field, edit.value);
  return inTurn(() => writeField(world, edit)).catch((error: unknown) => {
    invalidateTopics(world.queries, ['bank']);
    const what = text.steps.field(text.steps.fields[edit.field], edit.id);
    tellTrouble({
      says: text.notice.failed(what),
      mine: text.notice.mine(edit.mine),
      failure: failureOf(error),
      choices: [{ label: text.notice.again, run: () => void saveField(world, edit) }],
    });
  });
}

async function writeField<Name extends Field>(world: EditWorld, edit: FieldEdit<Name>): Promise<void> {
  const { id, field, seen, value } = edit;
  const before = await findQuestion(world, id);
  if (before !== null && isSame(valueOf(field, before[field]), valueOf(field, value))) return;
  if (before === null || !isSame(valueOf(field, before[field]), valueOf(field, seen)))
    return tellConflict(world, edit, before);
  const what = text.steps.field(text.steps.fields[field], id);
  try {
    await call(world, 'bank.editQuestions', {
      what,
      edits: [{ before, after: withField(before, field, value) }],
    });
  } catch (error) {
    if (failureOf(error).code !== 'conflict') throw error;
    tellConflict(world, edit, await findQuestion(world, id));
  }
}

/** What is done to the evidence of a question, whatever is there: members are added, moved and removed one by one. */
export type EvidenceChange = (evidence: readonly Evidence[]) => Evidence[];

/** Saves a change of evidence against the newest version; where it changes nothing, as with a member that is gone, nothing is written. */
export function saveEvidence(
  world: EditWorld,
  id: string,
  change: EvidenceChange,
  mine: string,
): Promise<void> {
  const what = text.steps.field(text.steps.fields.evidence, id);
  return inTurn(async () => {
    const before = await findQuestion(world, id);
    if (before === null)
      return tellTrouble({ says: text.notice.gone(id), mine: text.notice.mine(mine), choices: [] });
    const after = withField(before, 'evidence', change(before.evidence));
    if (isSame(before, after)) return;
    await call(world, 'bank.editQuestions', { what, edits: [{ before, after }] });
  }).catch((error: unknown) =>
    tellTrouble({
      says: text.notice.failed(what),
      mine: text.notice.mine(mine),
      failure: failureOf(error),
      choices: [{ label: text.notice.again, run: () => void saveEvidence(world, id, change, mine) }],
    }),
  );
}

function tellConflict<Name extends Field>(
  world: EditWorld,
  edit: FieldEdit<Name>,
  theirs: Question | null,
): void {
  const { id, field, seen } = edit;
  invalidateTopics(world.queries, ['bank']);
  const mine = text.notice.mine(edit.mine);
  if (theirs === null) return tellTrouble({ says: text.notice.gone(id), mine, choices: [] });
  tellTrouble({
    says: text.notice.conflict(id),
    mine,
    theirs: describeChange(withField(theirs, field, seen), theirs),
    choices: [
      { label: text.notice.loadTheirs, run: () => invalidateTopics(world.queries, ['bank']) },
      { label: text.notice.writeMine, run: () => void saveField(world, { ...edit, seen: theirs[field] }) },
    ],
  });
}

async function findQuestion(world: EditWorld, id: string): Promise<Question | null> {
  try {
    return (await call(world, 'bank.getQuestion', { id })).question;
  } catch (error) {
    if (failureOf(error).code === 'not-found') return null;
    throw error;
  }
}

/** Changes or removes several questions as one step; `change` gives null for a removal, the same question for nothing. */
async function editMany(
  world: EditWorld,
  what: string,
  ids: ReadonlySet<string>,
  change: (question: Question) => Question | null,
): Promise<number> {
  const edits = (await loadQuestions(world, ids))
    .map((before) => ({ before, after: change(before) }))
    .filter(({ before, after }) => !isSame(before, after));
  if (edits.length > 0) await call(world, 'bank.editQuestions', { what, edits });
  return edits.length;
}

const pageSize = 10_000;

async function loadQuestions(world: EditWorld, ids: ReadonlySet<string>): Promise<readonly Question[]> {
  const found: Question[] = [];
  let cursor: string | null = null;
  do {
    const page: Output<'bank.listQuestions'> = await call(world, 'bank.listQuestions', {
      limit: pageSize,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.questions.filter(({ id }) => ids.has(id)));
    cursor = page.next;
  } while (cursor !== null);
  return found;
}

export async function removeQuestions(world: EditWorld, ids: readonly string[]): Promise<boolean> {
  const what = text.steps.remove(ids);
  return guard(what, async () => {
    await editMany(world, what, new Set(ids), () => null);
    tellDone(text.notice.removed(ids), await undoChoice(world));
  });
}

/** Adds a tag to questions, or takes it off; those that have it already, or not, are left alone. */
export function tagQuestions(
  world: EditWorld,
  ids: readonly string[],
  tag: string,
  isAdded: boolean,
): Promise<boolean> {
  const what = isAdded ? text.steps.addTag(tag, ids.length) : text.steps.removeTag(tag, ids.length);
  return guard(what, async () => {
    const changed = await editMany(world, what, new Set(ids), (question) => {
      const rest = (question.tags ?? []).filter((each) => each !== tag);
      const has = rest.length < (question.tags ?? []).length;
      return has === isAdded ? question : withField(question, 'tags', isAdded ? [...rest, tag] : rest);
    });
    if (changed === 0) tellDone(text.notice.unchanged);
    else tellDone(text.notice.tagged(tag, changed), await undoChoice(world));
  });
}

/** Returns the id of the new question; null when it was refused. */
export async function addQuestion(world: EditWorld, draft: QuestionDraft): Promise<string | null> {
  let added: string | null = null;
  await guard(text.draft.add, async () => {
    const { questions } = await call(world, 'bank.addQuestions', { questions: [draft] });
    added = questions[0]?.id ?? null;
    if (added !== null) tellDone(text.notice.added(added), await undoChoice(world));
  });
  return added;
}

/** Makes a question what it was in one of its versions, also one that was deleted. */
export function restoreVersion(world: EditWorld, version: Question, at: string): Promise<boolean> {
  const what = text.steps.restore(version.id, at);
  return guard(what, async () => {
    const before = await findQuestion(world, version.id);
    if (before === null) await call(world, 'bank.addQuestions', { questions: [version] });
    else await call(world, 'bank.editQuestions', { what, edits: [{ before, after: version }] });
    tellDone(text.notice.restored(version.id), await undoChoice(world));
  });
}

/** Takes back, or does again, the step that is shown, and no other one. */
export function stepBank(
  world: EditWorld,
  direction: 'undo' | 'redo',
  step: { readonly action: string; readonly what: string },
): Promise<boolean> {
  const { action, what } = step;
  return guard(what, async () => {
    await call(world, direction === 'undo' ? 'bank.undoStep' : 'bank.redoStep', { action });
    tellDone(direction === 'undo' ? text.notice.undone(what) : text.notice.redone(what));
  });
}

async function undoChoice(world: EditWorld) {
  const { undo } = await call(world, 'bank.getSteps', {});
  return undo === null
    ? undefined
    : { label: text.notice.undo, run: () => void stepBank(world, 'undo', undo) };
}

/** In its turn; a failure is told, and false given back. */
async function guard(what: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await inTurn(work);
    return true;
  } catch (error) {
    tellTrouble({ says: text.notice.failed(what), failure: failureOf(error), choices: [] });
    return false;
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CallFailed) return error.failure;
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
