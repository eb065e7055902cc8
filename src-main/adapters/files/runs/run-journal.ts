// One run being written: items are appended and synced, the manifest is replaced, under the run's lock until closed.
import { join } from 'node:path';
import { AppError } from '#contract/failure';
import { ItemSchema, type Item } from '#contract/items';
import { RunManifestSchema, type RunManifest } from '#contract/runs';
import type { RunJournal } from '#services/ports';
import { validate } from '#services/validate';
import { openJournal } from '../disk/journal.ts';
import { inTurn, writeAtomic } from '../files.ts';
import type { FileLock } from '../lock.ts';
import { itemsFile, manifestFile } from './run-files.ts';

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
  const path = join(root, itemsFile(manifest.runId));
  let current = { manifest, items: [...items] };
  let known = new Set(items.map((item) => item.questionId));
  let journal = await openJournal(path);
  let closed = false;

  async function append(item: Item): Promise<void> {
    validate(ItemSchema, item, `The item of question ${item.questionId}`, {}, 'internal');
    if (known.has(item.questionId)) {
      throw new AppError(
        'conflict',
        `Run ${manifest.runId} has an item of question ${item.questionId} already.`,
      );
    }
    known.add(item.questionId);
    try {
      await journal.append([JSON.stringify(item)]);
      current.items.push(item);
    } catch (error) {
      known.delete(item.questionId);
      throw error;
    }
  }

  async function saveManifest(next: RunManifest): Promise<void> {
    validate(RunManifestSchema, next, `The manifest of run ${manifest.runId}`, {}, 'internal');
    if (next.runId !== manifest.runId) throw new AppError('internal', 'A run cannot change its id.');
    await writeAtomic(join(root, manifestFile(manifest.runId)), manifestText(next));
    current = { ...current, manifest: next };
  }

  /** The journal is closed while its file is replaced; nothing may be appended meanwhile. */
  async function drop(questionIds: ReadonlySet<string>): Promise<void> {
    await journal.close();
    try {
      const left = current.items.filter((item) => !questionIds.has(item.questionId));
      if (left.length < current.items.length) {
        await writeAtomic(path, left.map((item) => `${JSON.stringify(item)}\n`).join(''));
        current = { ...current, items: left };
        known = new Set(left.map((item) => item.questionId));
      }
    } finally {
      journal = await openJournal(path);
    }
  }

  return {
    get manifest() {
      return current.manifest;
    },
    get items() {
      return current.items;
    },
    append,
    saveManifest,
    drop: (questionIds) => inTurn(`${path} drop`, () => drop(questionIds)),
    async close() {
      if (closed) return;
      closed = true;
      try {
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

export function manifestText(manifest: RunManifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
