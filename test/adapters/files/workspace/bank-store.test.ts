// The bank on disk: stable lines, whole actions, a history, and errors with their line.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Question } from '#contract/bank';
import type { WorkspaceStore } from '#services/ports';
import { injectFault } from '#adapters/files/disk/operations';
import { loadEdits } from '#adapters/files/workspace/bank-store';
import { formatQuestion } from '#adapters/files/workspace/question-format';
import { createWorkspaceStore } from '#adapters/files/workspace-store';
import { edit, put, question, removeFolder, temporaryWorkspace } from '../support/temporary.ts';

let root = '';
let store: WorkspaceStore;
beforeEach(async () => {
  root = await temporaryWorkspace();
  store = createWorkspaceStore(root);
});
afterEach(() => removeFolder(root));

function bankText(): Promise<string> {
  return readFile(join(root, 'bank/questions.jsonl'), 'utf8');
}

describe('applyEdits', () => {
  it('adds, changes and removes, sorted by id in code-unit order', async () => {
    const added = ['b', 'é', 'B', 'a10', 'a2'].map((id) => edit(null, question(id)));
    await store.applyEdits(added);
    await store.applyEdits([
      edit(question('b'), null, 'a2'),
      edit(question('a2'), question('a2', 'Changed?'), 'a2'),
    ]);
    expect(await bankText()).toBe(
      [question('B'), question('a10'), question('a2', 'Changed?'), question('é')]
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(''),
    );
    const edits = await loadEdits(root);
    expect(
      edits.map((one) => [one.action, one.id, one.before?.question ?? null, one.after?.question ?? null]),
    ).toEqual([
      ...['b', 'é', 'B', 'a10', 'a2'].map((id) => ['a1', id, null, `What is ${id}?`]),
      ['a2', 'b', 'What is b?', null],
      ['a2', 'a2', 'What is a2?', 'Changed?'],
    ]);
    expect(await store.findFileProblems()).toEqual([]);
  });

  it('keeps unknown fields, also of evidence, and never a field as a prototype', async () => {
    const line =
      '{"zz":1,"answers":[],"evidence":[{"mine":"x","group":1,"document":"d"}],"question":"Q","id":"a","__proto__":{"x":1},"big":[1,{"b":2,"a":1}]}';
    await put(root, 'bank/questions.jsonl', `${line}\n`);
    await store.applyEdits([edit(null, question('b'))]);
    expect((await bankText()).split('\n')[0]).toBe(
      '{"id":"a","question":"Q","answers":[],"evidence":[{"document":"d","group":1,"mine":"x"}],"zz":1,"__proto__":{"x":1},"big":[1,{"b":2,"a":1}]}',
    );
  });

  it('refuses an edit of what somebody else has changed, and applies none of the others', async () => {
    await store.applyEdits([edit(null, question('a'))]);
    const before = await bankText();
    const cases = [
      [edit(question('a', 'Other?'), question('a', 'New?')), 'has been changed'],
      [edit(null, question('a')), 'is in the bank already'],
      [edit(question('z'), null), 'is not in the bank'],
    ] as const;
    for (const [bad, why] of cases) {
      await expect(store.applyEdits([edit(null, question('n')), bad])).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining(why),
      });
    }
    const bad = { ...edit(null, question('x')), after: { id: 'x' } } as never;
    await expect(store.applyEdits([bad])).rejects.toMatchObject({ code: 'invalid-input' });
    expect(await bankText()).toBe(before);
    expect(await loadEdits(root)).toHaveLength(1);
  });

  it('does not mind the order of fields in `before`', async () => {
    await store.applyEdits([edit(null, question('a'))]);
    const reversed = Object.fromEntries(Object.entries(question('a')).reverse()) as Question;
    await store.applyEdits([edit(reversed, question('a', 'New?'))]);
    expect((await store.loadQuestions())[0]?.question).toBe('New?');
  });

  it('serves edits that come at the same time one after the other', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, n) => store.applyEdits([edit(null, question(`q${n}`))])),
    );
    expect(await store.loadQuestions()).toHaveLength(12);
    expect(await loadEdits(root)).toHaveLength(12);
  });

  it('changes nothing when the disk is full, at whichever write', async () => {
    await store.applyEdits([edit(null, question('a'))]);
    for (const nth of [1, 2]) {
      const heal = injectFault({ operation: 'write', nth, code: 'ENOSPC', bytesWritten: 30 });
      await expect(
        store.applyEdits([edit(null, question('b')), edit(null, question('c'))]),
      ).rejects.toMatchObject({
        code: 'unavailable',
      });
      heal();
      expect((await store.loadQuestions()).map((one) => one.id)).toEqual(['a']);
      expect(await loadEdits(root)).toHaveLength(1);
    }
  });

  it('leaves questions alone that were put back by hand', async () => {
    await store.applyEdits([edit(null, question('a'))]);
    const old = await bankText();
    await store.applyEdits([edit(question('a'), question('a', 'New?'))]);
    await put(root, 'bank/questions.jsonl', old);
    await store.applyEdits([edit(null, question('b'))]);
    expect((await store.loadQuestions()).map((one) => one.question)).toEqual(['What is a?', 'What is b?']);
  });

  it('drops the lines of an action that a crash has cut, and not those of a whole one', async () => {
    await store.applyEdits([edit(null, question('a')), edit(null, question('b'))]);
    const journal = await readFile(join(root, 'bank/journal.jsonl'), 'utf8');
    const [whole = ''] = journal.split('\n');
    const cut = whole.replace(/"batch":.*$/, '"batch":{"id":"ff","line":1,"of":3}}');
    await put(
      root,
      'bank/journal.jsonl',
      `${journal}${cut}\n${cut.replace('"line":1', '"line":2')}\n${cut.slice(0, 40)}`,
    );
    expect(await loadEdits(root)).toHaveLength(2);
    await store.applyEdits([edit(null, question('c'))]);
    expect((await loadEdits(root)).map((one) => one.id)).toEqual(['a', 'b', 'c']);
    expect((await readFile(join(root, 'bank/journal.jsonl'), 'utf8')).startsWith(journal)).toBe(true);
  });
});

