// Procedures about runs.
import type { Input, Output } from '#contract/api';
import { AppError } from '#contract/failure';
import { paginate } from '../paginate.ts';
import { compareItems } from '../run/read/compare-items.ts';
import { explainMetric } from '../run/read/explain-metric.ts';
import { exportTrec } from '../run/read/export-trec.ts';
import { finishedRows, itemRows } from '../run/read/item-rows.ts';
import { runRow, summariseRun } from '../run/read/run-summary.ts';
import { findItem, tryReply } from '../run/read/try-reply.ts';
import type { RunService } from '../run/run-service.ts';
import type { Handlers } from '../dispatch.ts';
import type { World } from './world.ts';

type RunName = Extract<keyof Handlers, `run.${string}`>;

export function runHandlers(world: World, runs: RunService): Pick<Handlers, RunName> {
  return {
    'run.startRuns': (input, { signal }) => runs.start(input, signal),
    'run.resumeRun': (input, { signal }) => runs.resume(input, signal),
    'run.cancelRun': async ({ runId }) => runs.cancel(runId),
    'run.waitForRun': ({ runId }) => runs.wait(runId),
    'run.listRuns': async (input) => {
      const page = paginate(await world.runs.list(), input);
      return {
        runs: await Promise.all(page.rows.map((manifest) => runRow(world, manifest))),
        total: page.total,
        next: page.next,
      };
    },
    'run.getSummary': ({ runId }) => summariseRun(world, runId),
    'run.listItems': async (input) => {
      const rows = itemRows(await world.reader.read(input.runId)).filter(
        (row) => input.stage === undefined || row.stage === input.stage,
      );
      const page = paginate(rows, input);
      return { items: [...page.rows], total: page.total, next: page.next };
    },
    'run.getItem': ({ runId, questionId }) => getItem(world, runId, questionId),
    'run.deleteRun': async ({ runId }) => {
      if (await world.runs.isLive(runId))
        throw new AppError('conflict', `Run ${runId} is running. Cancel it first.`);
      await world.runs.remove(runId);
      world.reader.forget(runId);
      return { runId };
    },
    'run.listFinished': (input) => listFinished(world, input),
    'run.compareItems': (input) => compareItems(world, input),
    'run.tryReply': (input) => tryReply(world, input),
    'run.explainMetric': (input) => explainMetric(world, input),
    'run.exportTrec': (input) => exportTrec(world, input),
  };
}

const finishedAtOnce = 500;

async function listFinished(
  world: World,
  { runId, since, limit = finishedAtOnce }: Input<'run.listFinished'>,
): Promise<Output<'run.listFinished'>> {
  const run = await world.reader.read(runId);
  const total = run.order.length;
  return { items: finishedRows(run, since, limit), next: Math.min(since + limit, total), total };
}

async function getItem(world: World, runId: string, questionId: string): Promise<Output<'run.getItem'>> {
  const { item, question } = await findItem(world, runId, questionId);
  const score = (await world.reader.read(runId)).scoreOf.get(questionId);
  if (!score)
    throw new AppError(
      'stale',
      `The item of "${questionId}" in run ${runId} has no score: its documents changed before it was scored.`,
    );
  return { question, item, score };
}
