// The child's side of a child process: serves named handlers to the host and never outlives it.
import { Worker } from 'node:worker_threads';
import { AppError } from '#contract/failure';
import { toChildFailure, type ChildMessage, type HostMessage } from './child-messages.ts';

export interface ChildContext {
  /** Aborts when the host cancels the call; a handler then rejects soon, or the host kills the child. */
  readonly signal: AbortSignal;
  /** Sends progress (cloneable data) to the caller. */
  report(progress: unknown): void;
}

export type ChildHandler = (input: unknown, context: ChildContext) => Promise<unknown>;

/** Electron's utility process talks through `process.parentPort`; declared here so that this file needs no Electron. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): unknown;
}

/**
 * Serves the handlers to the host, under `child_process.fork` (serialization 'advanced') and under Electron's
 * utilityProcess alike. To be called once, at the top of a child's entry. Input and results are cloneable data.
 *
 * Errors cross as data: an AppError keeps code, message, problems and detail, anything else becomes `internal`.
 * The child exits when the channel closes; a watching thread kills it within a second of the host's death even while
 * a handler is busy in synchronous or native code, where neither timers nor events of this thread run.
 */
export function serveChild(handlers: Readonly<Record<string, ChildHandler>>): void {
  const running = new Map<number, AbortController>();
  const post = connect((message) => {
    if (message.kind === 'exit') process.exit(0);
    else if (message.kind === 'cancel') running.get(message.id)?.abort();
    else void answer(message, handlers, running, post);
  });
  watchHost(() => post({ kind: 'ready' }));
}

async function answer(
  call: Extract<HostMessage, { kind: 'call' }>,
  handlers: Readonly<Record<string, ChildHandler>>,
  running: Map<number, AbortController>,
  post: (message: ChildMessage) => void,
): Promise<void> {
  const { id, method, input } = call;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
    if (!handler) throw new AppError('internal', `The child process has no handler "${method}".`);
    const value = await handler(input, {
      signal: controller.signal,
      report: (progress) => post({ kind: 'progress', id, progress }),
    });
    post({ kind: 'done', id, value });
  } catch (error) {
    const failure = toChildFailure(error);
    post({
      kind: 'failed',
      id,
      failure: isCloneable(failure.detail) ? failure : { ...failure, detail: null },
    });
  } finally {
    running.delete(id);
  }
}

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}

function connect(receive: (message: HostMessage) => void): (message: ChildMessage) => void {
  const { parentPort } = process as unknown as { readonly parentPort?: ParentPort };
  const send = process.send?.bind(process);
  if (!parentPort && !send)
    throw new Error('This file is a child process of Assay; it is not run by itself.');
  process.on('disconnect', () => process.exit(0));
  if (parentPort) {
    parentPort.on('message', (event) => receive(event.data as HostMessage));
    return (message) => parentPort.postMessage(message);
  }
  process.on('message', (message) => receive(message as HostMessage));
  // The host may have died while this file was loading: its disconnect was then emitted before anyone listened.
  if (!process.connected) process.exit(0);
  // A failed send means that the channel is closing: disconnect follows and ends the process.
  return (message) => void send?.(message, undefined, {}, () => undefined);
}

/** Runs in a thread of its own, because a busy main thread runs no timer. On Windows ppid never changes, so the host is probed too. */
const watchSource = `
const host = require('node:worker_threads').workerData;
function isGone() {
  if (process.ppid !== host) return true;
  try { process.kill(host, 0); return false; } catch (error) { return error.code === 'ESRCH'; }
}
setInterval(() => { if (isGone()) process.kill(process.pid, 'SIGKILL'); }, 250);
`;

/**
 * Calls `onWatching` once the thread runs: no call is served unwatched. The host's pid is read here and now, while the
 * host waits for `ready`; a thread that starts late, on a busy machine, might already see the process that inherits orphans.
 */
function watchHost(onWatching: () => void): void {
  const watcher = new Worker(watchSource, {
    eval: true,
    execArgv: [],
    env: {},
    workerData: process.ppid,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  watcher.once('online', onWatching);
  watcher.unref();
}
