// The bank: questions.jsonl is the state, journal.jsonl the history; an edit changes both or neither.
//
// The new state is first staged beside the old one under the id of its batch of edits. Then the edits are appended to the
// journal in one write; the last line of a batch on disk is the moment of change. Then the staged state is moved into place.
// A reader that finds a staged state asks the journal whether its batch is complete. Whatever a crash leaves is finished, or
// thrown away together with the lines of an incomplete batch, by the next writer.
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { BankEditSchema, QuestionSchema, type BankEdit, type Question } from '#contract/bank';
import { AppError, type Problem } from '#contract/failure';
import { isSameValue } from '#services/hash';
import { findProblems, validate } from '#services/validate';
import { batchOf, type Batch } from '../bank/batch.ts';
import { cutFile, openJournal, readLastWholeLine } from '../disk/journal.ts';
import { brokenFile, problemsOf, readJsonLines, type JsonLines } from '../disk/json-lines.ts';
import { readBytes } from '../disk/json-file.ts';
import { stampFile } from '../disk/remembered.ts';
import { removeTree, renameInto, writeAtomic } from '../files.ts';
import { resolveInside } from '../paths.ts';
import { editsFile, listNames, questionsFile } from './layout.ts';
import { formatQuestion, sortQuestions } from './question-format.ts';
import { duplicateProblem } from './records.ts';

const stagedName = /^\.next-([0-9a-f]{16})\.jsonl$/;

/** Throws stale with every file and line that is broken. No file, no questions. */
export async function loadQuestions(root: string): Promise<readonly Question[]> {
  const { questions, problems } = await checkQuestions(root);
  if (problems.length > 0) throw brokenFile(questionsFile, problems);
  return questions;
}

/** Reads every question and collects every problem; never throws on bad content. */
export async function checkQuestions(
  root: string,
): Promise<{ readonly questions: readonly Question[]; readonly problems: readonly Problem[] }> {
  const file = await readQuestions(root);
  const problems: Problem[] = [...problemsOf(file, 'refuse')];
  const questions: Question[] = [];
  const lines = new Map<string, number>();
  for (const { line, value } of file.lines) {
    const found = findProblems(QuestionSchema, value, { file: questionsFile, line });
    problems.push(...found);
    if (found.length > 0) continue;
    const question = value as Question;
    const first = lines.get(question.id);
    if (first === undefined) lines.set(question.id, line);
    else
      problems.push(
        duplicateProblem(questionsFile, line, 'id', question.id, { file: questionsFile, line: first }),
      );
    questions.push(question);
  }
  return { questions, problems };
}

/** The history, oldest first; the lines of a batch that a crash cut short are left out. Throws stale. */
export async function loadEdits(root: string): Promise<readonly BankEdit[]> {
  const file = await readJsonLines(await resolveInside(root, editsFile), editsFile);
  const problems = [...problemsOf(file, 'drop'), ...editProblems(file)];
  if (problems.length > 0) throw brokenFile(editsFile, problems);
  const edits = file.lines.map((entry) => entry.value as BankEdit);
  return edits.slice(0, edits.length - incompleteLines(file));
}

/** Every problem of the journal. */
export async function findEditProblems(root: string): Promise<readonly Problem[]> {
  const file = await readJsonLines(await resolveInside(root, editsFile), editsFile);
  return [...problemsOf(file, 'drop'), ...editProblems(file)];
}

/** Changes whenever the questions may have; reads no question. */
export async function stampQuestions(root: string): Promise<string> {
  const stamps = [await stampFile(await resolveInside(root, questionsFile))];
  // Whether a staged state counts depends on the journal.
  const staged = await stagedIds(root);
  if (staged.length > 0) stamps.push(...staged, await stampFile(await resolveInside(root, editsFile)));
  return stamps.join(' ');
}

/**
 * Applies the edits in order, all or none, and returns the bank as it is then, sorted. The workspace's lock must be held.
 * @param load what the bank holds now
 * @throws AppError invalid-input for an edit that does not fit the schema, conflict where `before` is not what the bank
 *   holds now
 */
