// The log: bugs under their id, bounded in size, and never the text of a document.
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/failure';
import { systemClock } from '#adapters/clock';
import { createLog } from '#adapters/log';
import { removeFolder, temporaryFolder } from './files/support/temporary.ts';

let folder = '';
beforeEach(async () => (folder = await temporaryFolder()));
afterEach(() => removeFolder(folder));

async function entries(): Promise<readonly Record<string, unknown>[]> {
  const text = await readFile(join(folder, 'logs/assay.log'), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('createLog', () => {
  it('writes nothing before the first line', async () => {
    createLog(folder);
    expect(await readdir(folder)).toEqual([]);
  });

  it('logs a bug under the id it returns, with its cause and frames', async () => {
    const log = createLog(folder);
    const cause = Object.assign(new Error('deep'), { code: 'EIO' });
    const id = log.bug(new TypeError('x is not a function', { cause }), 'run.start');
    const other = log.bug('thrown text', 'elsewhere');
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    expect(other).not.toBe(id);
    const at = expect.arrayContaining([expect.stringMatching(/^at .*log\.test\.ts/)]);
    expect(await entries()).toEqual([
      expect.objectContaining({
        level: 50,
        id,
        where: 'run.start',
        error: {
          name: 'TypeError',
          message: 'x is not a function',
          frames: at,
          cause: { name: 'Error', code: 'EIO', message: 'deep', frames: at },
        },
      }),
      expect.objectContaining({ id: other, where: 'elsewhere', error: { thrown: 'string' } }),
    ]);
  });

  it('holds no text of documents, questions or models', async () => {
    const log = createLog(folder);
    const secret = 'el secreto de la Nela';
    log.info('Loaded.', {
      documents: 3,
      text: secret,
      list: [{ quote: secret }],
      deep: { answer: { x: secret } },
    });
    log.info('Refused.', {
      failure: { code: 'stale', message: `a.json is broken. /a: wrong (found "${secret}")` },
    });
    log.bug(new AppError('stale', 'x', { problems: [{ message: 'x', value: secret }], detail: secret }), 'x');
    for (const broken of [`{"a": ${secret}`, `"${secret}" x`, `{"${secret}":1,}`, `${secret}`]) {
      try {
        JSON.parse(broken);
      } catch (error) {
        log.bug(error, 'parsing');
      }
    }
    const text = await readFile(join(folder, 'logs/assay.log'), 'utf8');
    expect(text).not.toMatch(/secreto|Nela/);
    expect(text).toContain('"documents":3');
  });

  it('keeps a bounded number of bounded files', async () => {
    const log = createLog(folder, { maxBytes: 1000, keep: 2 });
    for (let n = 0; n < 60; n += 1) log.info(`line ${n}`);
    expect((await readdir(join(folder, 'logs'))).sort()).toEqual(['assay.log', 'assay.log.1', 'assay.log.2']);
    for (const name of await readdir(join(folder, 'logs'))) {
      expect((await stat(join(folder, 'logs', name))).size).toBeLessThanOrEqual(1000);
    }
    expect((await entries()).at(-1)).toMatchObject({ msg: 'line 59' });
  });

  it('stops nothing when it cannot be written, and complains once', async () => {
    await writeFile(join(folder, 'logs'), 'a file where a folder must be');
    const complaint = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const log = createLog(folder);
    log.info('x');
    expect(log.bug(new Error('x'), 'x')).toMatch(/^[0-9a-f]{8}$/);
    expect(complaint).toHaveBeenCalledTimes(1);
    complaint.mockRestore();
    await rm(join(folder, 'logs'));
    await mkdir(join(folder, 'logs'));
    log.info('again');
    expect(await entries()).toHaveLength(1);
  });
});

describe('systemClock', () => {
  it('tells UTC in ISO 8601, and time that never goes back', () => {
    expect(systemClock.now()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const first = systemClock.elapsedMs();
    expect(systemClock.elapsedMs()).toBeGreaterThanOrEqual(first);
  });
});
