// Undo and redo over real files: against a naive twin, across restarts and windows, and where they must refuse.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Question } from '#contract/bank';
import { loadEdits } from '#adapters/files/workspace/bank-store';
import { formatQuestion, sortQuestions } from '#adapters/files/workspace/question-format';
import { addQuestions, editQuestions } from '#services/bank/edit-bank';
import { getSteps, redoStep, stackActions, undoStep } from '#services/bank/steps';
import { importQuestions } from '#services/import/import-service';
import { createForeignFiles } from '#adapters/foreign-files';
import { put, removeFolder } from '../../adapters/files/support/temporary.ts';
import { createBankWorld, putQuestions, type TestWorld, worldOver } from './bank-world.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await createBankWorld();
});
afterEach(() => removeFolder(world.root));

type Bank = ReadonlyMap<string, Question>;
/** The twin keeps whole banks: the one before each step, or after each step that was taken back. */
interface Twin {
  bank: Bank;
  undo: Bank[];
  redo: Bank[];
}

const operation = fc.record({
  kind: fc.constantFrom(
    'add',
    'addNamed',
    'edit',
    'rename',
    'remove',
    'removeAll',
    'undo',
    'redo',
    'undo',
    'redo',
    'restart',
  ),
  pick: fc.nat(1000),
  text: fc.constantFrom('One?', 'Two?', 'Three?'),
});
type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

async function perform(
  here: Omit<TestWorld, 'root'>,
  twin: Twin,
  { kind, pick, text }: Operation,
): Promise<void> {
  const ids = [...twin.bank.keys()].sort();
  const id = ids[pick % Math.max(1, ids.length)];
  const old = id === undefined ? undefined : twin.bank.get(id);
  const step = (next: Bank) => {
    twin.undo.push(twin.bank);
    twin.redo = [];
    twin.bank = next;
  };
  if (kind === 'undo' || kind === 'redo') {
    const [from, to] = kind === 'undo' ? [twin.undo, twin.redo] : [twin.redo, twin.undo];
    const take = kind === 'undo' ? undoStep : redoStep;
    const next = from.pop();
    if (next === undefined) return expect(take(here, {})).rejects.toMatchObject({ code: 'conflict' });
    await take(here, {});
    to.push(twin.bank);
    twin.bank = next;
  } else if (kind === 'add' || kind === 'addNamed') {
    const name = kind === 'add' ? undefined : `n${pick % 5}`;
    const adding = addQuestions(here, { questions: [{ ...(name ? { id: name } : {}), question: text }] });
    if (name !== undefined && twin.bank.has(name))
      return expect(adding).rejects.toMatchObject({ code: 'conflict' });
    const [added] = (await adding).questions;
    expect(twin.bank.has(added?.id ?? '')).toBe(false);
    expect(added).toEqual({ id: name ?? added?.id, question: text, answers: [], evidence: [] });
    step(new Map([...twin.bank, [added?.id ?? '', added as Question]]));
  } else if (kind === 'removeAll') {
    if (ids.length === 0) return;
    await editQuestions(here, {
      what: 'all',
      edits: [...twin.bank.values()].map((before) => ({ before, after: null })),
    });
    step(new Map());
  } else if (old !== undefined && id !== undefined) {
    const others = [...twin.bank].filter(([name]) => name !== id);
    const target = kind === 'rename' ? `n${pick % 5}` : id;
    const after = kind === 'remove' ? null : { ...old, id: target, question: text };
    const editing = editQuestions(here, { what: kind, edits: [{ before: old, after }] });
    if (target !== id && twin.bank.has(target))
      return expect(editing).rejects.toMatchObject({ code: 'conflict' });
    await editing;
    if (after === null) step(new Map(others));
    else if (JSON.stringify(after) !== JSON.stringify(old)) step(new Map([...others, [target, after]]));
  }
}

/** The bank that the journal alone gives, each edit checked against what the ones before it left. */
async function replay(root: string): Promise<string> {
  const bank = new Map<string, Question>();
  for (const edit of await loadEdits(root)) {
    expect(edit.before).toEqual(bank.get(edit.id) ?? null);
    if (edit.after === null) bank.delete(edit.id);
    else bank.set(edit.id, edit.after);
  }
  return [...sortQuestions(bank.values())].map((question) => `${formatQuestion(question)}\n`).join('');
}

test('any sequence leaves the bank of a naive twin, and questions.jsonl is a replay of the journal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
      const fresh = await createBankWorld();
      let here: Omit<TestWorld, 'root'> = fresh;
      const twin: Twin = { bank: new Map(), undo: [], redo: [] };
      try {
        for (const one of operations) {
          if (one.kind === 'restart') here = worldOver(fresh.root);
          else await perform(here, twin, one);
          expect(await here.store.loadQuestions()).toEqual(sortQuestions(twin.bank.values()));
          const steps = await getSteps(here);
          expect([steps.undo !== null, steps.redo !== null]).toEqual([
            twin.undo.length > 0,
            twin.redo.length > 0,
          ]);
        }
        const text = await readFile(join(fresh.root, 'bank/questions.jsonl'), 'utf8').catch(() => '');
        expect(text).toBe(await replay(fresh.root));
      } finally {
        await removeFolder(fresh.root);
      }
    }),
    { numRuns: process.env['ASSAY_SOAK'] ? 120 : 12, seed: 17 },
  );
}, 600_000);

