// Undo and redo: which steps they would take, and taking them, as new actions of the same history.
import type { Input, Output } from '#contract/api';
import type { BankEdit } from '#contract/bank';
import { AppError } from '#contract/failure';
import type { BankAction } from './bank-port.ts';
import type { BankWorld } from './edit-bank.ts';
import { refuseChanged } from './refuse-changed.ts';

/** So many steps in a row can be taken back. */
const mostSteps = 100;

type Steps = Output<'bank.getSteps'>;

interface Stacks {
  /** The last is the next to be taken back. */
  readonly undo: readonly BankAction[];
  /** The last is the next to be done again. */
  readonly redo: readonly BankAction[];
}

/**
 * What a history leaves to take back and to do again: an action is put on the undo stack and clears the redo stack, one
 * that undoes moves its action from the first to the second, one that redoes moves it back.
 */
export function stackActions(actions: readonly BankAction[]): Stacks {
  const byName = new Map(actions.map((action) => [action.action, action]));
  const undo: BankAction[] = [];
  let redo: BankAction[] = [];
  for (const action of actions) {
    if (action.undoes !== null) move(byName.get(action.undoes), undo, redo);
    else if (action.redoes !== null) move(byName.get(action.redoes), redo, undo);
    else {
      undo.push(action);
      redo = [];
    }
  }
  return { undo, redo };
}

/** Nearly always the last one; a journal that was merged by hand may name another. */
function move(action: BankAction | undefined, from: BankAction[], to: BankAction[]): void {
  const at = action === undefined ? -1 : from.lastIndexOf(action);
  if (action === undefined || at < 0) return;
  from.splice(at, 1);
  to.push(action);
}

export async function getSteps({ store }: Pick<BankWorld, 'store'>): Promise<Steps> {
  const stacks = stackActions(await store.loadActions());
  return { undo: rowOf(nextUndo(stacks)), redo: rowOf(stacks.redo.at(-1)) };
}

export async function undoStep(world: BankWorld, input: Input<'bank.undoStep'>): Promise<Steps> {
  return takeStep(world, input, {
    what: 'undo',
    next: nextUndo,
    none: 'There is no step to take back.',
    editsOf: (edits) =>
      edits.toReversed().map((edit) => ({ ...edit, before: edit.after, after: edit.before })),
    link: (action) => ({ undoes: action }),
  });
}

export async function redoStep(world: BankWorld, input: Input<'bank.redoStep'>): Promise<Steps> {
  return takeStep(world, input, {
    what: 'redo',
    next: ({ redo }) => redo.at(-1),
    none: 'There is no step to do again.',
    editsOf: (edits) => edits,
    link: (action) => ({ redoes: action }),
  });
}

interface Direction {
  readonly what: 'undo' | 'redo';
  readonly next: (stacks: Stacks) => BankAction | undefined;
  readonly none: string;
  readonly editsOf: (edits: readonly BankEdit[]) => readonly BankEdit[];
  readonly link: (action: string) => Pick<BankEdit, 'undoes' | 'redoes'>;
}

async function takeStep(
  world: BankWorld,
  input: { readonly action?: string; readonly by?: string },
  direction: Direction,
): Promise<Steps> {
  const { store, clock, annotator, newSuffix } = world;
  return store.withLock(`${direction.what} in the bank`, async () => {
    const step = direction.next(stackActions(await store.loadActions()));
    if (step === undefined) throw new AppError('conflict', direction.none);
    if (input.action !== undefined && input.action !== step.action)
      throw new AppError(
        'conflict',
        `Another step came between: the next to ${direction.what} is "${step.what}" by ${step.by} at ${step.at}. Nothing was changed.`,
        { detail: rowOf(step) },
      );
    const edits = direction.editsOf(await store.loadAction(step.action));
    await refuseChangedSince(world, edits);
    const at = clock.now();
    const stamp = {
      at,
      by: input.by ?? (await annotator()),
      action: `${direction.what}-${at}-${newSuffix()}`,
      what: `${direction.what}: ${step.what}`,
    };
    const link = direction.link(step.action);
    await store.applyEdits(edits.map(({ id, before, after }) => ({ ...stamp, id, ...link, before, after })));
    return getSteps(world);
  });
}

/** Only what an action finds first of each question: what follows is its own doing. */
async function refuseChangedSince({ store }: BankWorld, edits: readonly BankEdit[]): Promise<void> {
  const first = new Map<string, BankEdit>();
  for (const edit of edits) if (!first.has(edit.id)) first.set(edit.id, edit);
  const bank = new Map((await store.loadQuestions()).map((question) => [question.id, question]));
  await refuseChanged(store, bank, [...first.values()], 'Change it by hand, or with its history.');
}

function nextUndo({ undo, redo }: Stacks): BankAction | undefined {
  return redo.length >= mostSteps ? undefined : undo.at(-1);
}

function rowOf(action: BankAction | undefined): Steps['undo'] {
  if (action === undefined) return null;
  const { what, at, by, edits } = action;
  return { action: action.action, what, at, by, questions: edits };
}

/** Newest first. Throws not-found for a question that neither the bank nor its history knows. */
export async function getHistory(
  { store }: Pick<BankWorld, 'store'>,
  id: string,
): Promise<Output<'bank.getHistory'>> {
  const edits = await store.loadHistory(id);
  if (edits.length === 0 && !(await store.loadQuestions()).some((question) => question.id === id))
    throw new AppError('not-found', `There is no question "${id}" in the bank, and there never was one.`);
  return { edits: edits.toReversed() };
}
