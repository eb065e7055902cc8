// Reads a stored run back: its items in bank order, scored under the labels as they are now, with its summary and rows.
import type { Question } from '#contract/bank';
import type { Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';
import type { RunSummary, Score } from '#contract/scores';
import type { ItemRow, RunRow } from '#contract/views';
import { summariseScores } from '#domain/evaluate/summarise-run';
import { chunkCorpus } from '#domain/text/chunk-corpus';
import { hashValue } from '../hash.ts';
import { hashLabels } from './freeze.ts';
import { createScorer } from './score-run.ts';
import { stateOf, tellState } from './tell-run.ts';
import type { RunWorld } from './world.ts';

export interface ReadRun {
  readonly manifest: RunManifest;
  /** Every item of the run: they tell its state, whatever became of the bank. */
  readonly finished: readonly Item[];
  /** Those whose question is still in the bank. */
  readonly items: readonly Item[];
  readonly scores: readonly Score[];
  readonly questions: readonly Question[];
  readonly labelHash: string;
  /** What is odd about the scores, in words. */
  readonly warnings: readonly string[];
}

type ReadWorld = Pick<RunWorld, 'store' | 'runs'>;

/** Scores are taken from the file of the present labels, or made anew from the items and kept. */
export async function readRun(world: ReadWorld, runId: string): Promise<ReadRun> {
  const manifest = await world.runs.loadManifest(runId);
  const finished = inBankOrder(manifest, await world.runs.loadItems(runId));
  const bank = new Map((await world.store.loadQuestions()).map((question) => [question.id, question]));
  const gone = manifest.questionIds.filter((id) => !bank.has(id));
  const questions = manifest.questionIds.flatMap((id) => bank.get(id) ?? []);
  const labelHash = hashLabels(questions, manifest.foundThreshold);
  const items = finished.filter((item) => bank.has(item.questionId));
  const warnings =
    gone.length > 0
      ? [`Questions of this run that are no longer in the bank, left out of its scores: ${gone.length}.`]
      : [];
  const stored = await world.runs.loadScores(runId, labelHash);
  if (stored && stored.length === items.length)
    return { manifest, finished, items, scores: stored, questions, labelHash, warnings };
  const corpus = await world.store.loadCorpus();
  if (corpus.hash !== manifest.versions.corpusHash) {
    return withOldScores(world, { manifest, finished, items, questions, labelHash, warnings }, runId);
  }
  const scores = scoreAll(manifest, items, bank, corpus);
  // While a run goes on its scores are not final: only a whole set is kept.
  if (items.length === manifest.questionIds.length) await world.runs.saveScores(runId, labelHash, scores);
  return { manifest, finished, items, scores, questions, labelHash, warnings };
}

async function withOldScores(
  world: ReadWorld,
  read: Omit<ReadRun, 'scores'>,
  runId: string,
): Promise<ReadRun> {
  const scores = await world.runs.loadScores(runId, read.manifest.versions.labelHash);
  if (!scores) {
    throw new AppError(
      'stale',
      `The documents changed since run ${runId}, and it holds no scores of its own. Run the config again: assay run DIR --config ${read.manifest.config.id}`,
    );
  }
  const known = new Set(read.items.map((item) => item.questionId));
  const warning = 'The documents changed since this run: these are its scores under the labels of then.';
  return {
    ...read,
    scores: scores.filter((score) => known.has(score.questionId)),
    labelHash: read.manifest.versions.labelHash,
    warnings: [...read.warnings, warning],
  };
}

function scoreAll(
  manifest: RunManifest,
  items: readonly Item[],
  bank: ReadonlyMap<string, Question>,
  corpus: Corpus,
): Score[] {
  const { config } = manifest;
  const scorer = createScorer({
    config,
    k: manifest.k,
    foundThreshold: manifest.foundThreshold,
    documents: new Map(corpus.documents.map((document) => [document.id, document])),
    chunks: chunkCorpus(corpus, config.chunker, config.analyzer.language),
  });
  return items.flatMap((item) => {
    const question = bank.get(item.questionId);
    return question ? [scorer.score(item, question)] : [];
  });
}

function inBankOrder(manifest: RunManifest, items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.questionId, item]));
  return manifest.questionIds.flatMap((id) => byId.get(id) ?? []);
}

type SummaryWorld = ReadWorld & Pick<RunWorld, 'summaries' | 'build'>;

