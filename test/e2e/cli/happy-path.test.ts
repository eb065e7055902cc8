// The whole way through the command line on three documents whose every number can be worked out by hand.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCliWorld, type CliWorld } from '../../support/cli.ts';

let world: CliWorld;
beforeAll(async () => {
  world = await createCliWorld();
  await world.write('files/one.txt', 'apple banana');
  await world.write('files/three.txt', 'cherry cherry date');
  await world.write('files/two.txt', 'banana cherry');
  await world.write('bank.jsonl', lines(bank));
});
afterAll(() => world.close());

const reply = (answer: string, passage: number | null) => JSON.stringify({ answer, passage });
const bank = [
  {
    id: 'q1',
    question: 'banana date',
    answers: ['date'],
    evidenceQuote: 'date',
    scriptedReply: reply('date', 1),
  },
  {
    id: 'q2',
    question: 'banana date?',
    answers: ['apple'],
    evidenceQuote: 'apple',
    scriptedReply: reply("I don't know", null),
  },
  {
    id: 'q3',
    question: 'cherry',
    answers: ['date'],
    evidenceQuote: 'cherry date',
    scriptedReply: 'It is a date.',
  },
  { id: 'q4', question: 'zebra', answers: [], unanswerable: true },
  {
    id: 'q5',
    question: 'apple',
    answers: ['banana'],
    expected: 'one',
    tags: ['t'],
    scriptedReply: reply('pear', 1),
  },
];
const config = {
  schemaVersion: 1,
  id: 'plain',
  chunker: { kind: 'document' },
  retrievers: [{ kind: 'tfidf' }],
  select: { k: 2 },
  contract: { kind: 'json' },
  model: { provider: 'scripted', replies: 'bank' },
  attempts: 1,
  kept: { by: 'hand' },
};

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

// idf = ln(N / df): apple and date stand in one document of three, banana and cherry in two.
const rare = Math.log(3 / 1);
const common = Math.log(3 / 2);
const near = (value: number) => expect.closeTo(value, 12);
const wilson = (k: number, n: number) => {
  const [p, z] = [k / n, 1.959964];
  const half = (z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n);
  const middle = (p + (z * z) / (2 * n)) / (1 + (z * z) / n);
  return { k, n, rate: near(p), low: near(middle - half), high: near(middle + half) };
};

describe('init, add, import', () => {
  it('make a workspace, and say what they did', async () => {
    const made = await world.json<{ name: string; documents: number; questions: number }>([
      'init',
      'ws',
      '--name',
      'Fruit',
      '--language',
      'en',
    ]);
    expect(made).toMatchObject({ name: 'Fruit', documents: 0, questions: 0 });
    await world.write('ws/configs/plain.json', config);
    const added = await world.json<{ results: { id: string; outcome: string; characters: number }[] }>([
      'add',
      'ws',
      'files',
    ]);
    expect(added.results.map(({ id, outcome, characters }) => [id, outcome, characters])).toEqual([
      ['one', 'added', 12],
      ['three', 'added', 18],
      ['two', 'added', 13],
    ]);
    expect(await world.json(['import', 'ws', 'bank.jsonl', '--format', 'jsonl', '--strict'])).toEqual({
      format: 'jsonl',
      dryRun: false,
      written: true,
      rows: 5,
      accepted: 5,
      added: 5,
      updated: 0,
      unchanged: 0,
      rejected: [],
      duplicates: [],
      notes: [],
      documents: 0,
      documentsAdded: 0,
      collection: null,
    });
    expect(await world.json(['validate', 'ws'])).toEqual({ errors: 0, warnings: 0, problems: [] });
  });

  it('a config keeps its unknown fields as written', async () => {
    expect(await world.json(['config', 'show', 'ws', 'plain'])).toMatchObject({
      file: config,
      complete: { id: 'plain', attempts: 1 },
    });
  });
});

