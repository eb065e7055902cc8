// The summary of a run and its row in a list: measured from what was read back, or taken from what is kept of complete runs.
import { AppError } from '#contract/failure';
import type { RunManifest } from '#contract/runs';
import type { MeasuredSummary, RunSummary } from '#contract/scores';
import type { RunRow } from '#contract/views';
import { summariseScores } from '#domain/evaluate/summarise-run';
import { hashValue } from '../../hash.ts';
import { stateOf, tellState } from '../tell-run.ts';
import type { RunWorld } from '../world.ts';
import type { ReadRun } from './run-record.ts';

export type SummaryWorld = Pick<RunWorld, 'runs' | 'reader' | 'summaries' | 'build'>;

/** The summary of a complete run is kept under all that decides it, since its items never change again. */
export async function summariseRun(world: SummaryWorld, runId: string): Promise<RunSummary> {
  const manifest = await world.runs.loadManifest(runId);
  return summarise(world, manifest, await world.runs.isLive(runId));
}

async function summarise(world: SummaryWorld, manifest: RunManifest, live: boolean): Promise<RunSummary> {
  const key = manifest.state === 'complete' && !live ? await summaryKey(world, manifest) : null;
  const kept = key === null ? null : await world.summaries.load(key);
  if (kept !== null) return kept;
  const run = await world.reader.read(manifest.runId);
  const summary = summaryOf(run, live);
  // Scores of earlier labels carry a warning about the documents of now: those are told anew each time.
  if (key !== null && summary.state === 'complete' && run.isOfNow) await world.summaries.save(key, summary);
  return summary;
}

async function summaryKey(world: SummaryWorld, manifest: RunManifest): Promise<string> {
  const { version, commit } = world.build;
  const { labelHash } = await world.reader.labelsOf(manifest);
  const items = await world.runs.stampItems(manifest.runId);
  return hashValue({ manifest, labelHash, items, version, commit });
}

const measuredOf = new WeakMap<ReadRun, MeasuredSummary>();

/** Measured once while nothing is added: a window asks every few seconds. */
function measure(run: ReadRun): MeasuredSummary {
  const { items, scores, questions, manifest } = run;
  const { config, k } = manifest;
  const measured = measuredOf.get(run) ?? summariseScores({ items, scores, questions, config, k });
  measuredOf.set(run, measured);
  return measured;
}

function summaryOf(run: ReadRun, live: boolean): RunSummary {
  const { manifest, finished } = run;
  const measured = measure(run);
  const { reason, remedy } = tellState(manifest, finished, live);
  return {
    runId: manifest.runId,
    state: stateOf(manifest, finished),
    stateReason: reason,
    stateRemedy: remedy,
    live,
    config: manifest.config.id,
    configName: manifest.config.name,
    startedAt: manifest.startedAt,
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
    const summary = await summarise(world, manifest, live);
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
      remedy: summary.stateRemedy ?? null,
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
      remedy: null,
    };
  }
}
