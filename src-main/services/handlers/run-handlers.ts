// Procedures about runs.
import type { Output } from '#contract/api';
import { AppError } from '#contract/failure';
import { paginate } from '../paginate.ts';
import { itemRows, readRun, runRow, summariseRun } from '../run/read-run.ts';
import type { RunService } from '../run/run-service.ts';
import { tryReply } from '../run/try-reply.ts';
import type { Handlers } from '../dispatch.ts';
import { notYet } from './not-yet.ts';
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
      const rows = itemRows(await readRun(world, input.runId)).filter(
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
      return { runId };
    },
    'run.listFinished': notYet,
    'run.compareItems': notYet,
    'run.tryReply': (input) => tryReply(world, input),
  };
}

async function getItem(world: World, runId: string, questionId: string): Promise<Output<'run.getItem'>> {
  const run = await readRun(world, runId);
  const item = run.items.find((candidate) => candidate.questionId === questionId);
  const score = run.scores.find((candidate) => candidate.questionId === questionId);
  const question = run.questions.find((candidate) => candidate.id === questionId);
  if (!item || !score || !question)
    throw new AppError('not-found', `Run ${runId} has no finished item for the question "${questionId}".`);
  return { question, item, score };
}
