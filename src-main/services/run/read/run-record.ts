// What is known of one run: the digest and the score of every finished item, in the order they finished.
import type { Question } from '#contract/bank';
import type { Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';
import type { Score } from '#contract/scores';
import { digestItem, type ItemDigest } from '#domain/evaluate/item-digest';
import type { RunLabels } from './run-labels.ts';

/** A run read back, scored under the labels as they are now. Shared by callers: nobody may change it. */
export interface ReadRun {
  readonly manifest: RunManifest;
  /** Every item of the run, in bank order: they tell its state, whatever became of the bank. */
  readonly finished: readonly ItemDigest[];
  /** Question ids in the order they finished, those still in the bank. */
  readonly order: readonly string[];
  /** Those whose question is still in the bank. */
  readonly items: readonly ItemDigest[];
  readonly scores: readonly Score[];
  readonly scoreOf: ReadonlyMap<string, Score>;
  readonly itemOf: ReadonlyMap<string, ItemDigest>;
  readonly questions: readonly Question[];
  readonly questionOf: ReadonlyMap<string, Question>;
  readonly labelHash: string;
  /** False: the documents changed, and these are the scores of earlier labels. */
  readonly isOfNow: boolean;
  /** What is odd about the scores, in words. */
  readonly warnings: readonly string[];
}

/** Grows while a run goes on; never holds a prompt, a passage or a ranked list. */
export interface RunRecord {
  readonly labelHash: string;
  /** What is odd about the scores beside questions that left the bank. */
  readonly warning: string | null;
  add(item: Item, score: Score | null): void;
  clear(): void;
  has(questionId: string): boolean;
  readonly finished: number;
  readonly scored: number;
  /** In the order they finished. */
  finishedIds(): readonly string[];
  /** The same object while nothing was added. */
  view(manifest: RunManifest, labels: RunLabels): ReadRun;
}

export function createRunRecord(labelHash: string, warning: string | null = null): RunRecord {
  const items = new Map<string, ItemDigest>();
  const scores = new Map<string, Score>();
  let seen: ReadRun | null = null;
  return {
    labelHash,
    warning,
    add(item, score) {
      items.set(item.questionId, digestItem(item));
      if (score !== null) scores.set(item.questionId, score);
      seen = null;
    },
    clear() {
      items.clear();
      scores.clear();
      seen = null;
    },
    has: (questionId) => items.has(questionId),
    get finished() {
      return items.size;
    },
    get scored() {
      return scores.size;
    },
    finishedIds: () => [...items.keys()],
    view(manifest, labels) {
      const isSame = seen?.manifest === manifest && seen.questionOf === labels.byId;
      return isSame && seen
        ? seen
        : (seen = makeView({ items, scores, labelHash, warning }, manifest, labels));
    },
  };
}

function makeView(
  known: {
    readonly items: ReadonlyMap<string, ItemDigest>;
    readonly scores: ReadonlyMap<string, Score>;
    readonly labelHash: string;
    readonly warning: string | null;
  },
  manifest: RunManifest,
  { questions, byId, gone }: RunLabels,
): ReadRun {
  const finished = manifest.questionIds.flatMap((id) => known.items.get(id) ?? []);
  const warnings =
    gone > 0
      ? [`Questions of this run that are no longer in the bank, left out of its scores: ${gone}.`]
      : [];
  return {
    manifest,
    finished,
    order: [...known.items.keys()].filter((id) => byId.has(id)),
    items: finished.filter(({ questionId }) => byId.has(questionId)),
    scores: questions.flatMap(({ id }) => known.scores.get(id) ?? []),
    scoreOf: known.scores,
    itemOf: known.items,
    questions,
    questionOf: byId,
    labelHash: known.labelHash,
    isOfNow: known.warning === null,
    warnings: known.warning === null ? warnings : [...warnings, known.warning],
  };
}