describe('loadQuestions', () => {
  it('reads BOM, CRLF, blank lines and no bank at all', async () => {
    expect(await store.loadQuestions()).toEqual([]);
    const lines = ['b', 'a'].map((id) => JSON.stringify(question(id)));
    await put(root, 'bank/questions.jsonl', `\uFEFF${lines.join('\r\n\r\n')}`);
    expect(await store.loadQuestions()).toEqual([question('b'), question('a')]);
  });

  it('tells every broken line with its number, path and value', async () => {
    const lines = [
      JSON.stringify(question('a')),
      '{"id":"b","question":"Q"',
      JSON.stringify({ ...question('c'), answers: 'one' }),
      JSON.stringify({ ...question('d'), evidence: [{ document: 'x', group: 0 }] }),
      JSON.stringify(question('a')),
    ];
    await put(root, 'bank/questions.jsonl', `${lines.join('\n')}\n`);
    const problems = await store.findFileProblems();
    expect(problems.map((problem) => [problem.file, problem.line, problem.path, problem.value])).toEqual([
      ['bank/questions.jsonl', 2, undefined, '{"id":"b","question":"Q"'],
      ['bank/questions.jsonl', 3, '/answers', 'one'],
      ['bank/questions.jsonl', 4, '/evidence/0/group', 0],
      ['bank/questions.jsonl', 5, '/id', 'a'],
    ]);
    await expect(store.loadQuestions()).rejects.toMatchObject({
      code: 'stale',
      message: expect.stringMatching(
        /^bank\/questions\.jsonl is broken\. bank\/questions\.jsonl:2: is not JSON.*\(and 3 more\)$/,
      ),
    });
    await expect(store.applyEdits([edit(null, question('n'))])).rejects.toMatchObject({ code: 'stale' });
    expect((await bankText()).split('\n')).toHaveLength(6);
  });
});

describe('formatQuestion', () => {
  it('gives one line for one question, whatever the order of its fields, and loses nothing', () => {
    // Names that are whole numbers come first in every JavaScript object.
    const name = fc.string({ minLength: 1 }).filter((text) => !/^\d+$/.test(text));
    const fields = fc.dictionary(name, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 });
    fc.assert(
      fc.property(fields, (extra) => {
        const one = { ...extra, ...question('q') };
        const text = formatQuestion(one);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(text.startsWith('{"id":"q","question":"What is q?","answers":["x"],"evidence":[]')).toBe(true);
        expect(formatQuestion(JSON.parse(text) as Question)).toBe(text);
      }),
      { numRuns: 100, seed: 11 },
    );
  });
});
