// Adding and editing questions: completed evidence, problems with their path, ids, and conflicts that say who and when.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Evidence, Question, QuestionDraft } from '#contract/bank';
import { getQuestion, listRows } from '#services/bank/bank-rows';
import { addQuestions, editQuestions } from '#services/bank/edit-bank';
import { getHistory } from '#services/bank/steps';
import { question, removeFolder } from '../../adapters/files/support/temporary.ts';
import { createBankWorld, hashOf, marker, putQuestions, type TestWorld, worldOver } from './bank-world.ts';

let world: TestWorld;
beforeEach(async () => {
  world = await createBankWorld();
});
afterEach(() => removeFolder(world.root));

const draft = (evidence: readonly Evidence[], more: object = {}): QuestionDraft => ({
  question: 'Who plays?',
  evidence: [...evidence],
  ...more,
});

async function add(...drafts: QuestionDraft[]): Promise<Question[]> {
  return (await addQuestions(world, { questions: drafts })).questions;
}

async function edit(before: Question, after: QuestionDraft | null): Promise<Question | undefined> {
  const { questions } = await editQuestions(world, { what: 'edit', edits: [{ before, after }] });
  return questions[0];
}

describe('evidence', () => {
  const start = marker.indexOf('Sofía');
  const end = start + 'Sofía'.length;
  const sofia = {
    document: 'a',
    documentHash: hashOf.a,
    start,
    end,
    unit: 'utf16',
    quote: 'Sofía',
    prefix: 'The piano is played by ',
    suffix: '. 🎹 Nobody else plays it.\n',
    group: 1,
    grade: 1,
    by: 'Ana',
    at: '2026-01-01T00:00:01.000Z',
  };

  test.each<[string, Evidence, object]>([
    ['a span', { document: 'a', start, end, group: 1 }, sofia],
    [
      'a span with fields of its own',
      { document: 'a', start, end, group: 2, grade: 3, note: 'x' } as Evidence,
      { ...sofia, group: 2, grade: 3, note: 'x' },
    ],
    ['a quote that stands in one place', { document: 'a', quote: 'Sofía', group: 1 }, sofia],
    [
      'a quote in several places',
      { document: 'a', quote: 'play', group: 1 },
      { document: 'a', documentHash: hashOf.a, quote: 'play', group: 1, grade: 1, by: 'Ana', at: sofia.at },
    ],
    [
      'a whole document',
      { document: 'b', group: 1 },
      { document: 'b', group: 1, grade: 1, by: 'Ana', at: sofia.at },
    ],
    [
      'an author and time of somebody else',
      { document: 'b', group: 1, by: 'Eve', at: 'then' },
      { document: 'b', group: 1, grade: 1, by: 'Ana', at: sofia.at },
    ],
  ])('%s is completed', async (_what, given, expected) => {
    const [added] = await add(draft([given]));
    expect(added?.evidence).toEqual([expected]);
    expect((await world.store.loadQuestions())[0]).toEqual(added);
  });

  const piano = marker.indexOf('🎹');
  test.each<[string, Evidence, string, RegExp]>([
    ['an unknown document', { document: 'z', start: 0, end: 1, group: 1 }, 'document', /is no document/],
    [
      'a start behind the text',
      { document: 'a', start: 1000, end: 1001, group: 1 },
      'start',
      /outside the text/,
    ],
    [
      'an end behind the text',
      { document: 'a', start: 0, end: marker.length + 1, group: 1 },
      'end',
      /outside the text, which has 55/,
    ],
    ['an empty span', { document: 'a', start: 3, end: 3, group: 1 }, 'end', /greater than start/],
    ['a span turned round', { document: 'a', start: 4, end: 3, group: 1 }, 'end', /greater than start/],
    [
      'a start in a pair',
      { document: 'a', start: piano + 1, end: piano + 4, group: 1 },
      'start',
      /surrogate pair/,
    ],
    ['an end in a pair', { document: 'a', start: 0, end: piano + 1, group: 1 }, 'end', /surrogate pair/],
    ['white space', { document: 'a', start: 3, end: 4, group: 1 }, 'start', /white space/],
    ['half a span', { document: 'a', start: 3, group: 1 }, 'end', /is missing/],
    ['the other half', { document: 'a', end: 3, group: 1 }, 'start', /is missing/],
    [
      'another quote',
      { document: 'a', start: 0, end: 3, quote: 'Tha', group: 1 },
      'quote',
      /is not the text at 0-3/,
    ],
    ['a quote from nowhere', { document: 'a', quote: 'organ', group: 1 }, 'quote', /nowhere in document "a"/],
    [
      'the offsets of another text',
      { document: 'a', documentHash: hashOf.b, start: 0, end: 3, group: 1 },
      'documentHash',
      /changed meanwhile/,
    ],
  ])('%s is refused, with its place', async (_what, given, field, message) => {
    const good = draft([{ document: 'b', group: 1 }]);
    await expect(add(good, draft([{ document: 'b', group: 1 }, given]))).rejects.toMatchObject({
      code: 'invalid-input',
      problems: [
        { path: `/questions/1/evidence/1/${field}`, message: expect.stringMatching(message) as string },
      ],
    });
    expect(await world.store.loadQuestions()).toEqual([]);
  });

  test('what is left alone keeps its author and time; what is moved or regrouped gets new ones', async () => {
    const [first] = await add(
      draft([
        { document: 'a', start, end, group: 1 },
        { document: 'b', group: 2 },
      ]),
    );
    if (!first) throw new Error('Nothing was added.');
    const bare = { document: 'a', start, end, group: 1 };
    const tagged = await edit(first, {
      ...first,
      tags: ['x'],
      evidence: [bare, { ...first.evidence[1], group: 3 } as Evidence],
    });
    expect(tagged).toEqual({
      ...first,
      tags: ['x'],
      evidence: [sofia, { document: 'b', group: 3, grade: 1, by: 'Ana', at: '2026-01-01T00:00:02.000Z' }],
    });
  });

  test('a label that no longer resolves can be kept and regrouped, and does not stop other corrections', async () => {
    const stale: Evidence = {
      document: 'gone',
      start: 1,
      end: 4,
      quote: 'abc',
      group: 1,
      by: 'Eve',
      at: 'then',
    };
    const old: Question = { ...question('q1'), evidence: [stale] };
    await putQuestions(world.root, [old]);
    const changed = await edit(old, { ...old, answers: ['y'] });
    expect(changed?.evidence).toEqual([stale]);
    const regrouped = await edit(changed as Question, {
      ...(changed as Question),
      evidence: [{ ...stale, group: 2 }],
    });
    expect(regrouped?.evidence).toEqual([
      { ...stale, group: 2, grade: 1, by: 'Ana', at: '2026-01-01T00:00:02.000Z' },
    ]);
  });

  test('an unanswerable question with evidence is refused, unless an import brought it', async () => {
    await expect(add(draft([{ document: 'b', group: 1 }], { unanswerable: true }))).rejects.toMatchObject({
      problems: [{ path: '/questions/0/unanswerable' }],
    });
    const old: Question = { ...question('q1'), unanswerable: true, evidence: [{ document: 'b', group: 1 }] };
    await putQuestions(world.root, [old]);
    expect(await edit(old, { ...old, tags: ['x'] })).toEqual({ ...old, tags: ['x'] });
  });
});

