// Runs the built command line in a process of its own, with a data folder of its own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
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
  /** As json, expecting 0, in a network namespace without a network where the system lets one be made. */
  jsonOffline<Value>(words: readonly string[]): Promise<Value>;
  write(path: string, content: string | object): Promise<string>;
  close(): Promise<void>;
}

export async function createCliWorld(environment: NodeJS.ProcessEnv = {}): Promise<CliWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
  const env = { ...process.env, ASSAY_HOME: join(folder, 'home'), ASSAY_CHECK_OUTPUTS: '1', ...environment };
  const start = (...words: string[]) =>
    spawn(process.execPath, [cliEntry, ...words], { env, cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const run = (...words: string[]) => collect(start(...words));
  const runOffline = (...words: string[]) =>
    canUnshareNetwork
      ? collect(
          spawn('unshare', ['-n', process.execPath, cliEntry, ...words], {
            env,
            cwd: folder,
            stdio: ['ignore', 'pipe', 'pipe'],
          }),
        )
      : run(...words);
  return {
    folder,
    environment: env,
    start,
    run,
    json: async (words, code = 0) => parse(words, code, await run(...words, '--json', '--quiet')),
    jsonOffline: async (words) => parse(words, 0, await runOffline(...words, '--json', '--quiet')),
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

/** True where this user may make a network namespace, in which nothing can be reached. */
const canUnshareNetwork = spawnSync('unshare', ['-n', 'true']).status === 0;

function parse(words: readonly string[], code: number, result: CliResult) {
  if (result.code === code) return JSON.parse(result.stdout);
  throw new Error(
    `assay ${words.join(' ')} ended with ${result.code}, not ${code}:\n${result.stderr}\n${result.stdout.slice(0, 2000)}`,
  );
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
