// How commands speak: one JSON document or plain lines on stdout, progress and failures on stderr.
import type { Failure, FailureCode } from '#contract/failure';
import { problemText } from '#services/validate';

export interface Output {
  readonly json: boolean;
  /** The result: as one JSON document, or as the lines `tell` makes of it. */
  result(value: unknown, tell: () => readonly string[]): void;
  /** A line about what is going on; silent with --quiet. */
  note(line: string): void;
  /** Replaces the last progress line on a terminal; elsewhere said at most every five seconds. */
  progress(line: string): void;
  failure(failure: Failure): void;
}

/** Exit codes of the command line, by failure. */
export const exitCodes: Readonly<Record<FailureCode, number>> = {
  'invalid-input': 2,
  'not-found': 2,
  conflict: 2,
  'egress-denied': 2,
  stale: 3,
  unavailable: 4,
  cancelled: 130,
  internal: 1,
};

const progressIntervalMs = 5000;
const problemsShown = 20;

export function createOutput(flags: { readonly json?: boolean; readonly quiet?: boolean }): Output {
  const live = process.stderr.isTTY === true;
  let lastProgressMs = 0;
  let unfinished = false;
  const say = (line: string) => {
    if (unfinished) process.stderr.write('\n');
    unfinished = false;
    process.stderr.write(`${line}\n`);
  };
  return {
    json: flags.json ?? false,
    result(value, tell) {
      if (unfinished) process.stderr.write('\n');
      unfinished = false;
      process.stdout.write(
        flags.json
          ? `${JSON.stringify(value, null, 2)}\n`
          : tell()
              .map((line) => `${line}\n`)
              .join(''),
      );
    },
    note: (line) => {
      if (!flags.quiet) say(line);
    },
    progress(line) {
      if (flags.quiet) return;
      if (live) {
        process.stderr.write(`\r\u001b[K${line}`);
        unfinished = true;
      } else if (performance.now() - lastProgressMs > progressIntervalMs) {
        lastProgressMs = performance.now();
        say(line);
      }
    },
    failure(failure) {
      if (flags.json) process.stdout.write(`${JSON.stringify({ ok: false, failure }, null, 2)}\n`);
      say(
        `assay: ${failure.message}${failure.command === undefined ? '' : ` Try: assay ${failure.command}`}`,
      );
      const problems = failure.problems ?? [];
      if (problems.length > 1)
        for (const problem of problems.slice(0, problemsShown)) say(`  ${problemText(problem)}`);
      if (problems.length > problemsShown) say(`  ... and ${problems.length - problemsShown} more`);
    },
  };
}

/** Carries a failure reply out of a command. */
export class CommandFailure extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'CommandFailure';
    this.failure = failure;
  }
}
