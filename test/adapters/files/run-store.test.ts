// Runs on disk: one line per item, torn ends dropped, broken middles named, one writer at a time.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunManifest } from '#contract/runs';
import type { Score } from '#contract/scores';
import type { RunStore } from '#services/ports';
import { digestItem } from '#domain/evaluate/item-digest';
import { hashBytes } from '#services/hash';
import { injectFault } from '#adapters/files/disk/operations';
import { createRunStore } from '#adapters/files/run-store';
import { buildStoreChild, type StoreChild } from './support/child.ts';
import { item, put, removeFolder, temporaryWorkspace } from './support/temporary.ts';

let root = '';
let runs: RunStore;
let child: StoreChild;
beforeAll(async () => (child = await buildStoreChild()));
afterAll(() => child.remove());
beforeEach(async () => {
  root = await temporaryWorkspace();
  runs = createRunStore(root);
});
afterEach(() => removeFolder(root));

function manifest(runId: string, startedAt = '2026-01-02T03:04:05.000Z'): RunManifest {
  return {
    schemaVersion: 1,
    runId,
    state: 'running',
    config: { id: 'tfidf' } as RunManifest['config'],
    k: 3,
    tags: [],
    questionIds: ['a', 'b'],
    foundThreshold: 1,
    versions: {
      app: '0.1.0',
      commit: null,
      lockfile: null,
      metrics: '1',
      tokenizer: '1',
      questionsHash: hashBytes('q'),
      labelHash: hashBytes('l'),
      corpusHash: hashBytes('c'),
      configHash: hashBytes('f'),
      models: {},
      node: 'v20',
      os: 'linux',
    },
    frozen: {},
    startedAt,
    finishedAt: null,
    elapsedMs: 0,
  };
}

const score: Score = {
  questionId: 'a',
  answerable: true,
  excluded: null,
  found: true,
  foundSelected: true,
  format: { pass: true, reasons: [] },
  grounded: { pass: true, reasons: [] },
  correct: { pass: true, reasons: [] },
  correctIfRecovered: { pass: true, reasons: [] },
  stage: 'correct',
  detail: null,
  unjudged: null,
  flags: [],
  firstBroken: null,
  proof: [],
  rank: 1,
  legRanks: {},
  metrics: { mrr: 1 },
  legMetrics: {},
};

describe('a run from beginning to end', () => {
  it('writes a line per item, and is read back as it was', async () => {
    const journal = await runs.create(manifest('r1'));
    expect(await runs.isLive('r1')).toBe(true);
    await Promise.all([journal.append(item('a')), journal.append(item('b'))]);
    await expect(journal.append(item('a'))).rejects.toMatchObject({ code: 'conflict' });
    const done: RunManifest = {
      ...manifest('r1'),
      state: 'complete',
      finishedAt: '2026-01-02T03:05:00.000Z',
    };
    await journal.saveManifest(done);
    expect([journal.manifest, journal.finished]).toEqual([
      done,
      [digestItem(item('a')), digestItem(item('b'))],
    ]);
    await journal.close();
    await journal.close();
    expect(await runs.isLive('r1')).toBe(false);
    expect(await runs.loadManifest('r1')).toEqual(done);
    expect(await runs.loadItems('r1')).toEqual([item('a'), item('b')]);
    expect(await readFile(join(root, 'runs/r1/items.jsonl'), 'utf8')).toBe(
      ['a', 'b'].map((id) => `${JSON.stringify(item(id))}\n`).join(''),
    );
    expect(await readdir(join(root, '.assay/locks'))).toEqual([]);
  });

  it('goes on after a crash: the torn line is gone, the rest is there', async () => {
    const journal = await runs.create(manifest('r1'));
    await journal.append(item('a'));
    await journal.close();
    const path = join(root, 'runs/r1/items.jsonl');
    await put(root, 'runs/r1/items.jsonl', `${await readFile(path, 'utf8')}{"questionId":"b","retr`);
    expect(await runs.loadItems('r1')).toEqual([item('a')]);
    const again = await runs.reopen('r1');
    expect(again.items).toEqual([item('a')]);
    await again.append(item('b'));
    await again.close();
    expect(await runs.loadItems('r1')).toEqual([item('a'), item('b')]);
  });

  it('drops items to ask them again', async () => {
    const journal = await runs.create(manifest('r1'));
    for (const id of ['a', 'b', 'c']) await journal.append(item(id));
    await journal.drop(new Set(['b', 'unknown']));
    expect([journal.items, journal.finished.map((one) => one.questionId)]).toEqual([
      [item('a'), item('c')],
      ['a', 'c'],
    ]);
    await journal.append(item('b'));
    await journal.close();
    expect((await runs.loadItems('r1')).map((one) => one.questionId)).toEqual(['a', 'c', 'b']);
  });

  it('takes an item again after the disk had refused it', async () => {
    const journal = await runs.create(manifest('r1'));
    const heal = injectFault({ operation: 'write', nth: 1, code: 'ENOSPC', bytesWritten: 20 });
    await expect(journal.append(item('a'))).rejects.toMatchObject({ code: 'unavailable' });
    heal();
    expect(await runs.loadItems('r1')).toEqual([]);
    await journal.append(item('a'));
    await journal.close();
    expect(await runs.loadItems('r1')).toEqual([item('a')]);
  });
});

