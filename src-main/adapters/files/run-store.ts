// Runs on disk behind the RunStore port: runs/<id>/ with manifest.json, items.jsonl and scores-<labelHash>.json.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '#contract/failure';
import { RunManifestSchema, type RunManifest } from '#contract/runs';
import { ScoreSchema, type Score } from '#contract/scores';
import { Type } from '@sinclair/typebox';
import type { RunJournal, RunStore } from '#services/ports';
import { findProblems, validate } from '#services/validate';
import { readJsonFile } from './disk/json-file.ts';
import { stampFile } from './disk/remembered.ts';
import { createFolder, removeTree, renameInto, temporaryPath, writeAtomic } from './files.ts';
import { acquireFileLock, readLiveHolder, type FileLock } from './lock.ts';
import { resolveInside } from './paths.ts';
import { manifestText, openRunJournal } from './runs/run-journal.ts';
import {
  itemsFile,
  listRunIds,
  loadItems,
  loadManifest,
  manifestFile,
  readManifest,
  runFolder,
  scoresFile,
  unknownRun,
} from './runs/run-files.ts';
import { lockFile } from './workspace/layout.ts';

const scoresVersion = 1;
const ScoresFileSchema = Type.Object({
  schemaVersion: Type.Literal(scoresVersion),
  labelHash: Type.String(),
  scores: Type.Array(ScoreSchema),
});

/** @param root the workspace's folder; nothing is read before the first call */
export function createRunStore(root: string): RunStore {
  const remembered = rememberManifests(root);
  return {
    create: (manifest) => createRun(root, manifest),
    reopen: (runId) => reopenRun(root, runId),
    list: () => listManifests(root, remembered),
    loadManifest: (runId) => remembered.load(runId, () => loadManifest(root, runId)),
    async loadItems(runId) {
      // Names the run where there is none, instead of calling it empty.
      await loadManifest(root, runId);
      return loadItems(root, runId);
    },
    async stampItems(runId) {
      const found = await stat(join(root, itemsFile(runId))).catch(() => null);
      return found === null ? 'none' : `${found.size} ${found.mtimeMs}`;
    },
    saveScores: (runId, labelHash, scores) => saveScores(root, runId, labelHash, scores),
    loadScores: (runId, labelHash) => loadScores(root, runId, labelHash),
    isLive: async (runId) => (await readLiveHolder(lockOf(root, runId))) !== null,
    remove: (runId) => removeRun(root, runId),
  };
}

/** Manifests name every question of their run: each is parsed again only when its file has changed. */
interface Manifests {
  load<Found extends RunManifest | null>(
    runId: string,
    read: () => Promise<Found>,
  ): Promise<Found | RunManifest>;
}

function rememberManifests(root: string): Manifests {
  const known = new Map<string, { readonly stamp: string; readonly manifest: RunManifest }>();
  return {
    async load(runId, read) {
      const path = await resolveInside(root, manifestFile(runId));
      const stamp = await stampFile(path);
      const found = known.get(runId);
      if (found?.stamp === stamp) return found.manifest;
      known.delete(runId);
      const manifest = await read();
      // What a writer changed meanwhile is read again next time.
      if (manifest !== null && (await stampFile(path)) === stamp) known.set(runId, { stamp, manifest });
      return manifest;
    },
  };
}

async function createRun(root: string, manifest: RunManifest): Promise<RunJournal> {
  const { runId } = validate(
    RunManifestSchema,
    manifest,
    'The manifest of the run',
    {},
    'internal',
  ) as RunManifest;
  const folder = await resolveInside(root, runFolder(runId));
  const lock = await lockRun(root, runId);
  return orRelease(lock, async () => {
    if (!(await createFolder(folder))) {
      throw new AppError('conflict', `There is a run "${runId}" already.`);
    }
    await writeAtomic(join(root, manifestFile(runId)), manifestText(manifest));
    return openRunJournal(root, manifest, [], lock);
  });
}

async function reopenRun(root: string, runId: string): Promise<RunJournal> {
  await loadManifest(root, runId);
  const lock = await lockRun(root, runId);
  return orRelease(lock, async () => {
    // Read again: whoever held the lock before may have changed both.
    const manifest = await loadManifest(root, runId);
    const items = await loadItems(root, runId);
    await resolveInside(root, itemsFile(runId));
    return openRunJournal(root, manifest, items, lock);
  });
}

/** Newest first, then by id. What cannot be read is left out here and told by `assay validate`: one broken run must not hide the others. */
async function listManifests(root: string, remembered: Manifests): Promise<readonly RunManifest[]> {
  const manifests: RunManifest[] = [];
  for (const runId of await listRunIds(root)) {
    const manifest = await remembered.load(runId, async () => {
      const read = await readManifest(root, runId);
      return 'value' in read ? read.value : null;
    });
    if (manifest !== null) manifests.push(manifest);
  }
  return manifests.sort((left, right) => {
    if (left.startedAt !== right.startedAt) return left.startedAt > right.startedAt ? -1 : 1;
    return left.runId < right.runId ? -1 : 1;
  });
}

async function saveScores(
  root: string,
  runId: string,
  labelHash: string,
  scores: readonly Score[],
): Promise<void> {
  await loadManifest(root, runId);
  const path = await resolveInside(root, scoresFile(runId, labelHash));
  await writeAtomic(path, `${JSON.stringify({ schemaVersion: scoresVersion, labelHash, scores })}\n`);
}

/** Scores can be computed again at any time: what is broken, or of another version, counts as not there. */
async function loadScores(root: string, runId: string, labelHash: string): Promise<readonly Score[] | null> {
  const file = scoresFile(runId, labelHash);
  const read = await readJsonFile(await resolveInside(root, file), file);
  if (!('value' in read) || findProblems(ScoresFileSchema, read.value).length > 0) return null;
  const { labelHash: found, scores } = read.value as { labelHash: string; scores: readonly Score[] };
  return found === labelHash ? scores : null;
}

/** The folder disappears at once, its content afterwards. Throws not-found, conflict while the run is live. */
async function removeRun(root: string, runId: string): Promise<void> {
  const folder = await resolveInside(root, runFolder(runId));
  if (!(await listRunIds(root)).includes(runId)) throw await unknownRun(root, runId);
  const lock = await lockRun(root, runId);
  try {
    const trash = await temporaryPath(join(root, 'runs'));
    await renameInto(folder, trash);
    await removeTree(trash);
  } finally {
    await lock.release();
  }
}

function lockOf(root: string, runId: string): string {
  runFolder(runId);
  return lockFile(root, `run-${runId}`);
}

/** A run takes long: waiting for another process to end it makes no sense beyond the moment it needs to die. */
async function lockRun(root: string, runId: string): Promise<FileLock> {
  return acquireFileLock(lockOf(root, runId), `run ${runId}`, { waitMs: 300 });
}

async function orRelease<Value>(lock: FileLock, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    await lock.release();
    throw error;
  }
}
