// No child outlives its host, however the host ends and whatever the child is doing.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleEntry } from './bundle-entry.ts';
import { isAlive, until } from './watch-process.ts';

const bundles: { readonly path: string; remove(): Promise<void> }[] = [];
let entry = '';
let host = '';

beforeAll(async () => {
  for (const name of ['sample-child.ts', 'sample-host.ts'])
    bundles.push(await bundleEntry(join(import.meta.dirname, name)));
  [entry = '', host = ''] = bundles.map((bundle) => bundle.path);
});

afterAll(() => Promise.all(bundles.map((bundle) => bundle.remove())));

/** Promised are 2 s; a machine that is busy with other tests may take longer, and an orphan stays for ever. */
const limitMs = 8_000;

describe('a host that ends', () => {
  /** Starts the sample host and returns its process, its child's pid, and what it has printed. */
  async function startHost(method: string) {
    const started = spawn(process.execPath, [host, entry, method], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    started.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()));
    const exited = new Promise<number | null>((go) => started.on('exit', go));
    expect(await until(() => printed.includes(method === '' ? '\n' : `\n${method}`), 10_000)).toBe(true);
    return { started, exited, childPid: Number.parseInt(printed, 10) };
  }

  it.each(['ignoreCancel', 'spin'])('by SIGKILL leaves no orphan: %s', async (method) => {
    const { started, childPid } = await startHost(method);
    expect(isAlive(childPid)).toBe(true);
    started.kill('SIGKILL');
    expect(await until(() => !isAlive(childPid), limitMs)).toBe(true);
  });

  it('is not kept alive by an idle child, which goes with it', async () => {
    const { exited, childPid } = await startHost('');
    expect(await exited).toBe(0);
    expect(await until(() => !isAlive(childPid), limitMs)).toBe(true);
  });
});
