// Reads items.jsonl of a run item by item, and goes on where it stopped while the run grows.
import { stat } from 'node:fs/promises';
import { ItemSchema, type Item } from '#contract/items';
import type { Problem } from '#contract/failure';
import type { ItemReader, ItemsPlace, ItemsReceiver } from '#services/run/ports';
import { findProblems } from '#services/validate';
import { brokenFile, forEachLine, parseLine } from '../disk/json-lines.ts';
import { resolveInside } from '../paths.ts';
import { duplicateProblem } from '../workspace/records.ts';
import { itemsFile, loadManifest } from './run-files.ts';

export function createItemReader(root: string): ItemReader {
  return {
    readOn: (runId, from, receiver) => readOn(root, runId, from, receiver),
    find: (runId, questionId) => find(root, runId, questionId),
    async placeAtEnd(runId, questionIds) {
      const { file, stamp, size } = await identify(await resolveInside(root, itemsFile(runId)));
      const lines = new Map(questionIds.map((id, index) => [id, index + 1]));
      return { file, stamp, size, startByte: size, line: questionIds.length + 1, lines };
    },
  };
}

async function identify(path: string): Promise<{ file: string; stamp: string; size: number }> {
  const status = await stat(path, { bigint: true }).catch(() => null);
  if (status === null) return { file: 'none', stamp: 'none', size: 0 };
  const file = `${status.ino}-${status.birthtimeNs}`;
  return { file, stamp: `${file}-${status.size}-${status.mtimeNs}`, size: Number(status.size) };
}

async function readOn(
  root: string,
  runId: string,
  from: ItemsPlace | null,
  receiver: ItemsReceiver,
): Promise<ItemsPlace> {
  const file = itemsFile(runId);
  const path = await resolveInside(root, file);
  const now = await identify(path);
  // Names the run where there is none, instead of calling it empty; its manifest is long, and not read for nothing.
  if (now.file === 'none') await loadManifest(root, runId);
  if (from?.stamp === now.stamp) return from;
  // A run only appends: a file that is another one, or has not grown though it changed, was written anew.
  const goesOn = from?.file === now.file && now.size !== from.size && now.size >= from.startByte;
  if (from !== null && !goesOn) receiver.restart();
  let { startByte, line } = goesOn ? from : { startByte: 0, line: 1 };
  const lines = new Map(goesOn ? from.lines : []);
  const problems: Problem[] = [];
  await forEachLine(
    path,
    (bytes, number, start, terminated) => {
      const parsed = parseLine(bytes, number, file);
      const isTorn = !terminated && parsed !== null && 'problem' in parsed;
      if (isTorn) return;
      startByte = start + bytes.length + (terminated ? 1 : 0);
      line = terminated ? number + 1 : number;
      if (parsed === null) return;
      const found = 'problem' in parsed ? [parsed.problem] : checkItem(parsed.value, file, number, lines);
      problems.push(...found);
      if (found.length > 0 || !('value' in parsed)) return;
      const item = parsed.value as Item;
      lines.set(item.questionId, number);
      receiver.receive(item);
    },
    { startByte, line },
  );
  if (problems.length > 0) throw brokenFile(file, problems);
  return { ...now, startByte, line, lines };
}

function checkItem(
  value: unknown,
  file: string,
  line: number,
  lines: ReadonlyMap<string, number>,
): readonly Problem[] {
  const problems = findProblems(ItemSchema, value, { file, line });
  if (problems.length > 0) return problems;
  const { questionId } = value as Item;
  const first = lines.get(questionId);
  return first === undefined
    ? []
    : [duplicateProblem(file, line, 'questionId', questionId, { file, line: first })];
}

/** Looks at the bytes first: parsing every line of a long run only to find one takes seconds. */
async function find(root: string, runId: string, questionId: string): Promise<Item | null> {
  const file = itemsFile(runId);
  const path = await resolveInside(root, file);
  if ((await identify(path)).file === 'none') await loadManifest(root, runId);
  const asWritten = Buffer.from(JSON.stringify(questionId));
  // Another program may have written the same id with other escapes: then every line is parsed.
  return (
    (await findLine(path, file, questionId, (bytes) => bytes.includes(asWritten))) ??
    (/^[\w.-]+$/.test(questionId) ? null : findLine(path, file, questionId, () => true))
  );
}

async function findLine(
  path: string,
  file: string,
  questionId: string,
  mayBe: (bytes: Buffer) => boolean,
): Promise<Item | null> {
  let found: Item | null = null;
  let problems: readonly Problem[] = [];
  await forEachLine(path, (bytes, line) => {
    if (!mayBe(bytes)) return undefined;
    const parsed = parseLine(bytes, line, file);
    if (parsed === null || !('value' in parsed) || !isOf(parsed.value, questionId)) return undefined;
    problems = findProblems(ItemSchema, parsed.value, { file, line });
    found = parsed.value as Item;
    return 'stop';
  });
  if (problems.length > 0) throw brokenFile(file, problems);
  return found;
}

function isOf(value: unknown, questionId: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (value as { readonly questionId?: unknown }).questionId === questionId
  );
}