describe('ids', () => {
  test('are trimmed, and chosen as the bank is in the habit of', async () => {
    await putQuestions(world.root, [question('q011'), question('q012')]);
    const added = await add(
      { question: 'One?' },
      { id: ' q013\t', question: 'Two?' },
      { question: 'Three?' },
    );
    expect(added.map(({ id }) => id)).toEqual(['q014', 'q013', 'q015']);
  });

  test.each<[string, QuestionDraft[], string, string]>([
    ['an id in use', [{ id: 'q1 ', question: 'Q?' }], 'conflict', '/questions/0/id'],
    [
      'an id twice',
      [
        { id: 'x', question: 'Q?' },
        { id: 'x', question: 'Q?' },
      ],
      'conflict',
      '/questions/1/id',
    ],
    ['white space', [{ id: ' ', question: 'Q?' }], 'invalid-input', '/questions/0/id'],
  ])('%s is refused', async (_what, drafts, code, path) => {
    await putQuestions(world.root, [question('q1')]);
    await expect(add(...drafts)).rejects.toMatchObject({ code, problems: [{ path }] });
    expect(await world.store.loadQuestions()).toEqual([question('q1')]);
  });

  test('can be changed, exchanged and freed in one step, and not taken from another question', async () => {
    const [a, b, c] = [question('a'), question('b'), question('c')];
    await putQuestions(world.root, [a, b, c]);
    const done = await editQuestions(world, {
      what: 'exchange',
      edits: [
        { before: a, after: { ...a, id: 'b' } },
        { before: b, after: { ...b, id: ' n ' } },
      ],
    });
    expect(done).toEqual({
      questions: [
        { ...a, id: 'b' },
        { ...b, id: 'n' },
      ],
      removed: ['a'],
    });
    expect((await world.store.loadQuestions()).map((one) => [one.id, one.question])).toEqual([
      ['b', a.question],
      ['c', c.question],
      ['n', b.question],
    ]);
    await expect(edit(c, { ...c, id: 'n' })).rejects.toMatchObject({
      code: 'conflict',
      problems: [{ path: '/edits/0/after/id', value: 'n' }],
    });
  });

  test('that an import brought with white space stay', async () => {
    const odd = question(' q ');
    await putQuestions(world.root, [odd]);
    expect(await edit(odd, { ...odd, tags: ['x'] })).toEqual({ ...odd, tags: ['x'] });
  });
});