test('a step names itself, and a guard refuses another one than was shown', async () => {
  const { questions } = await addQuestions(world, {
    questions: [{ question: 'One?' }, { question: 'Two?' }],
  });
  const [one] = questions;
  const shown = await getSteps(world);
  expect(shown).toEqual({
    undo: {
      action: expect.any(String) as string,
      what: 'add 2 questions',
      at: world.at(1),
      by: 'Ana',
      questions: 2,
    },
    redo: null,
  });
  const edits = [{ before: one as Question, after: { ...(one as Question), answers: ['1'] } }];
  await editQuestions(worldOver(world.root), { what: 'answers of q1', by: 'Ben', edits });
  await expect(undoStep(world, { action: shown.undo?.action })).rejects.toMatchObject({
    code: 'conflict',
    message: `Another step came between: the next to undo is "answers of q1" by Ben at ${world.at(1)}. Nothing was changed.`,
  });
  const after = await undoStep(world, { by: 'Cleo' });
  expect(after.undo).toEqual(shown.undo);
  expect(after.redo).toMatchObject({ what: 'answers of q1', by: 'Ben', questions: 1 });
  expect((await loadEdits(world.root)).at(-1)).toMatchObject({
    what: 'undo: answers of q1',
    by: 'Cleo',
    undoes: after.redo?.action,
    after: one,
  });
});

test('a question that was changed outside the history is named, and nothing of the step is taken back', async () => {
  const { questions } = await addQuestions(world, {
    questions: [{ question: 'One?' }, { question: 'Two?' }],
  });
  const byHand = questions.map((question) =>
    question.id === 'q2' ? { ...question, tags: ['mine'] } : question,
  );
  await putQuestions(world.root, byHand);
  await expect(undoStep(world, {})).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('The question "q2" was changed outside Assay') as string,
    detail: [{ id: 'q2', by: null, at: null }],
  });
  expect(await world.store.loadQuestions()).toEqual(byHand);
});

test('an import is one step', async () => {
  const rows = ['x', 'y', 'z'].map((id) => `${JSON.stringify({ id, question: `What is ${id}?` })}\n`);
  await put(world.root, 'in.jsonl', rows.join(''));
  const importing = {
    ...world,
    files: createForeignFiles(world.root),
    detectLanguage: async () => null,
    cut: async () => null,
  };
  await importQuestions(importing, { path: 'in.jsonl', format: 'jsonl' });
  expect((await getSteps(world)).undo).toMatchObject({ what: 'import jsonl', questions: 3 });
  await undoStep(world, {});
  expect(await world.store.loadQuestions()).toEqual([]);
  const steps = await redoStep(worldOver(world.root), {});
  expect(steps).toMatchObject({ undo: { what: 'import jsonl' }, redo: null });
  expect((await world.store.loadQuestions()).map(({ id }) => id)).toEqual(['x', 'y', 'z']);
});

test('at most 100 steps in a row are taken back', () => {
  const row = (action: string, undoes: string | null = null) => ({
    action,
    undoes,
    redoes: null,
    what: '',
    at: '',
    by: '',
    edits: 1,
  });
  const plain = Array.from({ length: 105 }, (_, n) => row(`a${n}`));
  const undone = Array.from({ length: 100 }, (_, n) => row(`u${n}`, `a${104 - n}`));
  const { undo, redo } = stackActions([...plain, ...undone]);
  expect([undo.length, redo.length, undo.at(-1)?.action, redo.at(-1)?.action]).toEqual([5, 100, 'a4', 'a5']);
  const store = { loadActions: async () => [...plain, ...undone] } as never;
  return expect(getSteps({ store })).resolves.toMatchObject({ undo: null, redo: { action: 'a5' } });
});

test('ids that were exchanged in one step are exchanged back', async () => {
  const { questions } = await addQuestions(world, {
    questions: [
      { id: 'a', question: 'One?' },
      { id: 'b', question: 'Two?' },
    ],
  });
  const [a, b] = questions as [Question, Question];
  const exchanged = await editQuestions(world, {
    what: 'exchange',
    edits: [
      { before: a, after: { ...a, id: 'b' } },
      { before: b, after: { ...b, id: 'a' } },
    ],
  });
  expect(exchanged.removed).toEqual([]);
  await undoStep(world, {});
  expect(await world.store.loadQuestions()).toEqual([a, b]);
  await redoStep(world, {});
  expect(await world.store.loadQuestions()).toEqual([
    { ...b, id: 'a' },
    { ...a, id: 'b' },
  ]);
});
