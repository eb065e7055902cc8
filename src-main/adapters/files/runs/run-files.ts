// Reads the files of runs: manifests, items, scores; checks names that come from outside.
import { join } from 'node:path';
import { AppError, type Problem } from '#contract/failure';
import { ItemSchema, type Item } from '#contract/items';
import { RunManifestSchema, type RunManifest } from '#contract/runs';
import { findProblems } from '#services/validate';
import { readVersionedFile, type ReadFile } from '../disk/json-file.ts';
import { brokenFile, problemsOf, readJsonLines } from '../disk/json-lines.ts';
import { nearestText } from '../disk/nearest.ts';
import { checkedName, isSafeName, resolveInside } from '../paths.ts';
import { listFolders } from '../workspace/layout.ts';
import { duplicateProblem } from '../workspace/records.ts';

export function runFolder(runId: string): string {
  return `runs/${checkedName(runId, 'run id')}`;
}

export function manifestFile(runId: string): string {
  return `${runFolder(runId)}/manifest.json`;
}

export function itemsFile(runId: string): string {
  return `${runFolder(runId)}/items.jsonl`;
}

/** The colon of a hash cannot stand in a file name everywhere. Throws invalid-input for anything but a hash or a plain name. */
export function scoresFile(runId: string, labelHash: string): string {
  const name = labelHash.replace(/^sha256:/, '');
  if (!/^[0-9A-Za-z-]{1,128}$/.test(name)) {
    throw new AppError('invalid-input', `${JSON.stringify(labelHash)} is no hash of labels.`);
  }
  return `${runFolder(runId)}/scores-${name}.json`;
}

/** Names of run folders, in code-unit order. */
export async function listRunIds(root: string): Promise<readonly string[]> {
  return (await listFolders(join(root, 'runs'))).filter(isSafeName);
}

/** Throws not-found naming the nearest ids, stale where the file is broken or newer. */
export async function loadManifest(root: string, runId: string): Promise<RunManifest> {
  const read = await readManifest(root, runId);
  if ('missing' in read) throw await unknownRun(root, runId);
  if ('problems' in read) throw brokenFile(manifestFile(runId), read.problems);
  return read.value;
}

/** Reads and checks; never throws on bad content. */
export async function readManifest(root: string, runId: string): Promise<ReadFile<RunManifest>> {
  const file = manifestFile(runId);
  const read = await readVersionedFile(await resolveInside(root, file), file, 'manifest', RunManifestSchema);
  if (!('value' in read) || read.value.runId === runId) return read;
  const message = `must equal the name of its folder, "${runId}"`;
  return { problems: [{ file, path: '/runId', value: read.value.runId, message }] };
}

export async function unknownRun(root: string, runId: string): Promise<AppError> {
  const known = nearestText(runId, await listRunIds(root), 'run');
  return new AppError('not-found', `There is no run "${runId}".${known}`);
}

/** The items in the order they were written; a torn last line is left out. Throws stale naming file and line. */
export async function loadItems(root: string, runId: string): Promise<readonly Item[]> {
  const { items, problems } = await readItems(root, runId);
  if (problems.length > 0) throw brokenFile(itemsFile(runId), problems);
  return items;
}

async function readItems(
  root: string,
  runId: string,
): Promise<{ readonly items: readonly Item[]; readonly problems: readonly Problem[] }> {
  const file = itemsFile(runId);
  const read = await readJsonLines(await resolveInside(root, file), file);
  const problems: Problem[] = [...problemsOf(read, 'drop')];
  const items: Item[] = [];
  const lines = new Map<string, number>();
  for (const { line, value } of read.lines) {
    const found = findProblems(ItemSchema, value, { file, line });
    problems.push(...found);
    if (found.length > 0) continue;
    const item = value as Item;
    const first = lines.get(item.questionId);
    if (first === undefined) lines.set(item.questionId, line);
    else problems.push(duplicateProblem(file, line, 'questionId', item.questionId, { file, line: first }));
    items.push(item);
  }
  return { items, problems };
}

/** Every problem of every run: folders, manifests, items. */
export async function findRunProblems(root: string): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const name of await listFolders(join(root, 'runs'))) {
    if (name.startsWith('.')) continue;
    if (!isSafeName(name)) {
      problems.push({
        file: `runs/${name}`,
        message: 'has a name that cannot be a run id',
        remedy: 'Rename it',
      });
      continue;
    }
    try {
      const read = await readManifest(root, name);
      if ('problems' in read) problems.push(...read.problems);
      if ('missing' in read) {
        const remedy = `Delete runs/${name}, or restore the file`;
        problems.push({ file: manifestFile(name), message: 'is missing', remedy });
      }
      problems.push(...(await readItems(root, name)).problems);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      problems.push({ file: `runs/${name}`, message: error.message });
    }
  }
  return problems;
}
