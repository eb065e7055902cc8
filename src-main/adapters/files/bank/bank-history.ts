// The history of the bank: an index of the journal's actions and of the lines of each question, kept and extended as it grows.
//
// A journal of 100,000 lines takes a second to read. It only ever grows, so what was read stays true while the file is the
// same one and its last known line still stands where it stood; then only what came after is read.
import { open } from 'node:fs/promises';
import { BankEditSchema, type BankEdit } from '#contract/bank';
import type { Problem } from '#contract/failure';
import type { BankAction, BankStore } from '#services/bank/bank-port';
import { findProblems } from '#services/validate';
import { brokenFile, forEachLine, parseLine } from '../disk/json-lines.ts';
import { explained } from '../disk/operations.ts';
import { stampFile } from '../disk/remembered.ts';
import { resolveInside } from '../paths.ts';
import { editsFile } from '../workspace/layout.ts';
import { batchOf } from './batch.ts';

/** A line by its place in the file, in bytes, without its line feed. */
interface LinePlace {
  readonly line: number;
  readonly startByte: number;
  readonly endByte: number;
}

interface IndexedAction {
  row: BankAction;
  readonly lines: LinePlace[];
}

interface JournalIndex {
  readonly actions: Map<string, IndexedAction>;
  readonly byQuestion: Map<string, LinePlace[]>;
  /** The last line of the last whole batch, and its text. */
  last: { readonly place: LinePlace; readonly bytes: Buffer } | null;
}

type History = Pick<BankStore, 'loadActions' | 'loadAction' | 'loadHistory'>;

export function createBankHistory(root: string): History {
  let known: { readonly stamp: string; readonly index: JournalIndex } | null = null;
  let reading: Promise<unknown> = Promise.resolve();

  async function refresh(path: string): Promise<JournalIndex> {
    const stamp = await stampFile(path);
    if (known?.stamp === stamp) return known.index;
    const kept =
      known !== null && (await isPrefix(path, known.index, known.stamp, stamp)) ? known.index : null;
    // Whatever goes wrong while it is extended, the next call begins anew.
    known = null;
    const index = kept ?? { actions: new Map(), byQuestion: new Map(), last: null };
    await extend(path, index);
    known = { stamp, index };
    return index;
  }

  /** One reading at a time: two would extend one index twice. */
  async function withIndex<Value>(
    work: (index: JournalIndex, path: string) => Value | Promise<Value>,
  ): Promise<Value> {
    const path = await resolveInside(root, editsFile);
    const mine = reading.then(async () => work(await refresh(path), path));
    reading = mine.catch(() => undefined);
    return mine;
  }

  return {
    loadActions: () => withIndex(({ actions }) => [...actions.values()].map(({ row }) => row)),
    loadAction: (action) =>
      withIndex(({ actions }, path) => loadLines(path, actions.get(action)?.lines ?? [])),
    loadHistory: (questionId) =>
      withIndex(({ byQuestion }, path) => loadLines(path, byQuestion.get(questionId) ?? [])),
  };
}

/** True when the file is the one that was indexed, with more at its end or nothing. */
async function isPrefix(path: string, { last }: JournalIndex, before: string, now: string): Promise<boolean> {
  const [inode, size] = before.split('-');
  const [inodeNow, sizeNow] = now.split('-');
  // Written to without growing: whatever that was, it was no append.
  if (last === null || inode !== inodeNow || Number(sizeNow) <= Number(size)) return false;
  const [bytes] = await readPlaces(path, [last.place]);
  return bytes !== undefined && bytes.equals(last.bytes);
}

