// One run being written: items are appended and synced, the manifest is replaced, under the run's lock until closed.
import { join } from 'node:path';
import { AppError } from '#contract/failure';
import { ItemSchema, type Item } from '#contract/items';
import { RunManifestSchema, type RunManifest } from '#contract/runs';
import { digestItem, type ItemDigest } from '#domain/evaluate/item-digest';
import type { RunJournal } from '#services/ports';
import { validate } from '#services/validate';
import { openJournal, type Journal } from '../disk/journal.ts';
import { inTurn, writeAtomic } from '../files.ts';
import type { FileLock } from '../lock.ts';
import { itemsFile, loadItems, manifestFile } from './run-files.ts';

interface OpenRun {
  readonly root: string;
  readonly runId: string;
  /** Path of items.jsonl. */
  readonly path: string;
  manifest: RunManifest;
  items: readonly Item[];
  finished: ItemDigest[];
  /** Questions with an item, written or being written. */
  known: Set<string>;
  journal: Journal;
}

/**
 * @param items what items.jsonl holds already
 * @param lock the run's lock, released by `close`
 */
export async function openRunJournal(
  root: string,
  manifest: RunManifest,
  items: readonly Item[],
  lock: FileLock,
): Promise<RunJournal> {
  const { runId } = manifest;
  const path = join(root, itemsFile(runId));
  const known = new Set(items.map((item) => item.questionId));
  const journal = await openJournal(path);
  const finished = items.map(digestItem);
  const run: OpenRun = { root, runId, path, manifest, items, finished, known, journal };
  let closed = false;
  return {
    get manifest() {
      return run.manifest;
    },
    get items() {
      return run.items;
    },
    get finished() {
      return run.finished;
    },
    append: (item) => appendItem(run, item),
    saveManifest: (next) => saveManifest(run, next),
    drop: (questionIds) => inTurn(`${path} drop`, () => dropItems(run, questionIds)),
    async close() {
      if (closed) return;
      closed = true;
      try {
        await run.journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

async function appendItem(run: OpenRun, item: Item): Promise<void> {
  validate(ItemSchema, item, `The item of question ${item.questionId}`, {}, 'internal');
  if (run.known.has(item.questionId)) {
    throw new AppError('conflict', `Run ${run.runId} has an item of question ${item.questionId} already.`);
  }
  run.known.add(item.questionId);
  try {
    await run.journal.append([JSON.stringify(item)]);
    run.finished.push(digestItem(item));
  } catch (error) {
    run.known.delete(item.questionId);
    throw error;
  }
}

async function saveManifest(run: OpenRun, next: RunManifest): Promise<void> {
  validate(RunManifestSchema, next, `The manifest of run ${run.runId}`, {}, 'internal');
  if (next.runId !== run.runId) throw new AppError('internal', 'A run cannot change its id.');
  await writeAtomic(join(run.root, manifestFile(run.runId)), manifestText(next));
  run.manifest = next;
}

/** The journal is closed while its file is replaced; nothing may be appended meanwhile. */
async function dropItems(run: OpenRun, questionIds: ReadonlySet<string>): Promise<void> {
  await run.journal.close();
  try {
    const items = await loadItems(run.root, run.runId);
    const left = items.filter((item) => !questionIds.has(item.questionId));
    if (left.length < items.length) {
      await writeAtomic(run.path, left.map((item) => `${JSON.stringify(item)}\n`).join(''));
      run.items = left;
      run.finished = left.map(digestItem);
      run.known = new Set(left.map((item) => item.questionId));
    }
  } finally {
    run.journal = await openJournal(run.path);
  }
}

export function manifestText(manifest: RunManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
