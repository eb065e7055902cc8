// A started child process as the client sees it, whatever started it, and what every way of starting one shares.
import type { Readable } from 'node:stream';
import type { ChildMessage, HostMessage } from './child-messages.ts';

/** How a child ended. `error` says why it could not even be started. */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error: string | null;
  /** The end of what the child wrote to stderr. */
  readonly stderr: string;
}

/** A started process, whatever started it. */
export interface ChildHandle {
  /** Throws where the message cannot be cloned; a message to a dead child is dropped. */
  post(message: HostMessage): void;
  onMessage(listener: (message: ChildMessage) => void): void;
  /** Called exactly once, after the last message. */
  onExit(listener: (exit: ChildExit) => void): void;
  /** Ends the process without its cooperation. */
  kill(): void;
  /** While busy, the child keeps the host's event loop alive; an idle child must not. */
  setBusy(busy: boolean): void;
}

export type SpawnChild = (options: {
  readonly name: string;
  /** Absolute path of the child's JavaScript entry. */
  readonly entry: string;
  /** Cap of the child's JavaScript heap, in MiB. */
  readonly memoryMb?: number;
}) => ChildHandle;

/**
 * The environment a child gets: what the operating system and native libraries need, and nothing else. API keys live in
 * the host's environment; a child that reads hostile documents has no use for them, so an allow list decides, not a guess
 * at which names are secret. NODE_OPTIONS is left out for the same reason: it would load the host's hooks into the child.
 */
export function childEnvironment(host: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(host))
    if (value !== undefined && passedOn.test(name)) environment[name] = value;
  return environment;
}

const passedOn =
  /^(PATH|HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|TMPDIR|TEMP|TMP|SYSTEMROOT|SYSTEMDRIVE|WINDIR|COMSPEC|PATHEXT|APPDATA|LOCALAPPDATA|PROGRAMDATA|XDG_(CACHE|CONFIG|DATA|RUNTIME)_(HOME|DIR)|LANG|LANGUAGE|LC_[A-Z]+|TZ|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|OMP_NUM_THREADS|NO_COLOR)$/i;

/** How a child ended, in a sentence for the analyst, with what it wrote about it. */
export function crashText(name: string, exit: ChildExit): string {
  const how =
    exit.error !== null
      ? `could not be started: ${exit.error}`
      : exit.signal !== null
        ? `was ended by the signal ${exit.signal}`
        : `ended unexpectedly with exit code ${exit.code}`;
  const wrote = lastWords(exit.stderr);
  return `The ${name} ${how}.${wrote === '' ? '' : ` It wrote: ${wrote}`}`;
}

/** The line with which V8 or a native library gave up, else the end of stderr without native stack frames. */
function lastWords(stderr: string): string {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !/^\s*\d+: 0x/.test(line));
  const fatal = lines.find((line) => line.startsWith('FATAL ERROR'));
  return (fatal ?? lines.join('\n')).trim().slice(-1_000);
}

/** Keeps the last `limit` characters a stream wrote; returns a function that reads them. A null stream wrote nothing. */
export function keepTail(stream: Readable | null, limit = 8_000): () => string {
  let tail = '';
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => (tail = (tail + text).slice(-limit)));
  stream?.on('error', () => undefined);
  return () => tail;
}
