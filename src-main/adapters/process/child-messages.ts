// The messages that cross between the host and a child process, in both directions, as plain cloneable data.
import { AppError, failureCodes, type FailureCode, type Problem } from '#contract/failure';

/** Host to child. `exit` asks an idle or busy child to end at once. */
export type HostMessage =
  | { readonly kind: 'call'; readonly id: number; readonly method: string; readonly input: unknown }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'exit' };

/** Child to host. `ready` comes once, when the handlers listen; nothing is sent to a child before it. */
export type ChildMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown }
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: ChildFailure };

/** An error as data: class and prototype do not survive a process boundary. */
export interface ChildFailure {
  readonly code: FailureCode;
  readonly message: string;
  readonly problems: readonly Problem[];
  readonly detail: unknown;
}

/** Turns whatever a handler threw into data. Anything but an AppError is a bug: `internal`, with its stack as detail. */
export function toChildFailure(error: unknown): ChildFailure {
  if (error instanceof AppError)
    return { code: error.code, message: error.message, problems: error.problems, detail: error.detail };
  const message = error instanceof Error ? error.message : String(error);
  const detail = error instanceof Error ? { stack: error.stack ?? '' } : undefined;
  return { code: 'internal', message, problems: [], detail };
}

/** The AppError that a child's failure stands for; an unknown code is a bug of the child. */
export function toAppError(failure: ChildFailure): AppError {
  const known = (failureCodes as readonly string[]).includes(failure.code);
  return new AppError(known ? failure.code : 'internal', failure.message, {
    problems: failure.problems,
    detail: failure.detail,
  });
}
