// Refuses an edit of a question that is no longer as the editor saw it, and says who changed it when.
import type { BankEdit, Question } from '#contract/bank';
import { AppError, type Problem } from '#contract/failure';
import { isSameValue } from '../hash.ts';
import type { WorkspaceStore } from '../ports.ts';

interface Changed {
  readonly id: string;
  readonly now: Question | null;
  /** The edit that made it what it is now; null where that was done outside Assay. */
  readonly edit: BankEdit | null;
}

/**
 * @param expected what the caller takes the bank to hold; `before` is null where it takes the id to be free
 * @param remedy what the caller's user can do, as a sentence
 * @throws AppError conflict naming every question that is another one now; `detail` is a list of them
 */
export async function refuseChanged(
  store: WorkspaceStore,
  bank: ReadonlyMap<string, Question>,
  expected: readonly { readonly id?: string; readonly before: Question | null }[],
  remedy: string,
): Promise<void> {
  const differing = expected.flatMap(({ id: named, before }) => {
    const id = named ?? before?.id ?? '';
    const now = bank.get(id) ?? null;
    return isSameValue(now, before) ? [] : [{ id, now }];
  });
  if (differing.length === 0) return;
  const changed = await Promise.all(
    differing
      .slice(0, mostTold)
      .map(async ({ id, now }) => ({ id, now, edit: await lastEdit(store, id, now) })),
  );
  const [first] = changed;
  const more = differing.length > 1 ? ` (and ${differing.length - 1} more)` : '';
  throw new AppError('conflict', `${first ? sentenceOf(first) : ''}${more} Nothing was changed. ${remedy}`, {
    problems: changed.map((one): Problem => ({ path: one.id, message: sentenceOf(one) })),
    detail: changed.map(({ id, now, edit }) => ({ id, now, by: edit?.by ?? null, at: edit?.at ?? null })),
  });
}

/** A list of more helps nobody. */
const mostTold = 20;

async function lastEdit(store: WorkspaceStore, id: string, now: Question | null): Promise<Changed['edit']> {
  const last = (await store.loadHistory(id)).at(-1);
  return last !== undefined && isSameValue(last.after, now) ? last : null;
}

function sentenceOf({ id, now, edit }: Changed): string {
  const what = now === null ? 'was removed' : edit?.before === null ? 'was added' : 'was changed';
  return edit === null
    ? `The question "${id}" ${what} outside Assay.`
    : `The question "${id}" ${what} by ${edit.by} at ${edit.at} (${edit.what}).`;
}
