// The same children under a stand-in for Electron's utilityProcess: its messages, its exit code, and a hard kill.
import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChildClient } from '#adapters/process/child-client';
import { utilityChild, type UtilityProcessApi } from '#adapters/process/spawn-utility';
import { bundleEntry } from './bundle-entry.ts';

/** What Electron puts in place of process.send: `parentPort`, whose messages arrive wrapped. */
const parentPort = `
const send = process.send.bind(process);
process.send = undefined;
process.parentPort = {
  postMessage: (message) => send(message),
  on: (event, listener) => process.on(event, (data) => listener({ data })),
};
`;

let folder = '';
let bundle: { readonly path: string; remove(): Promise<void> };
const started: Parameters<UtilityProcessApi['fork']>[2][] = [];

const standIn: UtilityProcessApi = {
  fork(modulePath, args, options) {
    started.push(options);
    const shim = ['--import', pathToFileURL(join(folder, 'parent-port.mjs')).href];
    const stdio = [...options.stdio, 'ipc'] as ('pipe' | 'ignore' | 'ipc')[];
    const execArgv = [...shim, ...options.execArgv];
    const child = fork(modulePath, args, { env: options.env, execArgv, stdio, serialization: 'advanced' });
    return {
      get pid() {
        return child.pid;
      },
      stderr: child.stderr,
      postMessage: (message) => void child.send(message as object, () => undefined),
      on: (event: string, listener: (value: never) => void) =>
        child.on(event, (value: unknown) => listener((event === 'exit' ? (value ?? 1) : value) as never)),
      kill: () => child.kill(),
    };
  },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-utility-'));
  await writeFile(join(folder, 'parent-port.mjs'), parentPort);
  bundle = await bundleEntry(join(import.meta.dirname, 'sample-child.ts'));
});

afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('a utility process', () => {
  it('answers, reports, crashes with its code, is killed when it hangs, and is closed', async () => {
    const spawn = utilityChild(standIn);
    const client = createChildClient({
      name: 'reader',
      entry: bundle.path,
      spawn,
      memoryMb: 200,
      graceMs: 300,
    });
    const seen: unknown[] = [];
    expect(await client.call('count', 2, { onProgress: (progress) => seen.push(progress) })).toBe(2);
    expect(seen).toEqual([{ n: 1 }, { n: 2 }]);
    await expect(client.call('refuse', null)).rejects.toMatchObject({
      code: 'stale',
      detail: { file: 'a.txt' },
    });
    await expect(client.call('exit', 7)).rejects.toMatchObject({
      message: 'The reader ended unexpectedly with exit code 7.',
      detail: { reason: 'crash', code: 7, signal: null },
    });
    await expect(client.call('spin', null, { timeoutMs: 400 })).rejects.toMatchObject({
      detail: { reason: 'timeout' },
    });
    const hanging = client.call('ignoreCancel', null);
    const closed = expect(hanging).rejects.toMatchObject({ code: 'cancelled' });
    await client.close();
    await closed;
    expect(started).toHaveLength(3);
    expect(started[0]).toMatchObject({
      execArgv: ['--max-old-space-size=200'],
      serviceName: 'Assay reader',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  });
});
