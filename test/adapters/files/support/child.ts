// Runs the real store in a real child process, so that tests can kill it.
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundleEntry } from '../../process/bundle-entry.ts';

export interface StoreChild {
  /** Starts the child with a job; see store-child.ts for the jobs. */
  start(job: string, ...parameters: string[]): RunningChild;
  /** Starts it under a limit of the size of files, in blocks of 1024 bytes: a disk that becomes full. */
  startLimited(blocks: number, job: string, ...parameters: string[]): RunningChild;
  remove(): Promise<void>;
}

export interface RunningChild {
  readonly process: ChildProcess;
  /** Everything the child has printed so far, line by line. */
  readonly lines: string[];
  /** Resolves when the child has printed a line that begins so; rejects when it ends before. */
  said(start: string): Promise<string>;
  kill(): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
}

export async function buildStoreChild(): Promise<StoreChild> {
  const bundle = await bundleEntry(join(import.meta.dirname, 'store-child.ts'));
  return {
    start: (job, ...parameters) =>
      watch(fork(bundle.path, [job, ...parameters], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })),
    startLimited: (blocks, job, ...parameters) =>
      watch(
        spawn(
          'bash',
          ['-c', `ulimit -f ${blocks}; exec "$0" "$@"`, process.execPath, bundle.path, job, ...parameters],
          {
            stdio: ['ignore', 'pipe', 'inherit'],
          },
        ),
      ),
    remove: () => bundle.remove(),
  };
}

function watch(child: ChildProcess): RunningChild {
  const lines: string[] = [];
  // Not 'exit': what the child has printed may still be on its way then.
  const exited = once(child, 'close');
  let rest = '';
  let wake = (): void => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    wake();
  });
  return {
    process: child,
    lines,
    async said(start) {
      for (;;) {
        const found = lines.find((line) => line.startsWith(start));
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`The child ended without saying "${start}".`);
        await Promise.race([new Promise<void>((resolve) => (wake = resolve)), exited]);
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async ended() {
      await exited;
      return child.exitCode;
    },
  };
}
