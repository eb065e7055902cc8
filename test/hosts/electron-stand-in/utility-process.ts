// utilityProcess: a forked Node with `process.parentPort`, which is all that its children look at.
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { note } from './journal.ts';
import { onlyKeys, strict } from './strict.ts';

interface ForkOptions {
  readonly execArgv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: ('ignore' | 'pipe' | 'inherit')[];
  readonly serviceName: string;
}

export const utilityProcess = strict('utilityProcess', {
  fork(modulePath: string, words: string[], options: ForkOptions) {
    onlyKeys('options', options, ['execArgv', 'env', 'stdio', 'serviceName']);
    const port = pathToFileURL(join(import.meta.dirname, 'parent-port.mjs')).href;
    const child = fork(modulePath, words, {
      execArgv: [...options.execArgv, '--import', port],
      env: options.env,
      stdio: [...options.stdio, 'ipc'],
      serialization: 'advanced',
    });
    note({ kind: 'utility-started', serviceName: options.serviceName });
    const events = new EventEmitter();
    child.on('spawn', () => events.emit('spawn'));
    child.on('message', (message) => events.emit('message', message));
    child.on('exit', (code) => {
      note({ kind: 'utility-ended', serviceName: options.serviceName });
      events.emit('exit', code ?? 1);
    });
    return strict('UtilityProcess', {
      get pid() {
        return child.exitCode === null ? child.pid : undefined;
      },
      stderr: child.stderr,
      postMessage: (message: object) => void child.send(message, () => undefined),
      kill: () => child.kill('SIGTERM'),
      on: (name: string, listener: () => void) => events.on(name, listener),
    });
  },
});
