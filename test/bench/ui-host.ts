// The web host of a bench, in a process of its own.
import { spawn } from 'node:child_process';

export interface Host {
  /** With its token. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startHost(cli: string, workspace: string, home: string): Promise<Host> {
  const child = spawn(process.execPath, [cli, 'serve', workspace, '--json', '--quiet'], {
    env: { ...process.env, ASSAY_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const text of child.stdout) {
    printed += String(text);
    if (printed.trimEnd().endsWith('}')) break;
  }
  const { url } = JSON.parse(printed) as { url: string };
  return {
    url,
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    },
  };
}
