// The host's side of a child process: starts it when first needed, calls it, and survives its crashes.
import { AppError } from '#contract/failure';
import { crashText, type ChildExit, type ChildHandle, type SpawnChild } from './child-handle.ts';
import { toAppError, type ChildMessage, type HostMessage } from './child-messages.ts';

export interface ChildClientOptions {
  /** Names the child in messages to the analyst, such as "document reader". */
  readonly name: string;
  readonly entry: string;
  readonly spawn: SpawnChild;
  readonly memoryMb?: number;
  /** Restarts allowed after crashes within `restartWindowMs`; default 3. */
  readonly restartBudget?: number;
  /** Default 10 minutes. */
  readonly restartWindowMs?: number;
  /** How long a cancelled call, or a child asked to exit, may take before it is killed; default 1,000 ms. */
  readonly graceMs?: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: unknown) => void;
  /** The child is killed when the call takes longer, since it may hang in synchronous code. */
  readonly timeoutMs?: number;
}

export interface ChildClient {
  /**
   * Calls a handler of the child, starting the child if it does not run.
   * Rejects with the handler's AppError; with `cancelled` once an aborted call has really ended; with `unavailable`
   * when the child crashed (detail `{ reason: 'crash', code, signal }`), took too long (`{ reason: 'timeout' }`),
   * was stopped on behalf of another call (`{ reason: 'stopped' }`) or has no restarts left (`{ reason: 'budget' }`).
   * Cancelled and timed-out calls do not use up the restart budget: the host itself ended those children.
   */
  call(method: string, input: unknown, options?: CallOptions): Promise<unknown>;
  /** Ends the child and rejects the calls in flight with `cancelled`; resolves when the process is gone. */
  close(): Promise<void>;
}

interface Call {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  readonly onProgress: ((progress: unknown) => void) | undefined;
  /** Removes timers and listeners. */
  release: () => void;
  /** Set once the host gave the call up: what it rejects with, however the child ends. */
  givenUp: AppError | null;
}

interface Running {
  readonly handle: ChildHandle;
  readonly calls: Map<number, Call>;
  /** Messages that wait for the child's `ready`; null afterwards. */
  waiting: HostMessage[] | null;
  /** Why the host itself ended the child, or null. */
  stopped: string | null;
  readonly gone: Promise<void>;
}

interface State {
  readonly options: Required<Omit<ChildClientOptions, 'memoryMb'>> & { readonly memoryMb?: number };
  running: Running | null;
  readonly alive: Set<Running>;
  crashTimesMs: number[];
  lastCrash: string;
  nextId: number;
  closed: boolean;
}

/** Creates a client; no process is started before the first call. */
export function createChildClient(options: ChildClientOptions): ChildClient {
  const state: State = {
    options: { restartBudget: 3, restartWindowMs: 600_000, graceMs: 1_000, ...options },
    running: null,
    alive: new Set(),
    crashTimesMs: [],
    lastCrash: '',
    nextId: 1,
    closed: false,
  };
  return {
    call: (method, input, callOptions = {}) => call(state, method, input, callOptions),
    close: () => close(state),
  };
}

async function call(state: State, method: string, input: unknown, options: CallOptions): Promise<unknown> {
  if (options.signal?.aborted) throw cancelled(state, method);
  const running = state.running ?? start(state);
  const id = state.nextId++;
  return new Promise((resolve, reject) => {
    const entry: Call = {
      resolve,
      reject,
      onProgress: options.onProgress,
      release: () => undefined,
      givenUp: null,
    };
    running.calls.set(id, entry);
    running.handle.setBusy(true);
    entry.release = guard(state, running, id, method, options);
    try {
      send(running, { kind: 'call', id, method, input });
    } catch (error) {
      take(running, id)?.reject(error);
    }
  });
}

/** Arms the deadline and the abort of one call; returns what disarms them. */
function guard(state: State, running: Running, id: number, method: string, options: CallOptions): () => void {
  const { name, graceMs } = state.options;
  const { signal, timeoutMs } = options;
  let graceTimer: NodeJS.Timeout | undefined;
  const giveUp = (error: AppError) => {
    const entry = running.calls.get(id);
    if (entry) entry.givenUp ??= error;
  };
  const onAbort = () => {
    giveUp(cancelled(state, method));
    send(running, { kind: 'cancel', id });
    graceTimer = setTimeout(
      () => stop(state, running, `${method} did not stop when it was cancelled`),
      graceMs,
    );
  };
  const onDeadline = () => {
    const message = `The ${name} did not finish ${method} within ${timeoutMs} ms and was stopped.`;
    giveUp(new AppError('unavailable', message, { detail: { reason: 'timeout', timeoutMs } }));
    stop(state, running, `${method} took longer than ${timeoutMs} ms`);
  };
  const deadline = timeoutMs === undefined ? undefined : setTimeout(onDeadline, timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(deadline);
    clearTimeout(graceTimer);
    signal?.removeEventListener('abort', onAbort);
  };
}