describe('an edit', () => {
  test('that changes nothing is no step', async () => {
    const [added] = await add(draft([{ document: 'b', group: 1 }]));
    expect(await edit(added as Question, added as Question)).toEqual(added);
    expect(await world.store.loadActions()).toHaveLength(1);
  });

  test('keeps unknown fields of the draft', async () => {
    const [added] = await add({ question: 'Q?', mine: { x: [1] } } as QuestionDraft);
    expect(added).toEqual({ id: 'q1', question: 'Q?', answers: [], evidence: [], mine: { x: [1] } });
  });

  test('of what another window changed is refused whole, naming who and when', async () => {
    const [one, two] = await add({ question: 'One?' }, { question: 'Two?' });
    if (!one || !two) throw new Error('Nothing was added.');
    const window = worldOver(world.root);
    await editQuestions(window, {
      what: 'evidence of q2',
      by: 'Ben',
      edits: [{ before: two, after: { ...two, answers: ['b'] } }],
    });
    const edits = [
      { before: one, after: { ...one, answers: ['mine'] } },
      { before: two, after: null },
    ];
    await expect(editQuestions(world, { what: 'mine', edits })).rejects.toMatchObject({
      code: 'conflict',
      message: `The question "q2" was changed by Ben at ${world.at(1)} (evidence of q2). Nothing was changed. Look at it as it is now, then try again.`,
      detail: [{ id: 'q2', now: { ...two, answers: ['b'] }, by: 'Ben', at: world.at(1) }],
    });
    expect(await world.store.loadQuestions()).toEqual([one, { ...two, answers: ['b'] }]);
  });

  test('of what was changed with a text editor is refused too', async () => {
    const [one] = await add({ question: 'One?' });
    await putQuestions(world.root, [{ ...(one as Question), answers: ['by hand'] }]);
    await expect(edit(one as Question, null)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('"q1" was changed outside Assay') as string,
    });
  });

  test('does not mind the order of fields, and the same question twice is refused', async () => {
    const [one] = await add({ question: 'One?' });
    const reversed = Object.fromEntries(Object.entries(one as Question).reverse()) as Question;
    await expect(
      editQuestions(world, {
        what: 'x',
        edits: [
          { before: reversed, after: null },
          { before: reversed, after: null },
        ],
      }),
    ).rejects.toMatchObject({ code: 'conflict', problems: [{ path: '/edits/1/before/id' }] });
    expect(await editQuestions(world, { what: 'x', edits: [{ before: reversed, after: null }] })).toEqual({
      questions: [],
      removed: ['q1'],
    });
  });
});

test('the history of a question is told newest first, also of one that is gone', async () => {
  const [one] = await add({ question: 'One?' }, { question: 'Two?' });
  const changed = await edit(one as Question, { ...(one as Question), answers: ['1'] });
  await edit(changed as Question, null);
  const { edits } = await getHistory(world, 'q1');
  expect(edits.map(({ what, before, after }) => [what, before, after])).toEqual([
    ['edit', changed, null],
    ['edit', one, changed],
    ['add 2 questions', null, one],
  ]);
  await expect(getHistory(world, 'q9')).rejects.toMatchObject({ code: 'not-found' });
});

test('rows and places say what validation says, and follow a document that changes', async () => {
  const start = marker.indexOf('Sofía');
  const [added] = await add({
    ...draft([
      { document: 'a', start, end: start + 5, group: 1 },
      { document: 'b', group: 2 },
    ]),
    tags: ['t'],
    require: 'any',
    origin: { from: 1 },
  });
  const row = {
    id: 'q1',
    question: 'Who plays?',
    answers: [],
    tags: ['t'],
    unanswerable: false,
    require: 'any',
    groups: 2,
    evidence: 2,
    documents: ['a', 'b'],
    origin: '{"from":1}',
    problems: [] as string[],
  };
  expect(await listRows(world.store, {})).toEqual({ rows: [row], total: 1, next: null });
  await world.store.removeDocument('a');
  const gone = "document 'a' is not in the corpus";
  expect((await listRows(world.store, {})).rows).toEqual([{ ...row, problems: [gone] }]);
  expect(await getQuestion(world.store, 'q1')).toEqual({
    question: added,
    places: [
      { start: null, end: null, problem: gone },
      { start: null, end: null, problem: null },
    ],
  });
  await expect(getQuestion(world.store, 'q2')).rejects.toMatchObject({ code: 'not-found' });
});
