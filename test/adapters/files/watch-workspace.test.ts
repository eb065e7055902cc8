// A real second process changes a workspace: each change is told once, with its topics, and nothing makes the watch fall.
import { execFile } from 'node:child_process';
import { watch as systemWatch } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Topic } from '#contract/procedure';
import { watchWorkspace, type WatchFolder, type WorkspaceWatch } from '#adapters/files/watch-workspace';
import { put, removeFolder, temporaryWorkspace } from './support/temporary.ts';

let root: string;
let watch: WorkspaceWatch;
let told: Topic[][];
let logged: unknown[];
const log = { info: (...words: unknown[]) => void logged.push(words), bug: () => 'bug' };

beforeEach(async () => {
  root = await temporaryWorkspace();
  for (const folder of ['bank', 'documents', 'configs', 'runs/r1', '.assay/locks'])
    await mkdir(join(root, folder), { recursive: true });
  told = [];
  logged = [];
  watch = watchWorkspace(root, (topics) => told.push([...topics].sort()), log);
  await settle();
});
afterEach(async () => {
  watch.close();
  await removeFolder(root);
});

/** Longer than the watch waits for more. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 700));

/** Runs a script in a process of its own, in the workspace. */
async function inOtherProcess(script: string): Promise<void> {
  const prelude = "const fs = require('node:fs');";
  await promisify(execFile)(process.execPath, ['-e', prelude + script], { cwd: root });
}

test.each<[string, string, Topic[]]>([
  ['settings', "fs.writeFileSync('assay.json', '{}')", ['workspace']],
  [
    'a bank that is replaced',
    "fs.writeFileSync('bank/new', '1'); fs.renameSync('bank/new', 'bank/questions.jsonl')",
    ['bank'],
  ],
  ['a document', "fs.writeFileSync('documents/documents.jsonl', '1')", ['documents', 'index']],
  ['a config', "fs.writeFileSync('configs/a.json', '1')", ['configs', 'index']],
  ['a run that begins', "fs.mkdirSync('runs/r2')", ['runs']],
  ['a run that ends', "fs.writeFileSync('.assay/locks/run-r1.lock', '1')", ['runs']],
  [
    'several at once, told together',
    "fs.writeFileSync('configs/a.json', '1'); fs.writeFileSync('bank/questions.jsonl', '1')",
    ['bank', 'configs', 'index'],
  ],
])('%s', async (_what, script, topics) => {
  await inOtherProcess(script);
  await expect.poll(() => told, { timeout: 5000 }).toEqual([topics]);
});

test.each([
  ['a file that is being written', "fs.writeFileSync('bank/.assay-tmp-1-1-1', '1')"],
  ['an item of a run that goes on', "fs.appendFileSync('runs/r1/items.jsonl', '1')"],
  ['the lock of a write', "fs.writeFileSync('.assay/locks/workspace.lock', '1')"],
  ['a file that is not ours', "fs.writeFileSync('notes.txt', '1')"],
])('%s is not told', async (_what, script) => {
  await inOtherProcess(script);
  await settle();
  expect(told).toEqual([]);
});

test('a folder that is deleted and made again is watched again', async () => {
  await inOtherProcess("fs.rmSync('bank', { recursive: true })");
  await settle();
  await inOtherProcess("fs.mkdirSync('bank'); fs.writeFileSync('bank/questions.jsonl', '1')");
  await settle();
  told = [];
  await inOtherProcess("fs.writeFileSync('bank/questions.jsonl', '2')");
  await expect.poll(() => told, { timeout: 5000 }).toEqual([['bank']]);
  expect(logged).toEqual([]);
});

test('a workspace that vanishes ends nothing else', async () => {
  await rename(root, `${root}-gone`);
  await settle();
  await rm(`${root}-gone`, { recursive: true });
  await settle();
  expect(logged.length).toBeLessThanOrEqual(1);
});

test('a folder that is no workspace yet is watched too', async () => {
  watch.close();
  watch = watchWorkspace(join(root, 'none'), (topics) => told.push([...topics]), log);
  await settle();
  expect(logged).toEqual([]);
});

test('where the system can watch no more, the log says so once and the rest is watched', async () => {
  watch.close();
  const full = Object.assign(new Error('no space for watchers'), { code: 'ENOSPC' });
  const watchFolder: WatchFolder = (path, listener) => {
    if (/bank|documents/.test(path)) throw full;
    return systemWatch(path, listener);
  };
  watch = watchWorkspace(root, (topics) => told.push([...topics].sort()), log, watchFolder);
  await settle();
  await inOtherProcess("fs.writeFileSync('configs/a.json', '1')");
  await expect.poll(() => told, { timeout: 5000 }).toEqual([['configs', 'index']]);
  expect(logged).toEqual([[expect.any(String), { code: 'ENOSPC' }]]);
});

test('after it is closed nothing is told', async () => {
  watch.close();
  await put(root, 'bank/questions.jsonl', '1');
  await settle();
  expect(told).toEqual([]);
});
