// The command call: any procedure of the contract, with its reply as it is.
import { InvalidArgumentError, type Command } from 'commander';
import type { Output } from '#contract/api';
import type { Reply } from '#contract/failure';
import type { Dispatch } from '#services/dispatch';
import { exitCodes } from '../output.ts';
import { readInput } from '../parse.ts';
import type { ExitCode } from '../program.ts';
import { withSession, type CommonFlags } from '../session.ts';
import { addCommand } from './common.ts';

interface CallFlags extends CommonFlags {
  readonly workspace: string;
  readonly input?: string;
}

export function addCallCommand(program: Command, exit: ExitCode): void {
  addCommand(
    program,
    'call <procedure>',
    'call a procedure and print its reply, { ok, value } or { ok, failure }',
  )
    .option('--workspace <dir>', 'the workspace', '.')
    .option('--input <file>', 'JSON file with the input, or - for standard input (default: {})')
    .action(async (name: string, flags: CallFlags) => {
      const input = flags.input === undefined ? {} : await parseInput(flags.input);
      exit.value = await withSession(flags.workspace, flags, async ({ app, signal }) => {
        const reply: Reply = await app.dispatch(name, input, signal);
        if (reply.ok) await finishRuns(app.dispatch, name, reply.value);
        process.stdout.write(`${JSON.stringify(reply, null, 2)}\n`);
        return reply.ok ? 0 : exitCodes[reply.failure.code];
      });
    });
}

/** Runs go on in the background of a host; here the host ends with the command, so it waits for them. */
async function finishRuns(dispatch: Dispatch, name: string, value: unknown): Promise<void> {
  const started = name === 'run.startRuns' ? (value as Output<'run.startRuns'>).runs : [];
  const resumed = name === 'run.resumeRun' ? [value as Output<'run.resumeRun'>] : [];
  for (const { runId } of [...started, ...resumed]) await dispatch('run.waitForRun', { runId });
}

async function parseInput(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readInput(path);
  } catch (error) {
    throw new InvalidArgumentError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidArgumentError(
      `${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