/** Reads what stands behind the last whole batch. Throws stale naming the line that cannot be read. */
async function extend(path: string, index: JournalIndex): Promise<void> {
  const problems: Problem[] = [];
  /** Lines of a batch that is not whole yet: they count when its last line has come. */
  let waiting: { readonly edit: BankEdit; readonly place: LinePlace }[] = [];
  let batchId: string | null = null;
  const take = () => {
    for (const { edit, place } of waiting) addLine(index, edit, place);
    waiting = [];
    batchId = null;
  };
  const from = index.last?.place;
  await forEachLine(
    path,
    (bytes, line, startByte, terminated) => {
      const parsed = parseLine(bytes, line, editsFile);
      if (parsed === null) return;
      if ('problem' in parsed) {
        if (terminated) problems.push(parsed.problem);
        return;
      }
      const found = quickProblems(parsed.value, line);
      problems.push(...found);
      if (found.length > 0) return;
      const batch = batchOf(parsed.value);
      if (batch?.id !== batchId && waiting.length > 0) take();
      const place = { line, startByte, endByte: startByte + bytes.length };
      waiting.push({ edit: withoutContent(parsed.value as BankEdit), place });
      batchId = batch?.id ?? null;
      if (batch !== null && batch.line !== batch.of) return;
      take();
      index.last = { place, bytes: Buffer.from(bytes) };
    },
    from && { line: from.line, startByte: from.endByte },
  );
  if (problems.length > 0) throw brokenFile(editsFile, problems);
}

/** What the index needs to be right; the edits themselves are checked in full when they are used. */
function quickProblems(value: unknown, line: number): readonly Problem[] {
  const fields = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isWhole =
    ['at', 'by', 'action', 'what', 'id'].every((name) => typeof fields[name] === 'string') &&
    ['undoes', 'redoes'].every((name) => ['string', 'undefined'].includes(typeof fields[name]));
  return isWhole ? [] : findProblems(BankEditSchema, value, { file: editsFile, line });
}

function withoutContent(edit: BankEdit): BankEdit {
  return { ...edit, before: null, after: null };
}

function addLine(index: JournalIndex, edit: BankEdit, place: LinePlace): void {
  const known = index.actions.get(edit.action);
  if (known) {
    known.lines.push(place);
    known.row = { ...known.row, edits: known.row.edits + 1 };
  } else {
    const { action, what, at, by, undoes = null, redoes = null } = edit;
    const row = { action, what, at, by, edits: 1, undoes, redoes };
    index.actions.set(action, { row, lines: [place] });
  }
  const lines = index.byQuestion.get(edit.id);
  if (lines) lines.push(place);
  else index.byQuestion.set(edit.id, [place]);
}

async function loadLines(path: string, places: readonly LinePlace[]): Promise<readonly BankEdit[]> {
  const edits: BankEdit[] = [];
  for (const [index, bytes] of (await readPlaces(path, places)).entries()) {
    const line = places[index]?.line ?? 0;
    const parsed = parseLine(bytes, line, editsFile);
    const problems =
      parsed !== null && 'value' in parsed
        ? findProblems(BankEditSchema, parsed.value, { file: editsFile, line })
        : [{ file: editsFile, line, message: 'was changed while it was read', remedy: 'Try again' }];
    if (problems.length > 0 || parsed === null || 'problem' in parsed) throw brokenFile(editsFile, problems);
    const { batch: _batch, ...edit } = parsed.value as BankEdit & { readonly batch?: unknown };
    edits.push(edit);
  }
  return edits;
}

/** The bytes of lines; those that follow each other in the file are read at once. */
async function readPlaces(path: string, places: readonly LinePlace[]): Promise<readonly Buffer[]> {
  if (places.length === 0) return [];
  return explained('read', path, async () => {
    const handle = await open(path, 'r');
    try {
      const found: Buffer[] = [];
      for (let first = 0; first < places.length;) {
        const next = endOfStretch(places, first);
        const stretch = places.slice(first, next);
        const startByte = stretch[0]?.startByte ?? 0;
        const block = Buffer.alloc((stretch.at(-1)?.endByte ?? startByte) - startByte);
        await handle.read(block, 0, block.length, startByte);
        for (const place of stretch)
          found.push(block.subarray(place.startByte - startByte, place.endByte - startByte));
        first = next;
      }
      return found;
    } finally {
      await handle.close();
    }
  });
}

const largestStretch = 1 << 24;

/** The index after the last of the places that follow `first` without a gap, within a size that is read at once. */
function endOfStretch(places: readonly LinePlace[], first: number): number {
  const startByte = places[first]?.startByte ?? 0;
  let next = first + 1;
  for (; next < places.length; next += 1) {
    const [before, place] = [places[next - 1], places[next]];
    if (before === undefined || place === undefined) break;
    if (place.startByte > before.endByte + 2 || place.endByte - startByte > largestStretch) break;
  }
  return next;
}
