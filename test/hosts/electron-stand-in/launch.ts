// Starts the built desktop app under plain Node with the stand-in, and gives a test its page, its journal and its strings.
import { fork, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vite';
import type { Entry, Told } from './journal.ts';

const root = resolve(import.meta.dirname, '../../..');

export interface StandIn {
  readonly path: string;
  remove(): Promise<void>;
}

export interface Desktop {
  readonly page: Page;
  readonly journal: readonly Entry[];
  readonly stderr: () => string;
  /** Asks the stand-in for something; the commands stand at the end of electron.ts. */
  command(name: string, ...words: unknown[]): Promise<unknown>;
  /** Resolves when such an entry is in the journal. */
  noted(kind: string, isIt?: (entry: Entry) => boolean): Promise<Entry>;
  /** Pages of all windows. */
  pages(): readonly Page[];
  /** Resolves with the exit code once the process has ended. */
  readonly ended: Promise<number | null>;
  close(): Promise<void>;
}

/** Bundles the stand-in below node_modules, where Node finds its packages. */
export async function bundleStandIn(): Promise<StandIn> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const path = await mkdtemp(join(cache, 'stand-in-'));
  const entry = (name: string) => join(import.meta.dirname, `${name}.ts`);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: path,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: {
          electron: entry('electron'),
          register: entry('register'),
          'parent-port': entry('parent-port'),
        },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface LaunchOptions {
  readonly standIn: StandIn;
  /** The built entry, out/main/electron.js or a mutation of it. */
  readonly entry: string;
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Starts without waiting for a window, for starts that open none. */
export async function startProcess(
  options: LaunchOptions,
): Promise<Omit<Desktop, 'page'> & { profile: string }> {
  const profile = await mkdtemp(join(tmpdir(), 'assay-profile-'));
  const child = fork(options.entry, [...options.words], {
    execArgv: ['--import', pathToFileURL(join(options.standIn.path, 'register.mjs')).href],
    env: { ...process.env, ...options.env, ASSAY_STAND_IN_PROFILE: profile },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let stderr = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const journal: Entry[] = [];
  const answers = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const ended = new Promise<number | null>((resolve) => child.on('exit', (code) => resolve(code)));
  child.on('message', (told: Told) => {
    if ('entry' in told) return void journal.push(told.entry);
    const waiting = answers.get(told.id);
    answers.delete(told.id);
    if ('error' in told) waiting?.reject(new Error(told.error));
    else waiting?.resolve(told.result);
  });
  let nextId = 1;
  return {
    profile,
    journal,
    ended,
    stderr: () => stderr,
    pages: () => [],
    command: (name, ...words) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        answers.set(id, { resolve, reject });
        child.send({ id, do: name, words });
      }),
    noted: (kind, isIt = () => true) =>
      until(
        () => {
          const found = journal.find((entry) => entry.kind === kind && isIt(entry));
          if (!found && child.exitCode !== null) throw new Error(`It ended before "${kind}". ${stderr}`);
          return found;
        },
        () => `No entry "${kind}". Journal: ${JSON.stringify(journal)} ${stderr}`,
      ),
    close: () => endProcess(child, ended, profile),
  };
}

/** Starts the app and resolves when its first page is loaded. */
export async function launchDesktop(options: LaunchOptions): Promise<Desktop> {
  const running = await startProcess(options);
  let browser: Browser | null = null;
  try {
    await running.noted('shown');
    const [port] = (await readFile(join(running.profile, 'DevToolsActivePort'), 'utf8')).split('\n');
    const attached = (browser = await chromium.connectOverCDP(`http://127.0.0.1:${port ?? ''}`));
    const pages = () => attached.contexts().flatMap((context) => context.pages());
    const page = await until(
      () => pages()[0],
      () => 'The browser has no page.',
    );
    return {
      ...running,
      page,
      pages,
      async close() {
        await attached.close();
        await running.close();
      },
    };
  } catch (error) {
    await browser?.close();
    await running.close();
    throw error;
  }
}

async function endProcess(child: ChildProcess, ended: Promise<unknown>, profile: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await ended;
  clearTimeout(timer);
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Polls until something is there; fails after 20 s with what is missing. */
export async function until<Value>(look: () => Value | undefined, missing: () => string): Promise<Value> {
  const deadlineMs = performance.now() + 20_000;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (performance.now() > deadlineMs) throw new Error(missing());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
