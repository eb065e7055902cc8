// Reads runs back, each item once: a run of this process is answered from memory, another one is read on from where it was.
import { AppError } from '#contract/failure';
import type { Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';
import type { Score } from '#contract/scores';
import type { CutCorpus } from '../../chunks/cut-corpus.ts';
import type { RunStore, WorkspaceStore } from '../../ports.ts';
import type { ItemReader, ItemsPlace } from '../ports.ts';
import { openScorer, type Scorer } from '../score-run.ts';
import { createRunLabels, type RunLabels } from './run-labels.ts';
import { createRunRecord, type ReadRun, type RunRecord } from './run-record.ts';

export interface RunReader {
  /** Scores are those stored for the labels of now, or made anew and kept. Throws not-found, stale. */
  read(runId: string): Promise<ReadRun>;
  /** The labels of a run as the bank has them now. */
  labelsOf(manifest: RunManifest): Promise<RunLabels>;
  /** A run that this process goes through: what it adds is known without reading it. */
  follow(manifest: () => RunManifest, labelHash: string): FollowedRun;
  /** Forgets a run that was deleted. */
  forget(runId: string): void;
}

export interface FollowedRun {
  add(item: Item, score: Score): void;
  /** The run has ended and its file is still nobody else's to write. */
  end(): Promise<void>;
}

export interface ReaderWorld {
  readonly cut: CutCorpus;
  readonly store: WorkspaceStore;
  readonly runs: RunStore;
  readonly items: ItemReader;
}

interface Kept {
  readonly record: RunRecord;
  place: ItemsPlace | null;
  /** Scores that were stored, until their item has been read. */
  stored: ReadonlyMap<string, Score>;
  /** null where every item has a stored score, or its documents are gone. */
  scorer: Scorer | null;
  isSaved: boolean;
}

interface Followed {
  readonly record: RunRecord;
  readonly manifest: () => RunManifest;
}

export function createRunReader(world: ReaderWorld): RunReader {
  const labelsOf = createRunLabels();
  const followed = new Map<string, Followed>();
  const kept = createKeptRuns();
  const inTurn = createTurns();

  async function readStored(runId: string): Promise<ReadRun> {
    const manifest = await world.runs.loadManifest(runId);
    const labels = labelsOf(manifest, await world.store.loadQuestions());
    const before = kept.get(runId);
    const one =
      before && (await isUsable(world, manifest, labels, before.record))
        ? before
        : await openKept(world, manifest, labels);
    const read = await readOn(world, manifest, labels, one);
    kept.keep(runId, read);
    return read.record.view(manifest, labels);
  }

  return {
    labelsOf: async (manifest) => labelsOf(manifest, await world.store.loadQuestions()),
    async read(runId) {
      const here = followed.get(runId);
      if (here) {
        const labels = labelsOf(here.manifest(), await world.store.loadQuestions());
        // A label that changes while a run goes on scores what is finished anew, from the disk.
        if (labels.labelHash === here.record.labelHash) return here.record.view(here.manifest(), labels);
      }
      return inTurn(runId, () => readStored(runId));
    },
    follow(manifest, labelHash) {
      const { runId } = manifest();
      const record = createRunRecord(labelHash);
      followed.set(runId, { record, manifest });
      kept.forget(runId);
      return {
        add: (item, score) => record.add(item, score),
        async end() {
          try {
            const place = await world.items.placeAtEnd(runId, record.finishedIds());
            kept.keep(runId, { record, place, stored: new Map(), scorer: null, isSaved: true });
          } finally {
            followed.delete(runId);
          }
        },
      };
    },
    forget: (runId) => kept.forget(runId),
  };
}

/** Items of runs that are not going on, kept over all runs; the run asked for last stays whatever its size. */
const mostItems = 30_000;

function createKeptRuns() {
  /** The one asked for last is last. */
  const runs = new Map<string, Kept>();
  return {
    get: (runId: string) => runs.get(runId),
    forget: (runId: string) => void runs.delete(runId),
    keep(runId: string, one: Kept): void {
      runs.delete(runId);
      runs.set(runId, one);
      let items = [...runs.values()].reduce((sum, { record }) => sum + record.finished, 0);
      for (const [id, { record }] of runs) {
        if (id === runId || items <= mostItems) break;
        runs.delete(id);
        items -= record.finished;
      }
    },
  };
}

/** Two callers must not read the same lines into the same record. */
function createTurns() {
  const turns = new Map<string, Promise<unknown>>();
  return async <Value>(runId: string, work: () => Promise<Value>): Promise<Value> => {
    const mine = (turns.get(runId) ?? Promise.resolve()).then(work, work);
    turns.set(runId, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(runId) === mine) turns.delete(runId);
    }
  };
}

