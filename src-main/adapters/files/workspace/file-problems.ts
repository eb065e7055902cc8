// Checks every file and every line of a workspace and collects what is wrong; nothing stops at the first problem.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, type Problem } from '#contract/failure';
import { WorkspaceFileSchema } from '#contract/workspace';
import { readJsonFile, readVersionedFile } from '../disk/json-file.ts';
import { problemsOf, readJsonLines } from '../disk/json-lines.ts';
import { isTemporaryName } from '../files.ts';
import { resolveInside } from '../paths.ts';
import { findRunProblems } from '../runs/run-files.ts';
import { checkQuestions, findEditProblems } from './bank-store.ts';
import { findConfigProblems } from './config-store.ts';
import { checkCorpus } from './corpus.ts';
import { listNames, listTree, settingsFile, sourceFile, textFile } from './layout.ts';
import { isCollection, readRecords, nameProblems, type StoredRecord } from './records.ts';
import { filesOf, readHashed } from './staging.ts';

/**
 * Every problem, in the order of the files; warnings carry their severity. Never throws on bad content; throws
 * not-found where there is no folder at all.
 */
export async function findFileProblems(root: string): Promise<readonly Problem[]> {
  if (!(await isFolder(root)))
    throw new AppError('not-found', `There is no folder ${root}. Run "assay init" to make a workspace.`);
  const checks: readonly (readonly [string, () => Promise<readonly Problem[]>])[] = [
    [settingsFile, () => findSettingsProblems(root)],
    ['documents', async () => (await checkCorpus(root)).problems],
    ['documents', () => findSourceProblems(root)],
    ['bank/questions.jsonl', async () => (await checkQuestions(root)).problems],
    ['bank/journal.jsonl', () => findEditProblems(root)],
    ['configs', () => findConfigProblems(root)],
    ['runs', () => findRunProblems(root)],
    ['decisions.jsonl', () => findLineProblems(root, 'decisions.jsonl')],
    ['cases', () => findJsonProblems(root, 'cases')],
    ['gates', () => findJsonProblems(root, 'gates')],
  ];
  const problems: Problem[] = [];
  for (const [file, check] of checks) {
    try {
      problems.push(...(await check()));
    } catch (error) {
      // Something that cannot be read at all: a folder in a file's place, a link that leads out, no permission.
      if (!(error instanceof AppError)) throw error;
      problems.push(...(error.problems.length > 0 ? error.problems : [{ file, message: error.message }]));
    }
  }
  return problems;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

async function findSettingsProblems(root: string): Promise<readonly Problem[]> {
  const path = await resolveInside(root, settingsFile);
  const read = await readVersionedFile(path, settingsFile, 'workspace', WorkspaceFileSchema);
  if ('problems' in read) return read.problems;
  return 'missing' in read
    ? [{ file: settingsFile, message: 'is missing', remedy: 'Run "assay init", or restore it' }]
    : [];
}

/** Sources are not needed to work: what is wrong with them, and files that nothing refers to, are warnings. */
async function findSourceProblems(root: string): Promise<readonly Problem[]> {
  const { lines } = await readRecords(root);
  const records = lines.map((entry) => entry.record).filter((record) => nameProblems(record).length === 0);
  const problems: Problem[] = [];
  for (const record of records) {
    const file = filesOf(record).find((named) => named.path === sourceFile(record.path));
    if (file === undefined || isCollection(record)) continue;
    const found = await readHashed(root, file);
    if (typeof found !== 'string') continue;
    const message = found === 'missing' ? 'is missing' : 'is not the source the text was taken from';
    problems.push(warning(file.path, message, 'Run "assay add" with the source again, or restore the file'));
  }
  return [...problems, ...(await findOrphans(root, records))];
}

async function findOrphans(root: string, records: readonly StoredRecord[]): Promise<readonly Problem[]> {
  const known = new Set(records.flatMap((record) => [sourceFile(record.path), ...textOf(record)]));
  known.add('documents/documents.jsonl');
  const paths = (await listTree(join(root, 'documents'))).map((path) => `documents/${path}`);
  return paths
    .filter((path) => !known.has(path) && !isOurs(path))
    .map((path) => warning(path, 'belongs to no document', 'Add it with "assay add", or delete it'));
}

function textOf(record: StoredRecord): readonly string[] {
  return isCollection(record) ? [] : [textFile(record.id)];
}

function isOurs(path: string): boolean {
  const parts = path.split('/');
  return parts.some((part) => part === '.next' || part === '.gitkeep' || isTemporaryName(part));
}

async function findLineProblems(root: string, file: string): Promise<readonly Problem[]> {
  return problemsOf(await readJsonLines(await resolveInside(root, file), file), 'drop');
}

async function findJsonProblems(root: string, folder: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const name of await listNames(join(root, folder))) {
    if (!name.endsWith('.json')) continue;
    const file = `${folder}/${name}`;
    const read = await readJsonFile(await resolveInside(root, file), file);
    if ('problems' in read) problems.push(...read.problems);
  }
  return problems;
}

function warning(file: string, message: string, remedy: string): Problem {
  return { file, message, remedy, severity: 'warning' };
}
