// Processes killed in the middle of writing: whatever was acknowledged is there, and nothing is ever half there.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sweepStray } from '#adapters/files/files';
import { readJsonLines } from '#adapters/files/disk/json-lines';
import { openJournal } from '#adapters/files/disk/journal';
import { loadEdits } from '#adapters/files/workspace/bank-store';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { buildStoreChild, type RunningChild, type StoreChild } from './support/child.ts';
import {
  documentRecord,
  edit,
  question,
  removeFolder,
  temporaryFolder,
  temporaryWorkspace,
} from './support/temporary.ts';

vi.setConfig({ testTimeout: 300_000 });

/** A tenth of the full count, unless ASSAY_SOAK asks for all. */
const soak = process.env['ASSAY_SOAK'] !== undefined;
const kills = soak ? 40 : 4;
let child: StoreChild;
let folder = '';
beforeAll(async () => (child = await buildStoreChild()));
afterAll(() => child.remove());
beforeEach(async () => (folder = await temporaryFolder()));
afterEach(() => removeFolder(folder));

/** Seeded, so that a failure can be repeated: the n-th delay in [0, 60) ms. */
function delayMs(n: number): number {
  return (n * 7919 + 13) % 60;
}

/** Lets a child work, kills it at some moment, and returns the last round it was told is done. */
async function workAndKill(running: RunningChild, n: number): Promise<number> {
  await running.said('done');
  await new Promise((resolve) => setTimeout(resolve, delayMs(n)));
  await running.kill();
  const last = running.lines.filter((line) => line.startsWith('done')).at(-1) ?? '';
  return Number(last.slice('done '.length));
}

describe('kill -9', () => {
  it('leaves a file that is replaced in a loop old or new', async () => {
    const path = join(folder, 'file');
    for (let n = 0; n < kills; n += 1) {
      const done = await workAndKill(child.start('file', path), n);
      const content = await readFile(path, 'utf8');
      const round = [done, done + 1].find(
        (candidate) =>
          content === String.fromCharCode(97 + (candidate % 26)).repeat(20_000 + (candidate % 7)),
      );
      expect(round, `after round ${done}`).toBeDefined();
      await sweepStray(folder);
      expect(await readdir(folder)).toEqual(['file']);
    }
  });

  it('leaves a document whose record, text and source belong together', async () => {
    const root = await temporaryWorkspace();
    const store = createWorkspaceStore(root);
    for (let n = 0; n < kills; n += 1) {
      const done = await workAndKill(child.start('document', root), n);
      const [document] = (await store.loadCorpus()).documents;
      const round = [done, done + 1].find((candidate) => document?.text === `text ${candidate} `.repeat(500));
      expect(round, `after round ${done}`).toBeDefined();
      expect(await store.findFileProblems()).toEqual([]);
    }
    // The next writer finishes what the last one left.
    await store.saveDocument(documentRecord('other', 'x'), Buffer.from('x'), 'x');
    const names = await readdir(join(root, 'documents'));
    expect(names.sort()).toEqual(['doc.txt', 'documents.jsonl', 'other.txt', 'text']);
    expect(await store.findFileProblems()).toEqual([]);
    await removeFolder(root);
  });

  it('leaves a bank whose questions are what its journal says', async () => {
    const root = await temporaryWorkspace();
    const store = createWorkspaceStore(root);
    for (let n = 0; n < kills; n += 1) {
      const done = await workAndKill(child.start('bank', root), n);
      const questions = await store.loadQuestions();
      const rounds = new Set(questions.map((one) => Number(one.answers[0])));
      expect(questions.map((one) => one.id)).toEqual(['a', 'b', 'c']);
      expect(rounds.size).toBe(1);
      const [round = -1] = rounds;
      expect([done, done + 1]).toContain(round);
      // Every round has changed three questions, and stands in the history whole.
      const edits = await loadEdits(root);
      expect(edits.length).toBe((round + 1) * 3);
      expect(edits.slice(-3).map((one) => one.after)).toEqual(questions);
    }
    await store.applyEdits([edit(null, question('d'))]);
    expect((await readdir(join(root, 'bank'))).sort()).toEqual(['journal.jsonl', 'questions.jsonl']);
    expect(await store.findFileProblems()).toEqual([]);
    await removeFolder(root);
  });

  it('leaves a journal with every acknowledged line', async () => {
    const path = join(folder, 'items.jsonl');
    let next = 0;
    for (let n = 0; n < kills; n += 1) {
      const done = await workAndKill(child.start('journal', path, String(next)), n);
      await (await openJournal(path)).close();
      const read = await readJsonLines(path, 'items.jsonl');
      expect([read.problems, read.torn]).toEqual([[], null]);
      const rounds = read.lines.map((entry) => (entry.value as { round: number }).round);
      expect(rounds).toEqual(rounds.map((_, index) => index));
      expect([done, done + 1]).toContain(rounds.length - 1);
      next = rounds.length;
    }
  });
});

describe('death at each operation on the disk', () => {
  /** Every operation when soaking, else every third one; ends when a child lives through. */
  async function forEachDeath(job: string, check: (root: string) => Promise<void>): Promise<number> {
    for (let nth = 1; ; nth += soak ? 1 : 3) {
      const root = await temporaryWorkspace();
      const store = createWorkspaceStore(root);
      await store.saveDocument(documentRecord('doc', 'old'), Buffer.from('old'), 'old');
      await store.applyEdits(['a', 'b'].map((id) => edit(null, question(id, 'old'))));
      const code = await child.start(job, root, String(nth)).ended();
      await check(root);
      await removeFolder(root);
      if (code === 0) return nth - 1;
    }
  }

  it('leaves the old document or the new one, and the next write tidies up', async () => {
    const seen = new Set<string>();
    const operations = await forEachDeath('die-document', async (root) => {
      const store = createWorkspaceStore(root);
      const texts = (await store.loadCorpus()).documents.map((document) => document.text);
      expect([['old'], ['new']]).toContainEqual(texts);
      seen.add(texts.join());
      expect(await store.findFileProblems()).toEqual([]);
      await store.saveDocument(documentRecord('doc', 'third'), Buffer.from('third'), 'third');
      expect((await store.loadCorpus()).documents.map((document) => document.text)).toEqual(['third']);
      expect((await readdir(join(root, 'documents'))).sort()).toEqual(['doc.txt', 'documents.jsonl', 'text']);
      expect(await readdir(join(root, 'documents/text'))).toEqual(['doc.txt']);
    });
    expect([...seen].sort()).toEqual(['new', 'old']);
    expect(operations).toBeGreaterThan(12);
  });

  it('leaves both questions changed and told, or neither, and the next edit tidies up', async () => {
    const seen = new Set<string>();
    await forEachDeath('die-bank', async (root) => {
      const store = createWorkspaceStore(root);
      const questions = await store.loadQuestions();
      const texts = questions.map((one) => one.question).join();
      expect(['old,old', 'new,new']).toContain(texts);
      seen.add(texts);
      expect((await loadEdits(root)).length).toBe(texts === 'old,old' ? 2 : 4);
      await store.applyEdits([edit(null, question('c', 'third'))]);
      expect((await store.loadQuestions()).map((one) => one.question).join()).toBe(`${texts},third`);
      expect((await loadEdits(root)).length).toBe(texts === 'old,old' ? 3 : 5);
      expect((await readdir(join(root, 'bank'))).sort()).toEqual(['journal.jsonl', 'questions.jsonl']);
    });
    expect([...seen].sort()).toEqual(['new,new', 'old,old']);
  });
});
