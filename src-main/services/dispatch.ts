// The only door: every host calls dispatch(name, input), and gets a reply as data.
import {
  isProcedureName,
  procedureNames,
  procedures,
  type Input,
  type Output,
  type ProcedureName,
} from '#contract/api';
import { AppError, type Failure, type Reply } from '#contract/failure';
import type { EventHub } from './event-hub.ts';
import type { Log } from './ports.ts';
import { findProblems, validate } from './validate.ts';

/** What a handler is given beside its input. The signal aborts when the caller gave up. */
export interface CallContext {
  readonly signal: AbortSignal;
}

export type Handlers = {
  readonly [Name in ProcedureName]: (input: Input<Name>, context: CallContext) => Promise<Output<Name>>;
};

export interface Dispatch {
  <Name extends ProcedureName>(
    name: Name,
    input: Input<Name>,
    signal?: AbortSignal,
  ): Promise<Reply<Output<Name>>>;
  /** For transports, which only have a string and parsed JSON. */
  (name: string, input: unknown, signal?: AbortSignal): Promise<Reply>;
}

/** `checkOutputs` validates what handlers return: on in tests and development, off for speed elsewhere. */
export function createDispatch(
  handlers: Handlers,
  options: { readonly log: Log; readonly events: EventHub; readonly checkOutputs: boolean },
): Dispatch {
  async function dispatch(
    name: string,
    input: unknown,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<Reply> {
    try {
      const value = await callHandler(handlers, name, input, signal, options);
      return { ok: true, value };
    } catch (error) {
      return { ok: false, failure: toFailure(error, name, options.log) };
    }
  }
  return dispatch as Dispatch;
}

async function callHandler(
  handlers: Handlers,
  name: string,
  input: unknown,
  signal: AbortSignal,
  options: { readonly events: EventHub; readonly checkOutputs: boolean },
): Promise<unknown> {
  if (!isProcedureName(name))
    throw new AppError(
      'not-found',
      `There is no procedure "${name}". Known ones: ${procedureNames.join(', ')}.`,
    );
  const procedure = procedures[name];
  const checked = validate(procedure.input, input ?? {}, `The input of ${name}`);
  const handler = handlers[name] as (input: unknown, context: CallContext) => Promise<unknown>;
  try {
    const value = await handler(checked, { signal });
    if (options.checkOutputs) assertOutput(name, value);
    return value;
  } finally {
    // A command that failed half way may have changed something too.
    if (procedure.kind === 'command') options.events.announce('topics.changed', { topics: procedure.topics });
  }
}

function assertOutput(name: ProcedureName, value: unknown): void {
  const problems = findProblems(procedures[name].output, value);
  if (problems.length > 0)
    throw new Error(
      `${name} returned what its contract does not allow: ${JSON.stringify(problems.slice(0, 3))}`,
    );
}

/** Expected failures pass as they are; a bug is logged once and shows its id alone. */
export function toFailure(error: unknown, where: string, log: Log): Failure {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.problems.length > 0 ? { problems: [...error.problems] } : {}),
      ...(error.detail === undefined ? {} : { detail: error.detail }),
      ...(error.command === undefined ? {} : { command: error.command }),
    };
  }
  if (error instanceof Error && error.name === 'AbortError')
    return { code: 'cancelled', message: 'Cancelled.' };
  const id = log.bug(error, where);
  return {
    code: 'internal',
    message: `This is a bug in Assay. The log holds its details under the id ${id}.`,
    id,
  };
}
