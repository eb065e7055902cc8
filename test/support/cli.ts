// Runs the built command line in a process of its own, with a data folder of its own.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const cliEntry = resolve(import.meta.dirname, '../../out/main/cli.js');

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliWorld {
  /** A temporary folder; workspaces of a test live below it. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  run(...words: string[]): Promise<CliResult>;
  /** Runs with --json, expects exit code 0 (or the one given), and parses stdout. */
  json<Value>(words: readonly string[], code?: number): Promise<Value>;
  start(...words: string[]): ChildProcess;
  write(path: string, content: string | object): Promise<string>;
  close(): Promise<void>;
}

export async function createCliWorld(environment: NodeJS.ProcessEnv = {}): Promise<CliWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  const env = { ...process.env, ASSAY_HOME: join(folder, 'home'), ASSAY_CHECK_OUTPUTS: '1', ...environment };
  const start = (...words: string[]) =>
    spawn(process.execPath, [cliEntry, ...words], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const run = (...words: string[]) => collect(start(...words));
  return {
    folder,
    environment: env,
    start,
    run,
    async json(words, code = 0) {
      const result = await run(...words, '--json', '--quiet');
      if (result.code !== code)
        throw new Error(
          `assay ${words.join(' ')} ended with ${result.code}, not ${code}:\n${result.stderr}\n${result.stdout.slice(0, 2000)}`,
        );
      return JSON.parse(result.stdout);
    },
    async write(path, content) {
      const target = join(folder, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(
        target,
        typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`,
      );
      return target;
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

function collect(child: ChildProcess): Promise<CliResult> {
  return new Promise((done, fail) => {
    let stdout = '';
    let stderr = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', fail);
    child.on('close', (code) => done({ code, stdout, stderr }));
  });
}