/** The summary of a complete run is kept under all that decides it, since its items never change again. */
export async function summariseRun(world: SummaryWorld, runId: string): Promise<RunSummary> {
  const manifest = await world.runs.loadManifest(runId);
  const live = await world.runs.isLive(runId);
  const key = manifest.state === 'complete' && !live ? await summaryKey(world, manifest) : null;
  const kept = key === null ? null : await world.summaries.load(key);
  if (kept !== null) return kept;
  const run = await readRun(world, runId);
  const summary = summaryOf(run, live);
  // Scores of earlier labels carry a warning about the documents of now: those are told anew each time.
  if (key !== null && summary.state === 'complete' && run.labelHash === (await labelHashOf(world, manifest)))
    await world.summaries.save(key, summary);
  return summary;
}

async function summaryKey(world: SummaryWorld, manifest: RunManifest): Promise<string> {
  const { version, commit } = world.build;
  const labelHash = await labelHashOf(world, manifest);
  return hashValue({
    manifest,
    labelHash,
    items: await world.runs.stampItems(manifest.runId),
    version,
    commit,
  });
}

async function labelHashOf(world: ReadWorld, manifest: RunManifest): Promise<string> {
  const bank = new Map((await world.store.loadQuestions()).map((question) => [question.id, question]));
  return hashLabels(
    manifest.questionIds.flatMap((id) => bank.get(id) ?? []),
    manifest.foundThreshold,
  );
}

function summaryOf(run: ReadRun, live: boolean): RunSummary {
  const { manifest, finished, items, scores, questions } = run;
  const measured = summariseScores({ items, scores, questions, config: manifest.config, k: manifest.k });
  return {
    runId: manifest.runId,
    state: stateOf(manifest, finished),
    stateReason: tellState(manifest, finished, live),
    config: manifest.config.id,
    k: manifest.k,
    tags: manifest.tags,
    questions: manifest.questionIds.length,
    ...measured,
    finished: finished.length,
    warnings: [...run.warnings, ...measured.warnings],
    cost: 'unknown',
    elapsedMs: manifest.elapsedMs,
    versions: { ...manifest.versions, labelHash: run.labelHash },
  };
}

export function itemRows(run: ReadRun): ItemRow[] {
  const questions = new Map(run.questions.map((question) => [question.id, question]));
  const items = new Map(run.items.map((item) => [item.questionId, item]));
  return run.scores.map((score) => ({
    questionId: score.questionId,
    question: questions.get(score.questionId)?.question ?? score.questionId,
    found: score.found,
    grounded: score.grounded.pass,
    correct: score.correct.pass,
    rank: score.rank,
    stage: score.stage,
    detail: score.detail,
    excluded: score.excluded?.kind ?? null,
    flags: score.flags,
    answer: items.get(score.questionId)?.answer?.text ?? null,
    says: tellScore(score),
  }));
}

function tellScore(score: Score): string {
  if (score.excluded) return `${score.excluded.kind}: ${score.excluded.reason}`;
  if (score.stage === 'correct')
    return score.flags.length > 0 ? `correct (${score.flags.join(', ')})` : 'correct';
  const reasons = [...score.grounded.reasons, ...score.correct.reasons].join('; ');
  if (score.stage === null) return score.unjudged ?? 'not judged';
  return `${score.stage}${score.detail ? `: ${score.detail}` : ''}${reasons ? ` (${reasons})` : ''}`;
}

export async function runRow(world: SummaryWorld, manifest: RunManifest): Promise<RunRow> {
  const live = await world.runs.isLive(manifest.runId);
  const base = {
    runId: manifest.runId,
    live,
    config: manifest.config.id,
    configName: manifest.config.name,
    k: manifest.k,
    tags: manifest.tags,
    questions: manifest.questionIds.length,
    startedAt: manifest.startedAt,
    elapsedMs: manifest.elapsedMs,
  };
  try {
    const summary = await summariseRun(world, manifest.runId);
    const { found, grounded, correct, stages, finished } = summary;
    return {
      ...base,
      state: live ? 'running' : summary.state,
      finished,
      found,
      grounded,
      correct,
      stages,
      excluded: Object.values(summary.excluded).reduce((sum, count) => sum + count, 0),
      says: summary.stateReason ?? `complete: ${finished} questions`,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const stages = { correct: 0, retriever: 0, context: 0, format: 0, reading: 0 };
    return {
      ...base,
      state: 'stopped',
      finished: 0,
      found: null,
      grounded: null,
      correct: null,
      stages,
      excluded: 0,
      says: error.message,
    };
  }
}