function start(state: State): Running {
  const { name, entry, spawn, memoryMb, restartBudget, restartWindowMs } = state.options;
  if (state.closed)
    throw new AppError('unavailable', `The ${name} is closed.`, { detail: { reason: 'closed' } });
  const nowMs = performance.now();
  state.crashTimesMs = state.crashTimesMs.filter((atMs) => nowMs - atMs < restartWindowMs);
  if (state.crashTimesMs.length > restartBudget) {
    const times = `${state.crashTimesMs.length} times within ${Math.round(restartWindowMs / 60_000)} minutes`;
    const message = `The ${name} ended unexpectedly ${times} and is not started again for now. ${state.lastCrash}`;
    throw new AppError('unavailable', message, { detail: { reason: 'budget' } });
  }
  const handle = spawn({ name, entry, memoryMb });
  const { promise, resolve } = deferred();
  const running: Running = { handle, calls: new Map(), waiting: [], stopped: null, gone: promise };
  state.running = running;
  state.alive.add(running);
  handle.onMessage((message) => receive(running, message));
  handle.onExit((exit) => {
    settleExit(state, running, exit);
    resolve();
  });
  return running;
}

function receive(running: Running, message: ChildMessage): void {
  if (message.kind === 'ready') {
    const waiting = running.waiting ?? [];
    running.waiting = null;
    for (const held of waiting) running.handle.post(held);
    return;
  }
  if (message.kind === 'progress') {
    const entry = running.calls.get(message.id);
    if (entry && !entry.givenUp) entry.onProgress?.(message.progress);
    return;
  }
  const entry = take(running, message.id);
  if (!entry) return;
  if (entry.givenUp) entry.reject(entry.givenUp);
  else if (message.kind === 'done') entry.resolve(message.value);
  else entry.reject(toAppError(message.failure));
}

function settleExit(state: State, running: Running, exit: ChildExit): void {
  if (state.running === running) state.running = null;
  state.alive.delete(running);
  const crash = crashText(state.options.name, exit);
  if (running.stopped === null) {
    state.crashTimesMs.push(performance.now());
    state.lastCrash = crash;
  }
  for (const id of [...running.calls.keys()]) {
    const entry = take(running, id);
    entry?.reject(entry.givenUp ?? endError(state.options.name, running, exit, crash));
  }
}

function endError(name: string, running: Running, exit: ChildExit, crash: string): AppError {
  if (running.stopped === null) {
    const { code, signal } = exit;
    return new AppError('unavailable', crash, { detail: { reason: 'crash', code, signal } });
  }
  const message = `The ${name} was stopped because ${running.stopped}; ask again.`;
  return new AppError('unavailable', message, { detail: { reason: 'stopped' } });
}

/** Kills the child on purpose; the next call starts another one at once. */
function stop(state: State, running: Running, why: string): void {
  running.stopped ??= why;
  if (state.running === running) state.running = null;
  running.handle.kill();
}

function send(running: Running, message: HostMessage): void {
  if (running.waiting) running.waiting.push(message);
  else running.handle.post(message);
}

/** Takes a call out of the books, disarmed. */
function take(running: Running, id: number): Call | undefined {
  const entry = running.calls.get(id);
  running.calls.delete(id);
  entry?.release();
  if (running.calls.size === 0) running.handle.setBusy(false);
  return entry;
}

async function close(state: State): Promise<void> {
  state.closed = true;
  state.running = null;
  const children = [...state.alive];
  for (const running of children) {
    running.stopped ??= 'the application closed it';
    for (const entry of running.calls.values())
      entry.givenUp ??= new AppError('cancelled', `The ${state.options.name} was closed.`);
    running.handle.setBusy(true);
    running.handle.post({ kind: 'exit' });
    const timer = setTimeout(() => running.handle.kill(), state.options.graceMs);
    void running.gone.then(() => clearTimeout(timer));
  }
  await Promise.all(children.map((running) => running.gone));
}

function cancelled(state: State, method: string): AppError {
  return new AppError('cancelled', `${method} of the ${state.options.name} was cancelled.`);
}

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}
