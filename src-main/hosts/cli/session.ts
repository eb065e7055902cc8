// One command's session with the app: opens the workspace, calls through the one door, and closes what it opened.
import { resolve } from 'node:path';
import type { Input, Output as ProcedureOutput, ProcedureName } from '#contract/api';
import { AppError } from '#contract/failure';
import { toFailure } from '#services/dispatch';
import { composeApp } from '../compose.ts';
import type { App } from '../app.ts';
import { childFolder, resourcesFolder } from '../folders.ts';
import { CommandFailure, createOutput, exitCodes, type Output } from './output.ts';

export interface Session {
  readonly app: App;
  readonly root: string;
  readonly out: Output;
  /** Aborted by the first Ctrl+C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Throws CommandFailure where the reply is a failure. */
  call<Name extends ProcedureName>(name: Name, input: Input<Name>): Promise<ProcedureOutput<Name>>;
}

export interface CommonFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** Runs a command's work and returns its exit code. */
export async function withSession(
  folder: string,
  flags: CommonFlags,
  work: (session: Session) => Promise<number | void>,
): Promise<number> {
  const out = createOutput(flags);
  const root = resolve(folder);
  const app = composeApp({
    root,
    childFolder,
    resourcesFolder,
    checkOutputs: process.env['ASSAY_CHECK_OUTPUTS'] === '1',
  });
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const endProgress = showProgress(app, out);
  try {
    const session: Session = {
      app,
      root,
      out,
      signal: controller.signal,
      async call(name, input) {
        const reply = await app.dispatch(name, input, controller.signal);
        if (!reply.ok) throw new CommandFailure(reply.failure);
        return reply.value;
      },
    };
    return (await work(session)) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandFailure) && !(error instanceof AppError)) throw error;
    const failure =
      error instanceof CommandFailure ? error.failure : toFailure(error, 'command line', app.log);
    out.failure(failure);
    return exitCodes[failure.code];
  } finally {
    endProgress();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    await app.close();
  }
}

function showProgress(app: App, out: Output): () => void {
  return app.events.subscribe((event) => {
    if (event.name === 'index.progress')
      out.progress(`index of ${event.payload.what}: ${Math.round(100 * event.payload.done)} %`);
    if (event.name !== 'run.progress') return;
    const { finished, questions, failed, stages, elapsedMs } = event.payload;
    const leftMs = finished > 0 ? (elapsedMs / finished) * (questions - finished) : 0;
    out.progress(
      `${finished} of ${questions} questions, ${stages['correct'] ?? 0} correct${failed > 0 ? `, ${failed} without a reply` : ''}` +
        (finished < questions ? `, about ${tellDuration(leftMs)} left` : ''),
    );
  });
}

function tellDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
