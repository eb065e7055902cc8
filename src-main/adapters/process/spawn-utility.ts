// Starts children with Electron's utilityProcess, which is given as a parameter so that no other host needs Electron.
import type { Readable } from 'node:stream';
import { childEnvironment, keepTail, type SpawnChild } from './child-handle.ts';
import type { ChildMessage } from './child-messages.ts';

/** The part of Electron's `utilityProcess` that is used. */
export interface UtilityProcessApi {
  fork(
    modulePath: string,
    args: string[],
    options: {
      execArgv: string[];
      env: Record<string, string>;
      stdio: ('pipe' | 'ignore')[];
      serviceName: string;
    },
  ): UtilityChild;
}

interface UtilityChild {
  readonly pid: number | undefined;
  readonly stderr: Pick<NodeJS.ReadableStream, 'setEncoding' | 'on'> | null;
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  kill(): boolean;
}

/**
 * A SpawnChild over Electron's utilityProcess. Electron reports an exit code and no signal, and names no pid before the
 * process runs. The application's event loop lives until it quits, so a busy child needs no hold on it.
 */
export function utilityChild(api: UtilityProcessApi): SpawnChild {
  return ({ name, entry, memoryMb }) => {
    const child = api.fork(entry, [], {
      execArgv: memoryMb === undefined ? [] : [`--max-old-space-size=${memoryMb}`],
      env: childEnvironment(process.env),
      stdio: ['ignore', 'ignore', 'pipe'],
      serviceName: `Assay ${name}`,
    });
    const stderr = keepTail(child.stderr as Readable | null);
    let ended = false;
    return {
      post: (message) => {
        if (!ended) child.postMessage(message);
      },
      onMessage: (listener) => void child.on('message', (message) => listener(message as ChildMessage)),
      onExit: (listener) =>
        void child.on('exit', (code) => {
          if (ended) return;
          ended = true;
          // One turn of the event loop lets what the child wrote last arrive.
          setTimeout(() => listener({ code, signal: null, error: null, stderr: stderr() }), 50);
        }),
      kill: () => killHard(child),
      setBusy: () => undefined,
    };
  };
}

/** kill() of Electron asks with SIGTERM, which native code may delay: the pid, where known, gets SIGKILL. */
function killHard(child: UtilityChild): void {
  try {
    if (child.pid !== undefined) process.kill(child.pid, 'SIGKILL');
    else child.kill();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
