// Editing configs: checks on any value, saving under the hash that was read, ids that are names of files.
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppWorld } from '../support/open-app.ts';
import { openApp } from '../support/open-app.ts';
import { config } from '../../adapters/files/support/temporary.ts';

let world: AppWorld;
beforeEach(async () => {
  world = await openApp();
});
afterEach(() => world.close());

const read = (id: string) => readFile(join(world.root, `configs/${id}.json`), 'utf8');

describe('checking', () => {
  test('a config without a problem is given complete', async () => {
    const { problems, complete } = await world.call('config.checkConfig', { file: config('a') });
    expect(problems).toEqual([]);
    expect(complete).toMatchObject({ id: 'a', name: 'a', select: { k: 3, minScore: null }, attempts: 2 });
  });

  test('says of a value what loading it from the disk says, with the same words', async () => {
    const broken = { ...config('a'), attempts: 0, chunker: { kind: 'fixed' }, model: { provider: 'nobody' } };
    await world.put('configs/a.json', JSON.stringify(broken));
    const { problems, complete } = await world.call('config.checkConfig', { file: broken });
    const loaded = await world.fail('config.getConfig', { id: 'a' });
    expect(problems).toEqual(loaded.problems);
    expect(problems.map(({ path }) => path).sort()).toEqual(['/attempts', '/chunker', '/model/provider']);
    expect(complete).toBeNull();
  });

  test('says what no schema sees, with the file of stop words that is not there', async () => {
    const file = {
      ...config('a'),
      analyzer: { stopWords: 'words/none.txt', ngrams: [2, 1] },
      retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf' }],
    };
    const { problems, complete } = await world.call('config.checkConfig', { file });
    expect(problems.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/retrievers/1/id', '/analyzer/ngrams', '/analyzer/stopWords']),
    );
    expect(problems.at(-1)).toEqual({
      file: 'configs/a.json',
      path: '/analyzer/stopWords',
      value: 'words/none.txt',
      message: 'The workspace has no file words/none.txt.',
    });
    expect(complete).toBeNull();
  });

  test('takes any JSON value and any damage to a config, and always says where', async () => {
    const damaged = fc
      .tuple(fc.constantFrom(...Object.keys(config('a'))), fc.jsonValue())
      .map(([field, value]) => ({ ...config('a'), [field]: value }));
    const nested = fc
      .tuple(fc.constantFrom('chunker', 'contract', 'model', 'analyzer', 'prompt', 'checks'), fc.jsonValue())
      .map(([field, value]) => ({ ...config('a'), [field]: { kind: 'fixed', size: 1, x: value } }));
    const texts = fc.string().map((id) => ({ ...config('a'), id }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.jsonValue(), damaged, nested, texts), async (file) => {
        const { problems, complete } = await world.call('config.checkConfig', { file });
        expect(complete === null).toBe(problems.length > 0);
        for (const { path } of problems) expect(path).toMatch(/^\//);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test.each([
    ['up', '../a'],
    ['hidden', '.a'],
    ['absolute', '/a'],
    ['a device', 'CON'],
    ['a device with an ending', 'nul.x'],
    ['a dot at the end', 'a.'],
    ['too long', 'x'.repeat(246)],
    ['empty', ''],
    ['a zero', 'a\0'],
  ])('an id cannot be %s', async (_what, id) => {
    const file = { ...config('a'), id };
    const { problems } = await world.call('config.checkConfig', { file });
    expect(problems).toMatchObject([{ path: '/id', value: id }]);
    expect(await world.fail('config.saveConfig', { file, expected: null })).toMatchObject({
      code: 'invalid-input',
      problems: [{ path: '/id' }],
    });
    expect(await readdir(world.root)).toEqual(['assay.json']);
  });
});

describe('saving', () => {
  test('keeps unknown fields and order, formatted, and gives the hash to save under next', async () => {
    const file = { note: 'mine', ...config('a'), model: { provider: 'extractive', mine: [1] } };
    const saved = await world.call('config.saveConfig', { file, expected: null });
    expect(await read('a')).toBe(`${JSON.stringify(file, null, 2)}\n`);
    expect((await world.call('config.getConfig', { id: 'a' })).hash).toBe(saved.hash);
    const again = await world.call('config.saveConfig', {
      file: { ...file, attempts: 3 },
      expected: saved.hash,
    });
    expect(again.hash).not.toBe(saved.hash);
    expect((await world.call('config.getConfig', { id: 'a' })).complete.attempts).toBe(3);
  });

  test('a file that changed by hand is not overwritten, whatever changed', async () => {
    const { hash } = await world.call('config.saveConfig', { file: config('a'), expected: null });
    const byHand = JSON.stringify({ ...config('a'), note: 'by hand' });
    await world.put('configs/a.json', byHand);
    const failure = await world.fail('config.saveConfig', { file: config('a'), expected: hash });
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining('configs/a.json') });
    expect(await read('a')).toBe(byHand);
  });

  test.each([
    ['a new config whose id is taken', 'a', null, 'already'],
    ['a new config that differs in case alone', 'A', null, 'upper and lower case'],
    ['a config that was deleted meanwhile', 'b', 'sha256:0', 'not there any more'],
  ])('%s is a conflict', async (_what, id, expected, words) => {
    await world.call('config.saveConfig', { file: config('a'), expected: null });
    const failure = await world.fail('config.saveConfig', { file: config(id), expected });
    expect(failure).toMatchObject({ code: 'conflict', message: expect.stringContaining(words) });
    expect(await readdir(join(world.root, 'configs'))).toEqual(['a.json']);
  });

  test('of two windows that save at once one is told of the other', async () => {
    const { hash } = await world.call('config.saveConfig', { file: config('a'), expected: null });
    const other = world.another();
    const replies = await Promise.all([
      world.app.dispatch('config.saveConfig', { file: { ...config('a'), name: 'one' }, expected: hash }),
      other.dispatch('config.saveConfig', { file: { ...config('a'), name: 'two' }, expected: hash }),
    ]);
    const failed = replies.filter((reply) => !reply.ok);
    expect(failed).toMatchObject([{ failure: { code: 'conflict' } }]);
  });

  test('an endpoint saved from a window stays unused in a folder that is not trusted', async () => {
    const model = { provider: 'openai-compatible' as const, baseUrl: 'http://127.0.0.1:9/v1', model: 'm' };
    await world.call('config.saveConfig', { file: { ...config('a'), model }, expected: null });
    await world.put('documents/documents.jsonl', '');
    await world.put('bank/questions.jsonl', '{"id":"q","question":"Who?","answers":["x"],"evidence":[]}\n');
    expect(await world.fail('run.startRuns', { configs: ['a'] })).toMatchObject({ code: 'egress-denied' });
  });
});

describe('reading and deleting', () => {
  test('a broken file is shown as it stands, and can be mended and deleted', async () => {
    await world.put('configs/a.json', '{\n "id": "a",\n');
    const broken = await world.call('config.readFile', { id: 'a' });
    expect(broken).toMatchObject({ text: '{\n "id": "a",\n', complete: null });
    expect(broken.problems).toMatchObject([{ file: 'configs/a.json', line: 2 }]);
    const { hash } = await world.call('config.saveConfig', { file: config('a'), expected: broken.hash });
    expect(await world.call('config.readFile', { id: 'a' })).toMatchObject({ hash, problems: [] });
    await world.call('config.deleteConfig', { id: 'a', expected: hash });
    expect(await readdir(join(world.root, 'configs'))).toEqual([]);
  });

  test.each([
    ['another file by now', 'a', 'conflict'],
    ['gone', 'b', 'not-found'],
    ['no name of a file', '../assay', 'invalid-input'],
  ])('what is %s is not deleted', async (_what, id, code) => {
    await world.call('config.saveConfig', { file: config('a'), expected: null });
    expect(await world.fail('config.deleteConfig', { id, expected: 'sha256:0' })).toMatchObject({ code });
    expect(await readdir(join(world.root, 'configs'))).toEqual(['a.json']);
    expect(await readdir(world.root)).toContain('assay.json');
  });
});
