// Real children: results, errors as data, progress, cancel, deadlines, crashes and the restart budget.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '#contract/failure';
import { createChildClient, type ChildClient, type ChildClientOptions } from '#adapters/process/child-client';
import { forkChild } from '#adapters/process/spawn-fork';
import { bundleEntry } from './bundle-entry.ts';
import { isAlive, until } from './watch-process.ts';

let bundle: { readonly path: string; remove(): Promise<void> };
const clients: ChildClient[] = [];
let entry = '';
let folder = '';

beforeAll(async () => {
  bundle = await bundleEntry(join(import.meta.dirname, 'sample-child.ts'));
  entry = bundle.path;
  folder = await mkdtemp(join(tmpdir(), 'assay-child-'));
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

afterAll(async () => {
  await bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

function client(options: Partial<ChildClientOptions> = {}): ChildClient {
  const created = createChildClient({
    name: 'test reader',
    entry,
    spawn: forkChild,
    graceMs: 300,
    ...options,
  });
  clients.push(created);
  return created;
}

async function failureOf(promise: Promise<unknown>) {
  const error = await promise.then(
    (value) => expect.fail(`resolved with ${JSON.stringify(value)}`),
    (reason: AppError) => reason,
  );
  const { code, message, detail, problems } = error;
  return { code, message, detail, problems };
}

describe('a call', () => {
  it('carries structured data both ways, several calls at once, in one process', async () => {
    const child = client();
    const value = {
      text: 'ñ€😀',
      bytes: new Uint8Array([1, 2, 255]),
      map: new Map([['k', [1n]]]),
      none: undefined,
    };
    const [first, second, pid, samePid] = await Promise.all([
      child.call('slowEcho', value),
      child.call('echo', value),
      child.call('pid', null),
      child.call('pid', null),
    ]);
    expect([first, second]).toEqual([value, value]);
    expect(samePid).toBe(pid);
    expect(pid).not.toBe(process.pid);
  });

  it('reports progress in order before its result', async () => {
    const seen: unknown[] = [];
    const result = await client().call('count', 3, { onProgress: (progress) => seen.push(progress) });
    expect([...seen, result]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, 3]);
  });

  it('brings the error of a handler back as AppError and leaves the child alive', async () => {
    const child = client();
    const pid = await child.call('pid', null);
    expect(await failureOf(child.call('refuse', null))).toEqual({
      code: 'stale',
      message: 'The file changed.',
      detail: { file: 'a.txt' },
      problems: [{ message: 'hash differs', line: 3 }],
    });
    expect(await failureOf(child.call('bug', null))).toMatchObject({
      code: 'internal',
      message: 'x is not a function',
      detail: { stack: expect.stringContaining('TypeError') as unknown },
    });
    for (const method of ['uncloneable', 'toString'])
      expect(await failureOf(child.call(method, null))).toMatchObject({ code: 'internal' });
    expect(await failureOf(child.call('uncloneableDetail', null))).toMatchObject({
      code: 'stale',
      detail: null,
    });
    expect(await child.call('pid', null)).toBe(pid);
  });

  it('rejects an input that cannot be cloned without harming other calls', async () => {
    const child = client();
    await child.call('pid', null);
    const other = child.call('slowEcho', 1);
    await expect(child.call('echo', { run: () => 1 })).rejects.toThrow(/could not be cloned/);
    expect(await other).toBe(1);
  });

  it('gives the child a heap cap and an environment without the secrets of the host', async () => {
    process.env['ASSAY_TEST_API_KEY'] = 'secret';
    try {
      const child = client({ memoryMb: 96 });
      const environment = (await child.call('environment', null)) as Record<string, string>;
      expect(environment).toMatchObject({ PATH: process.env['PATH'] });
      expect(Object.values(environment)).not.toContain('secret');
      expect(Object.keys(environment)).not.toContain('NODE_OPTIONS');
      expect(Number(await child.call('heapLimit', null)) / 2 ** 20).toBeLessThan(160);
    } finally {
      delete process.env['ASSAY_TEST_API_KEY'];
    }
  });
});

describe('cancelling', () => {
  async function cancelWhenRunning(child: ChildClient, method: string) {
    const controller = new AbortController();
    return failureOf(
      child.call(method, null, { signal: controller.signal, onProgress: () => controller.abort() }),
    );
  }
  const cancelled = (method: string) => ({
    code: 'cancelled',
    message: `${method} of the test reader was cancelled.`,
    detail: undefined,
    problems: [],
  });

  it('lets a handler that listens stop by itself', async () => {
    const child = client();
    const pid = await child.call('pid', null);
    expect(await cancelWhenRunning(child, 'waitForCancel')).toEqual(cancelled('waitForCancel'));
    expect(await child.call('pid', null)).toBe(pid);
  });

  it.each(['ignoreCancel', 'spin'])('kills the child whose handler does not stop: %s', async (method) => {
    const child = client({ restartBudget: 0 });
    const pid = Number(await child.call('pid', null));
    expect(await cancelWhenRunning(child, method)).toEqual(cancelled(method));
    expect(isAlive(pid)).toBe(false);
    // The host ended it, so even a budget of no restart at all is untouched.
    expect(await child.call('echo', 'again')).toBe('again');
  });

  it('starts nothing for a signal that is already aborted', async () => {
    const child = client({ entry: join(folder, 'missing.mjs') });
    expect(await failureOf(child.call('echo', 1, { signal: AbortSignal.abort() }))).toEqual(
      cancelled('echo'),
    );
  });
});

describe('a deadline', () => {
  it('kills a child that hangs in synchronous code, and tells the calls that fell with it', async () => {
    const child = client({ restartBudget: 0 });
    const pid = Number(await child.call('pid', null));
    const [late, bystander] = await Promise.all([
      failureOf(child.call('spin', null, { timeoutMs: 300 })),
      failureOf(child.call('ignoreCancel', null)),
    ]);
    expect(late).toMatchObject({
      code: 'unavailable',
      message: 'The test reader did not finish spin within 300 ms and was stopped.',
      detail: { reason: 'timeout', timeoutMs: 300 },
    });
    expect(bystander).toMatchObject({ code: 'unavailable', detail: { reason: 'stopped' } });
    expect(isAlive(pid)).toBe(false);
    expect(await child.call('echo', 'again')).toBe('again');
  });
});

describe('a crash', () => {
  it.each([
    [
      'crash',
      null,
      { reason: 'crash', code: null, signal: 'SIGABRT' },
      /signal SIGABRT\. It wrote: native assertion/,
    ],
    ['exit', 7, { reason: 'crash', code: 7, signal: null }, /ended unexpectedly with exit code 7\.$/],
    ['exit', 0, { reason: 'crash', code: 0, signal: null }, /ended unexpectedly with exit code 0\.$/],
  ])(
    'of the kind %s %s rejects every call in flight and says how',
    async (method, input, detail, message) => {
      const child = client();
      const failures = await Promise.all([
        failureOf(child.call('ignoreCancel', null)),
        failureOf(child.call(method, input)),
      ]);
      for (const failure of failures) {
        expect(failure).toMatchObject({ code: 'unavailable', detail });
        expect(failure.message).toMatch(message);
        expect(failure.message).toContain('The test reader');
      }
      expect(await child.call('echo', 'again')).toBe('again');
    },
  );

  it('by using up the memory cap names the heap', async () => {
    const failure = await failureOf(client({ memoryMb: 48 }).call('fillMemory', null));
    expect(failure).toMatchObject({ code: 'unavailable', detail: { reason: 'crash' } });
    expect(failure.message).toContain('heap out of memory');
  });

  it('uses up the budget: one start, the restarts allowed, and then a refusal that says why', async () => {
    const child = client({ restartBudget: 2 });
    for (let n = 1; n <= 1 + 2; n++)
      expect(await failureOf(child.call('exit', n))).toMatchObject({ detail: { reason: 'crash', code: n } });
    expect(await failureOf(child.call('echo', 1))).toMatchObject({
      code: 'unavailable',
      message:
        'The test reader ended unexpectedly 3 times within 10 minutes and is not started again for now. ' +
        'The test reader ended unexpectedly with exit code 3.',
      detail: { reason: 'budget' },
    });
  });

  it('is forgotten once the window has passed', async () => {
    const child = client({ restartBudget: 0, restartWindowMs: 50 });
    await failureOf(child.call('exit', 1));
    await new Promise((go) => setTimeout(go, 60));
    expect(await child.call('echo', 1)).toBe(1);
  });

  it('while loading shows what the child wrote', async () => {
    const broken = join(folder, 'broken.mjs');
    await writeFile(broken, 'throw new Error("no such library");');
    const failure = await failureOf(client({ entry: broken }).call('echo', 1));
    expect(failure).toMatchObject({ code: 'unavailable', detail: { reason: 'crash', code: 1 } });
    expect(failure.message).toContain('no such library');
    expect(
      (await failureOf(client({ entry: join(folder, 'missing.mjs') }).call('echo', 1))).message,
    ).toContain('Cannot find module');
  });
});

describe('closing', () => {
  it.each(['ignoreCancel', 'spin'])('ends the process whatever it does: %s', async (method) => {
    const child = client();
    const pid = Number(await child.call('pid', null));
    let started = false;
    const failure = failureOf(child.call(method, null, { onProgress: () => (started = true) }));
    expect(await until(() => started, 5_000)).toBe(true);
    await child.close();
    expect(isAlive(pid)).toBe(false);
    expect(await failure).toMatchObject({ code: 'cancelled' });
    expect(await failureOf(child.call('echo', 1))).toMatchObject({
      code: 'unavailable',
      message: 'The test reader is closed.',
    });
  });
});
