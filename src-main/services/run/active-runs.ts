// The runs this process is working on: one after the other, each with its way to stop it and its end to wait for.

export interface ActiveRuns {
  /** Starts the works in order, each after the one before has ended. Returns at once. */
  launch(
    works: readonly { readonly runId: string; readonly work: (signal: AbortSignal) => Promise<void> }[],
  ): void;
  has(runId: string): boolean;
  /** False where the run is not one of this process. */
  cancel(runId: string): boolean;
  /** Resolves when the run has ended, or at once for another's run; rejects, once, with what ended it early. */
  ended(runId: string): Promise<void>;
  /** Stops all and resolves when their state is on disk. */
  close(): Promise<void>;
}

export function createActiveRuns(): ActiveRuns {
  const active = new Map<string, { readonly controller: AbortController; readonly ended: Promise<void> }>();
  /** What ended a run early, until somebody asks. */
  const failures = new Map<string, unknown>();
  return {
    launch(works) {
      let previous: Promise<void> = Promise.resolve();
      for (const { runId, work } of works) {
        const controller = new AbortController();
        const ended = previous
          .then(() => work(controller.signal))
          .catch((error: unknown) => void failures.set(runId, error))
          .finally(() => active.delete(runId));
        active.set(runId, { controller, ended });
        previous = ended;
      }
    },
    has: (runId) => active.has(runId),
    cancel(runId) {
      active.get(runId)?.controller.abort();
      return active.has(runId);
    },
    async ended(runId) {
      await active.get(runId)?.ended;
      if (!failures.has(runId)) return;
      const failure = failures.get(runId);
      failures.delete(runId);
      throw failure;
    },
    async close() {
      const runs = [...active.values()];
      for (const run of runs) run.controller.abort();
      await Promise.all(runs.map((run) => run.ended));
    },
  };
}
