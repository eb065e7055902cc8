// One deadline for everything a call does: connecting, waiting, reading and asking again.

/** What a deadline aborts with, told apart from the caller's own abort. */
export const deadlinePassed = Symbol('deadline passed');

export interface Deadline {
  readonly signal: AbortSignal;
  leftMs(): number;
  release(): void;
}

/** A signal that aborts with the caller's or when the time is over. Not AbortSignal.any: its listeners outlive the call. */
export function startDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const controller = new AbortController();
  const endMs = performance.now() + timeoutMs;
  const timer = setTimeout(() => controller.abort(deadlinePassed), timeoutMs);
  const onAbort = () => controller.abort(caller.reason);
  if (caller.aborted) onAbort();
  caller.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    leftMs: () => endMs - performance.now(),
    release() {
      clearTimeout(timer);
      caller.removeEventListener('abort', onAbort);
    },
  };
}
