// Commands about runs: run, runs list, runs show, runs delete.
import { InvalidArgumentError, type Command } from 'commander';
import type { RunSummary } from '#contract/scores';
import { CommandFailure } from '../output.ts';
import { collect, parseIds, parseKs } from '../parse.ts';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags, type Session } from '../session.ts';
import { table, tellFailures, tellRate, tellRuns, tellSummary } from '../tell.ts';
import { addCommand } from './common.ts';

export function addRunCommands(program: Command, exit: ExitCode): void {
  addRun(program, exit);
  const runs = program.command('runs').description('look at stored runs');
  addList(runs, exit);
  addShow(runs, exit);
  addDelete(runs, exit);
}

interface RunFlags extends CommonFlags {
  readonly config?: string[];
  readonly k?: number[];
  readonly tag?: string[];
  readonly resume?: string;
  readonly retryErrors?: boolean;
  readonly allowPartial?: boolean;
  readonly build: boolean;
}

function addRun(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'run <dir>',
    'ask the questions of the bank under one or more configs, and attribute every failure to a stage',
  )
    .option('--config <ids>', 'config, or several separated by commas', parseIds)
    .option('-k <range>', 'how many passages: 3, or 1..4, or 1,3,5: one run for each', parseKs)
    .option('--tag <tag>', 'only questions with this tag (repeatable)', collect)
    .option('--resume <run>', 'go on with an interrupted run; no finished question is asked again')
    .option('--retry-errors', 'with --resume: ask again the questions whose provider failed')
    .option('--allow-partial', 'exit 0 even if questions were left without a score')
    .option('--no-build', 'refuse (exit 3) instead of building a stale index')
    .action(async (dir: string, flags: RunFlags) => {
      if ((flags.config === undefined) === (flags.resume === undefined))
        throw new InvalidArgumentError('Give --config C or --resume RUN, one of the two.');
      refuseIdleFlags(flags);
      exit.value = await withSession(dir, flags, (session) => runAndReport(session, flags));
    });
}

/** A flag that would change nothing is refused: whoever gave it expects that it does. */
function refuseIdleFlags(flags: RunFlags): void {
  if (flags.resume === undefined) {
    if (flags.retryErrors === true)
      throw new InvalidArgumentError(
        '--retry-errors goes with --resume RUN: it says which run to ask again.',
      );
    return;
  }
  const idle = [
    ...(flags.k === undefined ? [] : ['-k']),
    ...(flags.tag === undefined ? [] : ['--tag']),
    ...(flags.build ? [] : ['--no-build']),
  ];
  if (idle.length > 0)
    throw new InvalidArgumentError(
      `${idle.join(' and ')} cannot go with --resume: the run goes on exactly as it was started.`,
    );
}

async function runAndReport(session: Session, flags: RunFlags): Promise<number> {
  const runIds = await startRuns(session, flags);
  const cancelAll = () => {
    for (const runId of runIds) void session.app.dispatch('run.cancelRun', { runId });
  };
  session.signal.addEventListener('abort', cancelAll, { once: true });
  const summaries: RunSummary[] = [];
  for (const runId of runIds) summaries.push(await waitFor(session, runId));
  const wantsOne = summaries.length === 1;
  const failures = session.out.json
    ? []
    : await Promise.all(summaries.map((summary) => listFailures(session, summary)));
  session.out.result(wantsOne ? summaries[0] : { runs: summaries }, () => [
    ...summaries.flatMap((summary, index) => [...tellSummary(summary), ...(failures[index] ?? []), '']),
    ...(wantsOne ? [] : tellRuns(summaries)),
  ]);
  if (session.signal.aborted) return sayResume(session, summaries);
  return summaries.some((summary) => summary.state !== 'complete') && flags.allowPartial !== true ? 4 : 0;
}

async function startRuns(session: Session, flags: RunFlags): Promise<string[]> {
  if (flags.resume !== undefined) {
    const { runId } = await session.call('run.resumeRun', {
      runId: flags.resume,
      retryErrors: flags.retryErrors,
    });
    return [runId];
  }
  const { runs } = await session.call('run.startRuns', {
    configs: flags.config ?? [],
    ks: flags.k,
    tags: flags.tag,
    noBuild: !flags.build,
  });
  for (const run of runs) session.out.note(`run ${run.runId}: ${run.questions} questions`);
  return runs.map((run) => run.runId);
}

/** Waiting goes on after an interrupt: the state must be on disk before the process ends. */
async function waitFor(session: Session, runId: string): Promise<RunSummary> {
  const reply = await session.app.dispatch('run.waitForRun', { runId });
  if (!reply.ok) throw new CommandFailure(reply.failure);
  return reply.value;
}

