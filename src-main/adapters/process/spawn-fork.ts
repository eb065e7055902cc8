// Starts children with child_process.fork: the way of the web and command-line hosts.
import { fork, type ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { childEnvironment, keepTail, type ChildExit, type SpawnChild } from './child-handle.ts';
import type { ChildMessage } from './child-messages.ts';

/**
 * Forks the entry with structured-clone messages, no stdin and no stdout; the end of stderr is kept for the error message.
 * `memoryMb` caps the JavaScript heap alone (--max-old-space-size): buffers and native memory are not counted by it.
 */
export const forkChild: SpawnChild = ({ entry, memoryMb }) => {
  const child = fork(entry, [], {
    execArgv: memoryMb === undefined ? [] : [`--max-old-space-size=${memoryMb}`],
    env: childEnvironment(process.env),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const stderr = keepTail(child.stderr);
  setBusy(child, false);
  return {
    post: (message) => {
      // A failed send means that the child is gone: its exit is reported by onExit.
      if (child.connected) child.send(message, () => undefined);
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as ChildMessage)),
    onExit: (listener) => watchExit(child, stderr, listener),
    kill: () => void child.kill('SIGKILL'),
    setBusy: (busy) => setBusy(child, busy),
  };
};

function watchExit(child: ChildProcess, stderr: () => string, listener: (exit: ChildExit) => void): void {
  let told = false;
  const tell = (exit: Omit<ChildExit, 'stderr'>) => {
    if (told) return;
    told = true;
    listener({ ...exit, stderr: stderr() });
  };
  child.on('error', (error) => {
    // Without a pid the child never started and no exit follows; other errors (a failed kill or send) are no end.
    if (child.pid === undefined) tell({ code: null, signal: null, error: error.message });
  });
  child.on('exit', (code, signal) => {
    // Messages and stderr may still stand in the pipes; `close` comes after them, unless a grandchild holds them open.
    child.on('close', () => tell({ code, signal, error: null }));
    setTimeout(() => tell({ code, signal, error: null }), 300);
  });
}

/** `ref` and `unref` of everything a child holds open in the host's event loop. */
function setBusy(child: ChildProcess, busy: boolean): void {
  const held = [child, child.channel, child.stderr as Socket | null];
  for (const one of held) {
    if (busy) one?.ref();
    else one?.unref();
  }
}