/** Old scores hold while the documents are still other ones, scores of the labels of now hold anyway. */
async function isUsable(
  world: ReaderWorld,
  manifest: RunManifest,
  labels: RunLabels,
  record: RunRecord,
): Promise<boolean> {
  if (record.warning === null) return record.labelHash === labels.labelHash;
  return (await world.store.loadCorpus()).hash !== manifest.versions.corpusHash;
}

/** Reads what was added since; an item without a score makes all be scored that have none. */
async function readOn(
  world: ReaderWorld,
  manifest: RunManifest,
  labels: RunLabels,
  one: Kept,
): Promise<Kept> {
  let unscored = 0;
  one.place = await world.items.readOn(manifest.runId, one.place, {
    restart() {
      one.record.clear();
      // A question that was asked again has another item by now.
      one.stored = new Map();
    },
    receive(item) {
      const question = labels.byId.get(item.questionId);
      const score = question
        ? (one.stored.get(item.questionId) ?? one.scorer?.score(item, question) ?? null)
        : null;
      if (question && score === null) unscored += 1;
      one.record.add(item, score);
    },
  });
  if (unscored > 0 && one.record.warning === null)
    return readOn(world, manifest, labels, await scoreAnew(world, manifest, labels));
  const isWhole = one.record.finished >= manifest.questionIds.length;
  if (isWhole) await saveWhole(world, manifest, labels, one);
  return one;
}

/** While a run goes on its scores are not final: only a whole set is stored. */
async function saveWhole(
  world: ReaderWorld,
  manifest: RunManifest,
  labels: RunLabels,
  one: Kept,
): Promise<void> {
  one.scorer = null;
  if (one.isSaved || one.record.scored < labels.questions.length || one.record.warning !== null) return;
  one.isSaved = true;
  const { scores } = one.record.view(manifest, labels);
  await world.runs.saveScores(manifest.runId, labels.labelHash, scores);
}

async function openKept(world: ReaderWorld, manifest: RunManifest, labels: RunLabels): Promise<Kept> {
  // A run that is gone on with may ask some questions again: what is stored is of their former items.
  const isLive = await world.runs.isLive(manifest.runId);
  const stored = isLive ? null : await world.runs.loadScores(manifest.runId, labels.labelHash);
  if (stored === null) return scoreAnew(world, manifest, labels);
  return {
    record: createRunRecord(labels.labelHash),
    place: null,
    stored: new Map(stored.map((score) => [score.questionId, score])),
    scorer: null,
    isSaved: true,
  };
}

async function scoreAnew(world: ReaderWorld, manifest: RunManifest, labels: RunLabels): Promise<Kept> {
  const corpus = await world.store.loadCorpus();
  if (corpus.hash !== manifest.versions.corpusHash) return openOldScores(world, manifest);
  return {
    record: createRunRecord(labels.labelHash),
    place: null,
    stored: new Map(),
    scorer: await openScorer(manifest, corpus, world.cut),
    isSaved: false,
  };
}

/** What its documents no longer prove was proved when it ran. */
async function openOldScores(world: ReaderWorld, manifest: RunManifest): Promise<Kept> {
  const { labelHash } = manifest.versions;
  const scores = await world.runs.loadScores(manifest.runId, labelHash);
  if (!scores) {
    throw new AppError(
      'stale',
      `The documents changed since run ${manifest.runId}, and it holds no scores of its own. Run the config "${manifest.config.id}" again.`,
      { command: `run DIR --config ${manifest.config.id}` },
    );
  }
  const warning = 'The documents changed since this run: these are its scores under the labels of then.';
  return {
    record: createRunRecord(labelHash, warning),
    place: null,
    stored: new Map(scores.map((score) => [score.questionId, score])),
    scorer: null,
    isSaved: true,
  };
}
