// Works through the questions of one run: several at a time, each appended to the journal before it counts as finished.
import type { Question } from '#contract/bank';
import type { Item } from '#contract/items';
import { exclusions, stages, type Score } from '#contract/scores';
import type { RunManifest } from '#contract/runs';
import { spentOn } from '#domain/evaluate/summarise-calls';
import type { RunJournal } from '../ports.ts';
import type { RankOptions, Searched } from '../search-service.ts';
import { askQuestion } from './ask-question.ts';
import { hashLabels } from './freeze.ts';
import type { PreparedRun } from './prepare-run.ts';
import { createScorer, type Scorer } from './score-run.ts';
import { failedAtProvider, stateOf } from './tell-run.ts';
import type { RunWorld } from './world.ts';

export interface RunInHand {
  readonly journal: RunJournal;
  readonly prepared: PreparedRun;
  readonly retrieve: Retrieve;
}

export type Retrieve = (question: Question, options: RankOptions) => Promise<Searched>;

/**
 * Resolves when the run has ended, however it ended; its manifest then says how. Rejects on what is no single question's failure:
 * a full disk, a refusal of the egress policy, a bug. What is finished stays, and the run can be resumed.
 */
export async function workThrough(world: RunWorld, run: RunInHand, signal: AbortSignal): Promise<void> {
  const { journal, prepared } = run;
  const startedMs = world.clock.elapsedMs();
  const earlierMs = journal.manifest.elapsedMs;
  const elapsedMs = () => earlierMs + world.clock.elapsedMs() - startedMs;
  const documents = new Map(prepared.corpus.documents.map((document) => [document.id, document]));
  const tally = createTally(
    world,
    run,
    createScorer({
      ...{ config: prepared.config, documents, chunks: prepared.ranker.chunks },
      ...{ k: journal.manifest.k, foundThreshold: journal.manifest.foundThreshold },
    }),
    elapsedMs,
  );
  const inner = new AbortController();
  const stop = AbortSignal.any([signal, inner.signal]);
  const context = {
    ...prepared,
    k: journal.manifest.k,
    retrieve: run.retrieve,
    fallsBack: prepared.ranker.waitsForAbstention,
    documents,
    chat: prepared.model.chat,
    clock: world.clock,
    signal: stop,
  };
  const done = new Set(journal.items.map((item) => item.questionId));
  const waiting = prepared.questions.filter((question) => !done.has(question.id)).values();

  async function worker(): Promise<void> {
    for (const question of waiting) {
      if (stop.aborted) return;
      const item = await askQuestion(question, context).catch((error: unknown) => {
        if (stop.aborted) return null;
        throw error;
      });
      if (!item) return;
      await journal.append(item);
      tally.count(item, question);
      await letOthersRun();
    }
  }

  try {
    const workers = Array.from({ length: prepared.config.model.concurrency }, () => worker());
    for (const each of workers) each.catch(() => inner.abort());
    const ends = await Promise.allSettled(workers);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  } finally {
    await finish(world, run, tally, elapsedMs());
  }
}

/** A model that answers at once must not keep the host from serving its windows. */
function letOthersRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function finish(world: RunWorld, run: RunInHand, tally: Tally, elapsedMs: number): Promise<void> {
  const { journal } = run;
  const state = stateOf(journal.manifest, journal.finished);
  const manifest: RunManifest = {
    ...journal.manifest,
    versions: { ...journal.manifest.versions, labelHash: tally.labelHash },
    state,
    finishedAt: state === 'stopped' ? null : world.clock.now(),
    elapsedMs,
  };
  try {
    if (state !== 'stopped') await world.runs.saveScores(manifest.runId, tally.labelHash, tally.scores());
    await journal.saveManifest(manifest);
  } finally {
    await tally.end();
    await journal.close();
    world.events.announce('run.ended', { runId: manifest.runId, state });
    world.events.announce('topics.changed', { topics: ['runs'] });
    world.events.flush();
  }
}

interface Tally {
  /** Of the labels that the scores stand on: those of now, also where the run was begun under others. */
  readonly labelHash: string;
  count(item: Item, question: Question): void;
  scores(): Score[];
  /** From now on the run is read from the disk. */
  end(): Promise<void>;
}

/** Counts finished items by stage, announces them, and lets who asks for the run read them from memory. */
function createTally(world: RunWorld, run: RunInHand, scorer: Scorer, elapsedMs: () => number): Tally {
  const { manifest } = run.journal;
  const labelHash = hashLabels(run.prepared.questions, manifest.foundThreshold);
  const followed = world.reader.follow(() => run.journal.manifest, labelHash);
  const counts: Record<string, number> = Object.fromEntries(
    [...stages, ...exclusions].map((name) => [name, 0]),
  );
  const byId = new Map<string, Score>();
  let promptTokens = 0;
  let failed = 0;

  function add(item: Item, question: Question): void {
    const score = scorer.score(item, question);
    byId.set(question.id, score);
    followed.add(item, score);
    const name = score.excluded?.kind ?? score.stage;
    if (name !== null) counts[name] = (counts[name] ?? 0) + 1;
    if (failedAtProvider(item)) failed += 1;
    promptTokens += spentOn(item).promptTokens;
  }

  const questions = new Map(run.prepared.questions.map((question) => [question.id, question]));
  for (const item of run.journal.items) {
    const question = questions.get(item.questionId);
    if (question) add(item, question);
  }
  return {
    labelHash,
    end: () => followed.end(),
    count(item: Item, question: Question): void {
      add(item, question);
      const { runId, questionIds } = manifest;
      world.events.announce('run.progress', {
        runId,
        finished: byId.size,
        questions: questionIds.length,
        stages: { ...counts },
        failed,
        promptTokens,
        elapsedMs: elapsedMs(),
      });
    },
    scores: (): Score[] => manifest.questionIds.flatMap((id) => byId.get(id) ?? []),
  };
}