export async function applyEdits(
  root: string,
  edits: readonly BankEdit[],
  load: () => Promise<readonly Question[]> = () => loadQuestions(root),
): Promise<readonly Question[]> {
  if (edits.length === 0) return load();
  edits.forEach((edit, index) => validate(BankEditSchema, edit, `Edit ${index + 1}`));
  await recoverBank(root);
  const questions = new Map((await load()).map((question) => [question.id, question]));
  for (const edit of edits) applyEdit(questions, edit);
  const id = randomBytes(8).toString('hex');
  const staged = await stagedPath(root, id);
  const sorted = sortQuestions(questions.values());
  await writeAtomic(staged, questionsText(sorted));
  try {
    await appendEdits(root, edits, id);
  } catch (error) {
    await removeTree(staged).catch(() => undefined);
    throw error;
  }
  await renameInto(staged, await resolveInside(root, questionsFile));
  return sorted;
}

function applyEdit(questions: Map<string, Question>, edit: BankEdit): void {
  const now = questions.get(edit.id) ?? null;
  if (!isSameValue(now, edit.before)) {
    const why =
      now === null
        ? 'is not in the bank'
        : edit.before === null
          ? 'is in the bank already'
          : 'has been changed';
    throw new AppError(
      'conflict',
      `The question "${edit.id}" ${why} meanwhile. Look at it again, then repeat the edit.`,
      {
        detail: { id: edit.id, now },
      },
    );
  }
  if (edit.after !== null && edit.after.id !== edit.id) {
    throw new AppError('invalid-input', `An edit of "${edit.id}" cannot give it the id "${edit.after.id}".`);
  }
  if (edit.after === null) questions.delete(edit.id);
  else questions.set(edit.id, edit.after);
}

function questionsText(questions: readonly Question[]): string {
  return questions.map((question) => `${formatQuestion(question)}\n`).join('');
}

async function appendEdits(root: string, edits: readonly BankEdit[], id: string): Promise<void> {
  const journal = await openJournal(await resolveInside(root, editsFile));
  try {
    const batch = (index: number): Batch => ({ id, line: index + 1, of: edits.length });
    await journal.append(edits.map((edit, index) => JSON.stringify({ ...edit, batch: batch(index) })));
  } finally {
    await journal.close();
  }
}

/** The state of the bank: staged where its batch is complete but not yet moved into place. */
async function readQuestions(root: string): Promise<JsonLines> {
  const path = await resolveInside(root, questionsFile);
  for (const id of await stagedIds(root)) {
    if (!(await isComplete(root, id))) continue;
    const bytes = await readBytes(await stagedPath(root, id));
    if (bytes !== null) return readJsonLines(bytes, questionsFile);
  }
  return readJsonLines(path, questionsFile);
}

/** Finishes or throws away what a writer that died has left. */
async function recoverBank(root: string): Promise<void> {
  for (const id of await stagedIds(root)) {
    const staged = await stagedPath(root, id);
    if (await isComplete(root, id)) await renameInto(staged, await resolveInside(root, questionsFile));
    else await removeTree(staged);
  }
  const path = await resolveInside(root, editsFile);
  const last = batchOf(parsed(await readLastWholeLine(path)));
  if (last === null || last.line === last.of) return;
  const file = await readJsonLines(path, editsFile);
  const first = file.lines.at(-incompleteLines(file));
  if (first !== undefined) await cutFile(path, first.startByte);
}

/** True when the journal's last line is the last of this batch. */
async function isComplete(root: string, id: string): Promise<boolean> {
  const last = batchOf(parsed(await readLastWholeLine(await resolveInside(root, editsFile))));
  return last !== null && last.id === id && last.line === last.of;
}

/** How many lines at the end belong to a batch whose last line is missing. */
function incompleteLines(file: JsonLines): number {
  const last = batchOf(file.lines.at(-1)?.value);
  if (last === null || last.line === last.of) return 0;
  let count = 0;
  while (batchOf(file.lines.at(-1 - count)?.value)?.id === last.id) count += 1;
  return count;
}

function editProblems(file: JsonLines): readonly Problem[] {
  return file.lines.flatMap(({ line, value }) =>
    findProblems(BankEditSchema, value, { file: editsFile, line }),
  );
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

async function stagedIds(root: string): Promise<readonly string[]> {
  const folder = dirname(join(root, questionsFile));
  return (await listNames(folder)).flatMap((name) => stagedName.exec(name)?.[1] ?? []);
}

async function stagedPath(root: string, id: string): Promise<string> {
  return resolveInside(root, `${dirname(questionsFile)}/.next-${id}.jsonl`);
}