describe('assay search', () => {
  // Lengths of the vectors of: the query 'banana date', and the three documents.
  const query = Math.hypot(common, rare);
  const hits = [
    ['three', 'cherry cherry date', (rare * rare) / (query * Math.hypot(2 * common, rare))],
    ['two', 'banana cherry', (common * common) / (query * Math.hypot(common, common))],
    ['one', 'apple banana', (common * common) / (query * Math.hypot(rare, common))],
  ].map(([documentId, text, score], index) => ({
    position: index + 1,
    score: near(score as number),
    chunkId: `${documentId}#1`,
    documentId,
    start: 0,
    end: (text as string).length,
    text,
    page: null,
    headings: [],
    ranks: { tfidf: index + 1 },
    scores: { tfidf: near(score as number) },
  }));

  it('--json prints the hits with rank and score per retriever', async () => {
    expect(await world.json(['search', 'ws', '--config', 'plain', 'banana date', '-k', 'all'])).toEqual({
      hits,
    });
  });

  it('--queries takes ids of both spellings', async () => {
    await world.write(
      'queries.jsonl',
      lines([
        { _id: 'a', text: 'banana date' },
        { id: 'b', question: 'zebra' },
      ]),
    );
    expect(await world.json(['search', 'ws', '--config', 'plain', '--queries', 'queries.jsonl'])).toEqual({
      results: {
        a: { hits: hits.slice(0, 2) },
        b: { hits: [], warnings: ['tfidf: no term of the query stands in the index ("zebra").'] },
      },
    });
  });
});

describe('assay run', () => {
  let summary: Record<string, unknown>;

  it('gives each failure to its stage, and every rate its n', async () => {
    summary = await world.json<Record<string, unknown>>(['run', 'ws', '--config', 'plain']);
    const retrieval = {
      'recall@1': 2 / 4,
      'recall@3': 1,
      'recall@5': 1,
      'recall@10': 1,
      'success@1': 2 / 4,
      'success@3': 1,
      'success@5': 1,
      'success@10': 1,
      'precision@1': 2 / 4,
      'precision@3': near(1 / 3),
      'precision@5': near(1 / 5),
      'precision@10': near(1 / 10),
      'ndcg@1': 2 / 4,
      // q1 and q5 at rank 1, q3 at rank 2, q2 at rank 3; one gold each, so the ideal is 1.
      'ndcg@3': near((1 + 1 / Math.log2(4) + 1 / Math.log2(3) + 1) / 4),
      'allEvidence@1': 2 / 4,
      'allEvidence@3': 1,
      'allEvidence@5': 1,
      'allEvidence@10': 1,
      mrr: near((1 + 1 / 3 + 1 / 2 + 1) / 4),
      map: near((1 + 1 / 3 + 1 / 2 + 1) / 4),
    };
    expect(summary).toMatchObject({
      state: 'complete',
      stateReason: null,
      config: 'plain',
      k: 2,
      questions: 5,
      scoreable: 5,
      answerable: 4,
      found: wilson(3, 4),
      grounded: wilson(4, 5),
      correct: wilson(2, 5),
      correctAnswerable: wilson(1, 4),
      correctGivenFound: wilson(1, 3),
      correctGivenNotFound: wilson(0, 1),
      ceiling: wilson(3, 4),
      couldWin: { reader: 2, retriever: 1, context: 0 },
      identity: {
        accuracy: 1 / 4,
        retrieved: 3 / 4,
        accuracyGivenRetrieved: near(1 / 3),
        accuracyGivenNotRetrieved: 0,
      },
      retrieval,
      legs: { tfidf: retrieval },
      stages: { correct: 2, retriever: 1, context: 0, format: 1, reading: 1 },
      details: { 'retriever.abstained': 1, 'format.not-json': 1, 'reading.wrong-answer-right-passage': 1 },
      excluded: { provider: 0, label: 0, ingestion: 0 },
      // q4 found nothing: the harness abstains, and no call is made.
      calls: { made: 4, expected: 1, perQuestion: 1, compliance: wilson(3, 4), unanswered: 1 },
      cost: 'unknown',
    });
  });

  it('prints every field of the published summary', () => {
    const published = [
      'runId',
      'state',
      'config',
      'k',
      'questions',
      'scoreable',
      'answerable',
      'found',
      'grounded',
      'correct',
      'correctAnswerable',
      'correctGivenFound',
      'correctGivenNotFound',
      'retrieval',
      'legs',
      'stages',
      'details',
      'excluded',
      'calls',
      'tokens',
      'cost',
      'elapsedMs',
      'latency',
      'versions',
    ];
    expect(published.filter((name) => !(name in summary))).toEqual([]);
    const versions = [
      'app',
      'commit',
      'lockfile',
      'metrics',
      'tokenizer',
      'questionsHash',
      'labelHash',
      'corpusHash',
      'configHash',
      'models',
      'node',
      'os',
    ];
    expect(Object.keys(summary['versions'] as object).toSorted()).toEqual(versions.toSorted());
  });

  it('a range of k is one run each, and a tag narrows the bank', async () => {
    const { runs } = await world.json<{
      runs: { k: number; questions: number; found: { k: number; n: number } }[];
    }>(['run', 'ws', '--config', 'plain', '-k', '1..2', '--tag', 't']);
    expect(runs.map(({ k, questions, found }) => [k, questions, found.k, found.n])).toEqual([
      [1, 1, 1, 1],
      [2, 1, 1, 1],
    ]);
  });

  it('is listed newest first, shown with its proof, and deleted', async () => {
    const { runs } = await world.json<{ runs: { runId: string }[] }>(['runs', 'list', 'ws']);
    expect(runs.map(({ runId }) => runId)).toHaveLength(3);
    expect(runs.at(-1)?.runId).toBe(summary['runId']);
    const shown = await world.json<{ score: { stage: string; detail: string; firstBroken: string } }>([
      'runs',
      'show',
      'ws',
      String(summary['runId']),
      '--question',
      'q2',
    ]);
    expect(shown.score).toMatchObject({
      stage: 'retriever',
      detail: 'abstained',
      firstBroken: 'selected',
      rank: 3,
    });
    expect(await world.json(['runs', 'delete', 'ws', runs[0]?.runId ?? ''])).toEqual({
      runId: runs[0]?.runId,
    });
  });

  it('can be called as the procedure it is', async () => {
    await world.write('input.json', { runId: summary['runId'], stage: 'format' });
    const called = await world.json<{ ok: boolean; value: { total: number; items: object[] } }>([
      'call',
      'run.listItems',
      '--workspace',
      'ws',
      '--input',
      'input.json',
    ]);
    expect(called).toMatchObject({
      ok: true,
      value: { total: 1, items: [{ questionId: 'q3', detail: 'not-json' }] },
    });
  });
});

