// Locks: one holder at a time over processes and inside one; a dead holder never blocks, a live one is named.
import { readdir, readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireFileLock, readLiveHolder, withFileLock } from '#adapters/files/lock';
import { isRunning, ownIdentity } from '#adapters/files/disk/processes';
import { buildStoreChild, type StoreChild } from './support/child.ts';
import { put, removeFolder, temporaryFolder } from './support/temporary.ts';

let folder = '';
let path = '';
let child: StoreChild;
beforeAll(async () => (child = await buildStoreChild()));
afterAll(() => child.remove());
beforeEach(async () => {
  folder = await temporaryFolder();
  path = join(folder, 'locks/x.lock');
});
afterEach(() => removeFolder(folder));

/** A lock file as a process of this identity would have left it. */
async function leave(holder: Readonly<Record<string, unknown>>): Promise<void> {
  await put(
    folder,
    'locks/x.lock',
    JSON.stringify({ what: 'old work', at: '2026-01-01T00:00:00Z', nonce: 'ab', ...holder }),
  );
}

describe('inside one process', () => {
  it('runs works one after the other, in order, and leaves no lock file', async () => {
    const log: string[] = [];
    await Promise.all(
      [1, 2, 3].map((n) =>
        withFileLock(path, `work ${n}`, async () => {
          log.push(`${n} begins`);
          await new Promise((resolve) => setTimeout(resolve, 5));
          log.push(`${n} ends`);
        }),
      ),
    );
    expect(log).toEqual([1, 2, 3].flatMap((n) => [`${n} begins`, `${n} ends`]));
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it('may be asked for again by the work that holds it, but not by work that has outlived it', async () => {
    let late: Promise<unknown> = Promise.resolve();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const value = await withFileLock(path, 'outer', async () => {
      late = gate.then(() => withFileLock(path, 'late', async () => existsSync(path)));
      return withFileLock(path, 'inner', async () => (await readLiveHolder(path))?.what);
    });
    expect(value).toBe('outer');
    const other = await acquireFileLock(path, 'other');
    open();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await readLiveHolder(path))?.what).toBe('other');
    await other.release();
    expect(await late).toBe(true);
  });

  it('lets go when the work fails', async () => {
    await expect(withFileLock(path, 'x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await readLiveHolder(path)).toBe(null);
    expect(await withFileLock(path, 'y', async () => 1, { waitMs: 0 })).toBe(1);
  });

  it('names the work that holds it for too long; a moving queue is no conflict', async () => {
    const lock = await acquireFileLock(path, 'a long import');
    await expect(withFileLock(path, 'x', async () => 1, { waitMs: 30 })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        /^Busy with "a long import" \(process \d+, since 2.*Z\)\. Wait until it ends/,
      ),
      detail: { what: 'a long import', pid: process.pid, at: expect.any(String) },
    });
    await lock.release();
    await lock.release();
    const works = Array.from({ length: 40 }, () =>
      withFileLock(path, 'short', () => new Promise((resolve) => setTimeout(resolve, 30)), { waitMs: 800 }),
    );
    await Promise.all(works);
  });
});

describe('between processes', () => {
  it('waits for a live holder, then names it; replaces it at once when it is killed', async () => {
    const holder = child.start('hold', path);
    await holder.said('held');
    expect(await readLiveHolder(path)).toMatchObject({ pid: holder.process.pid, what: 'holding on' });
    await expect(withFileLock(path, 'x', async () => 1, { waitMs: 60 })).rejects.toMatchObject({
      code: 'conflict',
      detail: { what: 'holding on', pid: holder.process.pid },
    });
    await holder.kill();
    expect(existsSync(path)).toBe(true);
    expect(await readLiveHolder(path)).toBe(null);
    expect(await withFileLock(path, 'x', async () => 2, { waitMs: 0 })).toBe(2);
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it.skipIf(process.platform === 'win32')('takes a zombie for dead', async () => {
    // The shell becomes a process that never waits for the child it has started before.
    const parent = spawn('bash', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [chunk] = (await once(parent.stdout, 'data')) as [Buffer];
    const zombie = { pid: Number(chunk.toString('utf8')), startTime: '0' };
    await vi.waitFor(async () => expect(await isRunning(zombie)).toBe(false), { timeout: 5000 });
    expect(process.kill(zombie.pid, 0)).toBe(true);
    parent.kill('SIGKILL');
  });

  it.skipIf(process.platform !== 'linux')(
    'does not mistake a later process of the same pid for the holder',
    async () => {
      const { pid, startTime } = await ownIdentity();
      await leave({ pid, startTime: String(Number(startTime) - 1) });
      expect(await readLiveHolder(path)).toBe(null);
      expect(await withFileLock(path, 'x', async () => 3, { waitMs: 0 })).toBe(3);
    },
  );

  it.each([
    ['an empty file', ''],
    ['half a file', '{"pid": 1'],
    ['another shape', '{"pid":"1"}'],
    ['a nonce that is a path', '{"pid":999999999,"startTime":"1","what":"x","at":"","nonce":"../../x"}'],
  ])('replaces %s', async (_, content) => {
    await put(folder, 'locks/x.lock', content);
    expect(await withFileLock(path, 'x', async () => 4, { waitMs: 0 })).toBe(4);
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it('goes on where a process died while it was replacing a dead holder', async () => {
    await leave({ pid: 999_999_999, startTime: '1', nonce: 'ab' });
    await put(
      folder,
      'locks/x.lock.takeover-ab',
      JSON.stringify({ pid: 999_999_998, startTime: '1', what: 'taking over', at: '', nonce: 'cd' }),
    );
    expect(await withFileLock(path, 'x', async () => 5, { waitMs: 0 })).toBe(5);
    expect(await readdir(join(folder, 'locks'))).toEqual([]);
  });

  it('loses no update when three processes fight for a lock that a dead one left', async () => {
    await leave({ pid: 999_999_999, startTime: '1' });
    await put(folder, 'locks/x.lock.count', '0');
    const rounds = 25;
    const fighters = [1, 2, 3].map(() => child.start('count', path, String(rounds)));
    expect(await Promise.all(fighters.map((fighter) => fighter.ended()))).toEqual([0, 0, 0]);
    expect(await readFile(`${path}.count`, 'utf8')).toBe(String(3 * rounds));
  });

  it('loses no update when holders are killed while others wait', async () => {
    await put(folder, 'locks/x.lock.count', '0');
    const fighters = [1, 2].map(() => child.start('count', path, '30'));
    for (let n = 0; n < 4; n += 1) {
      const victim = child.start('hold', path);
      await victim.said('held');
      await victim.kill();
    }
    expect(await Promise.all(fighters.map((fighter) => fighter.ended()))).toEqual([0, 0]);
    expect(await readFile(`${path}.count`, 'utf8')).toBe('60');
  });
});
