// The command line: which commands there are, and the exit code of each.
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { addCallCommand } from './commands/call.ts';
import { addDocumentCommands } from './commands/documents.ts';
import { addExplainCommand } from './commands/explain.ts';
import { addModelCommands } from './commands/models.ts';
import { addOpenCommands } from './commands/open.ts';
import { addRetrievalCommands } from './commands/retrieval.ts';
import { addRunCommands } from './commands/run.ts';
import { addTokensCommand } from './commands/tokens.ts';
import { addWorkspaceCommands } from './commands/workspace.ts';
import { exitCodes } from './output.ts';
import { readBuildInfo } from '../build-info.ts';

/** Told by each command: 0 unless it says otherwise. */
export interface ExitCode {
  value: number;
}

const epilogue = `
Every command takes --json (one JSON document on stdout) and --quiet (no progress). Progress and failures go to stderr.
Exit codes: 0 done, 1 bug, 2 bad usage or input, not found, conflict, egress denied, 3 stale or broken data,
4 provider or model unavailable or a run left partial, 130 interrupted.`;

export function createProgram(exit: ExitCode): Command {
  const program = new Command('assay')
    .description(
      'Offline workbench for question-answering assistants over documents: how good is yours, and whose fault is each failure?',
    )
    .version(readBuildInfo().version)
    .addHelpText('after', epilogue)
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ helpWidth: 110 });
  addWorkspaceCommands(program, exit);
  addDocumentCommands(program, exit);
  addRetrievalCommands(program, exit);
  addExplainCommand(program, exit);
  addTokensCommand(program, exit);
  addRunCommands(program, exit);
  addModelCommands(program, exit);
  addOpenCommands(program, exit);
  addCallCommand(program, exit);
  for (const command of allCommands(program)) command.exitOverride().configureHelp({ helpWidth: 110 });
  return program;
}

/** Every command and subcommand that does something, in order. */
export function allCommands(program: Command): Command[] {
  return program.commands.flatMap((command) =>
    command.commands.length > 0 ? [command, ...command.commands] : [command],
  );
}

/**
 * Runs the words after the program's name and returns the exit code. Bad usage is a failure like any other: with --json
 * it is a document on stdout too. A bug is reported with its stack on stderr.
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  const exit: ExitCode = { value: 0 };
  try {
    await createProgram(exit).parseAsync([...words], { from: 'user' });
    return exit.value;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : tellBadUsage(error, words);
    process.stderr.write(
      `assay: this is a bug in Assay. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
    return 1;
  }
}

/** Commander has written its own complaints to stderr; those that a command raises about its options it has not. */
function tellBadUsage(error: CommanderError, words: readonly string[]): number {
  const message = error.message.replace(/^error: /, '');
  if (error instanceof InvalidArgumentError) process.stderr.write(`error: ${message}\n`);
  const options = words.includes('--') ? words.slice(0, words.indexOf('--')) : words;
  if (options.includes('--json')) {
    const failure = { code: 'invalid-input', message } as const;
    process.stdout.write(`${JSON.stringify({ ok: false, failure }, null, 2)}\n`);
  }
  return exitCodes['invalid-input'];
}