describe('a run whose questions left the bank', () => {
  it('stays complete: it says what is missing from its scores, and asks for nothing', async () => {
    const { runs } = await world.json<{ runs: { runId: string }[] }>(['runs', 'list', 'ws']);
    const runId = runs.at(-1)?.runId ?? '';
    const file = join(world.folder, 'ws/bank/questions.jsonl');
    const questions = await readFile(file, 'utf8');
    const without = questions.split('\n').filter((line) => !line.includes('"q1"'));
    await writeFile(file, without.join('\n'));
    expect(await world.json(['runs', 'show', 'ws', runId])).toMatchObject({
      state: 'complete',
      stateReason: null,
      questions: 5,
      finished: 5,
      scoreable: 4,
      correct: wilson(1, 4),
      warnings: [
        'Questions of this run that are no longer in the bank, left out of its scores: 1.',
        expect.anything(),
      ],
    });
    await writeFile(file, questions);
  });
});

describe('a stale index', () => {
  it('is refused with --no-build, naming the command that builds it, and built otherwise', async () => {
    await world.write('files/two.txt', 'banana cherry elder');
    await world.json(['add', 'ws', 'files/two.txt']);
    const words = ['search', 'ws', '--config', 'plain', 'elder'];
    const refused = await world.run(...words, '--no-build', '--json');
    expect({ code: refused.code, failure: JSON.parse(refused.stdout).failure.code }).toEqual({
      code: 3,
      failure: 'stale',
    });
    expect(refused.stderr).toContain('assay index');
    const found = await world.json<{ hits: { documentId: string }[] }>(words);
    expect(found.hits.map(({ documentId }) => documentId)).toEqual(['two']);
    expect(await readFile(join(world.folder, 'ws/documents/text/two.txt'), 'utf8')).toBe(
      'banana cherry elder',
    );
  });
});
