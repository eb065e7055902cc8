// Starts the side processes of a case, lets them measure by turns, and collects medians and answers.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, type Measured, type Parameters, type RowTools } from './row.ts';

export interface SidePlan {
  readonly module: string;
  readonly name: string;
  /** As shown; default the name. */
  readonly shown?: string;
  readonly parameters: Parameters;
}

export interface SideResult {
  readonly plan: SidePlan;
  /** By figure, one entry per round. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  readonly answers: unknown;
  readonly peakBytes: number;
}

const rounds = 3;

/** All sides are opened, then measured in turn, round after round, so that a busy moment strikes them alike. */
export async function runSides(tools: RowTools, plans: readonly SidePlan[]): Promise<readonly SideResult[]> {
  const open: { readonly plan: SidePlan; readonly process: ChildProcess }[] = [];
  try {
    for (const plan of plans) open.push({ plan, process: await openSide(tools, plan) });
    const found = open.map(() => ({ figures: {} as Record<string, number[]> }));
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { process }] of open.entries()) {
        const measured = (await ask(process, 'round')) as Readonly<Record<string, number>>;
        for (const [name, value] of Object.entries(measured))
          (found[index]!.figures[name] ??= []).push(value);
      }
    }
    const results: SideResult[] = [];
    for (const [index, { plan, process }] of open.entries()) {
      const peakBytes = (await ask(process, 'memory')) as number;
      results.push({
        plan,
        figures: found[index]!.figures,
        answers: await ask(process, 'answers'),
        peakBytes,
      });
    }
    return results;
  } finally {
    for (const { process } of open) process.kill('SIGKILL');
  }
}

/** One round in a process that is started for it alone: for figures that a warm process would flatter. */
export async function runFresh(tools: RowTools, plans: readonly SidePlan[]): Promise<readonly SideResult[]> {
  const figures = plans.map(() => ({}) as Record<string, number[]>);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, plan] of plans.entries()) {
      const process = await openSide(tools, plan);
      const measured = (await ask(process, 'round')) as Readonly<Record<string, number>>;
      process.kill('SIGKILL');
      for (const [name, value] of Object.entries(measured)) (figures[index]![name] ??= []).push(value);
    }
  }
  return plans.map((plan, index) => ({ plan, figures: figures[index]!, answers: null, peakBytes: 0 }));
}

/** Lets a side do its work once, for what later sides need; nothing is measured. */
export async function runOnce(tools: RowTools, plan: SidePlan): Promise<void> {
  const process = await openSide(tools, plan);
  process.kill('SIGKILL');
}

async function openSide(tools: RowTools, plan: SidePlan): Promise<ChildProcess> {
  const child = fork(
    join(tools.bundles, 'side.mjs'),
    [plan.module, plan.name, JSON.stringify(plan.parameters)],
    {
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execArgv: ['--max-old-space-size=8192'],
    },
  );
  tools.log(`  ${plan.module}/${plan.name} ${JSON.stringify(plan.parameters.count ?? '')}`);
  await reply(child, plan.name);
  return child;
}

async function ask(child: ChildProcess, question: string): Promise<unknown> {
  const answer = reply(child, question);
  child.send(question);
  return answer;
}

async function reply(child: ChildProcess, what: string): Promise<unknown> {
  const ended = new AbortController();
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`a side process ended (${String(code ?? signal)}) before it answered: ${what}`);
  });
  const answer = once(child, 'message', { signal: ended.signal }).then(([value]) => value as unknown);
  try {
    return await Promise.race([answer, gone]);
  } finally {
    ended.abort();
    gone.catch(() => undefined);
    answer.catch(() => undefined);
  }
}

/** The figures of a side as measured rows. */
export function measuredOf(result: SideResult, figure: string, unit: string): Measured {
  const values = result.figures[figure] ?? [];
  return {
    side: result.plan.shown ?? result.plan.name,
    figure,
    unit,
    median: median(values),
    rounds: values,
  };
}

export function peakOf(result: SideResult): Measured {
  const megabytes = result.peakBytes / 1e6;
  return {
    side: result.plan.shown ?? result.plan.name,
    figure: 'peak memory',
    unit: 'MB',
    median: megabytes,
    rounds: [megabytes],
  };
}
