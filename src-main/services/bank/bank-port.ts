// What the services need of a workspace's bank: the questions, and the history of their edits.
import type { BankEdit, Question } from '#contract/bank';

/** One step of the history: edits that were made, and are undone, together. */
export interface BankAction {
  readonly action: string;
  readonly what: string;
  readonly at: string;
  readonly by: string;
  /** How many edits it is made of. */
  readonly edits: number;
  /** The action that this one takes back, or does again. */
  readonly undoes: string | null;
  readonly redoes: string | null;
}

export interface BankStore {
  /** Gives the same objects while the file has not changed, and for a question that an edit left alone: nobody may change them. */
  loadQuestions(): Promise<readonly Question[]>;
  /** Appends the edits to the journal (fsynced), then writes questions.jsonl sorted by id. */
  applyEdits(edits: readonly BankEdit[]): Promise<void>;
  /** Every whole action of the history, oldest first. Throws stale where the journal is broken. */
  loadActions(): Promise<readonly BankAction[]>;
  /** The edits of one action, in order; none where there is no such action. */
  loadAction(action: string): Promise<readonly BankEdit[]>;
  /** Every edit of one question, oldest first. */
  loadHistory(questionId: string): Promise<readonly BankEdit[]>;
}