async function listFailures(session: Session, summary: RunSummary): Promise<string[]> {
  const reply = await session.app.dispatch('run.listItems', { runId: summary.runId, limit: 10_000 });
  return reply.ok ? tellFailures(reply.value.items) : [];
}

function sayResume(session: Session, summaries: readonly RunSummary[]): number {
  for (const summary of summaries.filter((each) => each.state === 'stopped')) {
    session.out.note(
      `Interrupted; what is finished is kept. Go on with: assay run ${session.root} --resume ${summary.runId}`,
    );
  }
  return 130;
}

function addList(runs: Command, exit: ExitCode): void {
  addCommand(runs, 'list <dir>', 'runs, newest first').action(async (dir: string, flags: CommonFlags) => {
    exit.value = await withSession(dir, flags, async ({ call, out }) => {
      const listed = await call('run.listRuns', { limit: 1000 });
      out.result(listed, () =>
        listed.runs.length === 0
          ? ['No runs yet.']
          : table(
              ['run', 'state', 'config', 'k', 'found', 'correct'],
              listed.runs.map((run) => [
                run.runId,
                run.state,
                run.config,
                String(run.k),
                run.found ? tellRate(run.found) : '',
                run.correct ? tellRate(run.correct) : '',
              ]),
            ),
      );
    });
  });
}

interface ShowFlags extends CommonFlags {
  readonly question?: string;
  readonly trec?: boolean;
  readonly trecRun?: boolean;
}

function addShow(runs: Command, exit: ExitCode): void {
  addCommand(
    runs,
    'show <dir> <run>',
    'the summary of a run under the labels as they are now, or everything about one question of it',
  )
    .option('--question <id>', 'the item of one question with its proof chain')
    .option('--trec', 'the measures of every question and of all, as trec_eval -q -c prints them')
    .option('--trec-run', 'the ranked lists as a TREC run: query Q0 id rank score tag')
    .action(async (dir: string, runId: string, flags: ShowFlags) => {
      const chosen = [flags.question, flags.trec, flags.trecRun].filter((flag) => flag !== undefined);
      if (chosen.length > 1) throw new InvalidArgumentError('Give one of --question, --trec and --trec-run.');
      exit.value = await withSession(dir, flags, async (session) => {
        if (flags.question !== undefined) return showItem(session, runId, flags.question);
        if (flags.trec === true) return showTrec(session, runId, 'measures');
        if (flags.trecRun === true) return showTrec(session, runId, 'run');
        const summary = await session.call('run.getSummary', { runId });
        const { items } = await session.call('run.listItems', { runId, limit: 10_000 });
        session.out.result({ ...summary, items }, () => [...tellSummary(summary), ...tellFailures(items)]);
      });
    });
}

async function showTrec({ call, out }: Session, runId: string, what: 'run' | 'measures'): Promise<void> {
  const exported = await call('run.exportTrec', { runId, what });
  out.result(exported, () => exported.lines);
  for (const note of exported.notes) out.note(note);
}

async function showItem({ call, out }: Session, runId: string, questionId: string): Promise<void> {
  const shown = await call('run.getItem', { runId, questionId });
  const { question, item, score } = shown;
  out.result(shown, () => [
    `${question.id}  ${question.question}`,
    `expected: ${question.unanswerable ? 'an abstention' : question.answers.join(' | ') || 'no accepted answer given'}`,
    `answer:   ${item.answer?.text ?? 'none'} (${item.answeredBy})`,
    `stage:    ${score.stage ?? score.unjudged ?? score.excluded?.reason ?? ''}${score.detail ? `: ${score.detail}` : ''}`,
    'proof:',
    ...score.proof.map(
      (step) =>
        `  ${step.ok === null ? '-' : step.ok ? 'yes' : 'NO'}\t${step.step}\t${step.says}${step.step === score.firstBroken ? '   <- first broken link' : ''}`,
    ),
    'passages as sent:',
    ...item.prompt.passages.map(
      (passage) =>
        `  [${passage.number}] ${passage.chunkId}: ${passage.text.replace(/\s+/g, ' ').slice(0, 200)}`,
    ),
    ...item.attempts.map(
      (attempt) =>
        `attempt ${attempt.attempt}: ${JSON.stringify(attempt.reply)}${attempt.violation ? `  ${attempt.violation.reason}: ${attempt.violation.message}` : ''}`,
    ),
  ]);
}

function addDelete(runs: Command, exit: ExitCode): void {
  addCommand(runs, 'delete <dir> <run>', 'delete a stored run').action(
    async (dir: string, runId: string, flags: CommonFlags) => {
      exit.value = await withSession(dir, flags, async ({ call, out }) => {
        const deleted = await call('run.deleteRun', { runId });
        out.result(deleted, () => [`Deleted ${runId}.`]);
      });
    },
  );
}
