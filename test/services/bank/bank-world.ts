// A workspace in a temporary folder with real files, and the world the bank's services need around it.
import type { Question } from '#contract/bank';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import type { BankWorld } from '#services/bank/edit-bank';
import { hashBytes } from '#services/hash';
import { documentRecord, put, temporaryWorkspace } from '../../adapters/files/support/temporary.ts';

export const marker = 'The piano is played by Sofía. 🎹 Nobody else plays it.\n';
export const other = 'Another text.\n';

export interface TestWorld extends BankWorld {
  readonly root: string;
  /** What the clock says next; it goes on by itself. */
  readonly at: (count: number) => string;
}

/** Documents `a` and `b`, no questions. Each look at the clock is a second later than the one before. */
export async function createBankWorld(): Promise<TestWorld> {
  const root = await temporaryWorkspace();
  const store = createWorkspaceStore(root);
  for (const [id, text] of [
    ['a', marker],
    ['b', other],
  ] as const)
    await store.saveDocument(documentRecord(id, text), Buffer.from(text), text);
  return { ...worldOver(root), root };
}

/** The same workspace as another start of the app sees it. */
export function worldOver(root: string): Omit<TestWorld, 'root'> {
  let looks = 0;
  let suffixes = 0;
  const at = (count: number) => new Date(Date.UTC(2026, 0, 1) + count * 1000).toISOString();
  return {
    store: createWorkspaceStore(root),
    at,
    clock: { now: () => at((looks += 1)), elapsedMs: () => performance.now() },
    annotator: async () => 'Ana',
    newSuffix: () => `${process.hrtime.bigint()}-${(suffixes += 1)}`,
  };
}

export async function putQuestions(root: string, questions: readonly Question[]): Promise<void> {
  await put(root, 'bank/questions.jsonl', questions.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

export const hashOf = { a: hashBytes(marker), b: hashBytes(other) };