describe('what is refused', () => {
  it('a second run of one id, and a second writer', async () => {
    const journal = await runs.create(manifest('r1'));
    await expect(runs.reopen('r1')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('"run r1"'),
    });
    await expect(runs.remove('r1')).rejects.toMatchObject({ code: 'conflict' });
    await journal.close();
    await expect(runs.create(manifest('r1'))).rejects.toMatchObject({
      code: 'conflict',
      message: 'There is a run "r1" already.',
    });
    expect(await runs.isLive('r1')).toBe(false);
  });

  it('a run that another process works on, until it is killed', async () => {
    await (await runs.create(manifest('r1'))).close();
    const holder = child.start('hold', join(root, '.assay/locks/run-r1.lock'));
    await holder.said('held');
    expect(await runs.isLive('r1')).toBe(true);
    await expect(runs.reopen('r1')).rejects.toMatchObject({ code: 'conflict' });
    await holder.kill();
    expect(await runs.isLive('r1')).toBe(false);
    await (await runs.reopen('r1')).close();
  });

  it('a run that is not there, naming the nearest', async () => {
    const none = { code: 'not-found', message: 'There is no run "r1". There is no run yet.' };
    await expect(runs.loadManifest('r1')).rejects.toMatchObject(none);
    for (const id of ['run-10', 'run-2', 'other']) await (await runs.create(manifest(id))).close();
    const nearest = { code: 'not-found', message: 'There is no run "run-1". Nearest: run-10, run-2, other.' };
    for (const call of [runs.loadManifest, runs.loadItems, runs.reopen, runs.remove]) {
      await expect(call('run-1')).rejects.toMatchObject(nearest);
    }
  });

  it.each(['../r1', 'a/b', '.x', '', 'a:b'])('the id %j', async (id) => {
    const refused = { code: 'invalid-input' };
    await expect(runs.loadManifest(id)).rejects.toMatchObject(refused);
    await expect(runs.loadItems(id)).rejects.toMatchObject(refused);
    await expect(runs.remove(id)).rejects.toMatchObject(refused);
    await expect(runs.isLive(id)).rejects.toMatchObject(refused);
    await expect(runs.loadScores(id, 'x')).rejects.toMatchObject(refused);
    await expect(runs.create(manifest(id))).rejects.toBeInstanceOf(Error);
    await expect(runs.loadScores('r1', '../x')).rejects.toMatchObject(refused);
  });

  it('items with a broken line in the middle, or one question twice', async () => {
    await (await runs.create(manifest('r1'))).close();
    const line = JSON.stringify(item('a'));
    await put(root, 'runs/r1/items.jsonl', `${line}\n${line.slice(0, 50)}\n${line}\n`);
    const broken = { code: 'stale', problems: [{ file: 'runs/r1/items.jsonl', line: 2 }, { line: 3 }] };
    await expect(runs.loadItems('r1')).rejects.toMatchObject(broken);
    await expect(runs.reopen('r1')).rejects.toMatchObject(broken);
    expect(await runs.isLive('r1')).toBe(false);
  });

  it('a manifest that is broken, or from a newer Assay', async () => {
    await put(root, 'runs/r1/manifest.json', '{');
    await expect(runs.loadManifest('r1')).rejects.toMatchObject({ code: 'stale' });
    await put(root, 'runs/r1/manifest.json', JSON.stringify({ ...manifest('r1'), schemaVersion: 2 }));
    await expect(runs.loadManifest('r1')).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringContaining('made by a newer Assay'),
    });
    await put(root, 'runs/r1/manifest.json', JSON.stringify(manifest('other')));
    await expect(runs.loadManifest('r1')).rejects.toMatchObject({ code: 'stale' });
  });
});

describe('lists, scores, removal', () => {
  it('lists the newest first, and leaves out what cannot be read', async () => {
    for (const [id, at] of [
      ['b', '2026-02'],
      ['c', '2026-01'],
      ['a', '2026-02'],
    ] as const) {
      await (await runs.create(manifest(id, at))).close();
    }
    await put(root, 'runs/broken/manifest.json', '{');
    await put(root, 'runs/half/items.jsonl', '');
    await put(root, 'runs/notes.txt', 'x');
    expect((await runs.list()).map((one) => one.runId)).toEqual(['a', 'b', 'c']);
  });

  it('keeps scores per labels, and computes again what is damaged', async () => {
    await (await runs.create(manifest('r1'))).close();
    const [one, two] = [hashBytes('one'), hashBytes('two')];
    await runs.saveScores('r1', one, [score]);
    await runs.saveScores('r1', two, []);
    expect(await runs.loadScores('r1', one)).toEqual([score]);
    expect(await runs.loadScores('r1', two)).toEqual([]);
    expect(await runs.loadScores('r1', hashBytes('three'))).toBe(null);
    const file = `scores-${one.slice('sha256:'.length)}.json`;
    expect(await readdir(join(root, 'runs/r1'))).toContain(file);
    for (const content of [
      '{',
      '{"schemaVersion":2,"labelHash":"x","scores":[]}',
      JSON.stringify({ schemaVersion: 1, labelHash: two, scores: [] }),
    ]) {
      await put(root, `runs/r1/${file}`, content);
      expect(await runs.loadScores('r1', one)).toBe(null);
    }
    await expect(runs.saveScores('r2', one, [])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('removes a run with all it holds, whole or broken', async () => {
    await (await runs.create(manifest('r1'))).close();
    await put(root, 'runs/broken/manifest.json', '{');
    await runs.remove('r1');
    await runs.remove('broken');
    expect(await readdir(join(root, 'runs'))).toEqual([]);
  });

  it('does without the derived folder, even while a run works', async () => {
    const journal = await runs.create(manifest('r1'));
    await rm(join(root, '.assay'), { recursive: true });
    await journal.append(item('a'));
    await journal.close();
    expect(await runs.loadItems('r1')).toEqual([item('a')]);
  });
});
