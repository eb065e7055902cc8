// A stored run for trec_eval, and each of its metrics with a question's own numbers.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashBytes } from '#services/hash';
import {
  bundleIndexChild,
  openRunWorld,
  putBank,
  questions,
  text,
  type RunTestWorld,
} from '../../support/run-world.ts';

let child: Awaited<ReturnType<typeof bundleIndexChild>>;
let world: RunTestWorld;
let runId: string;
beforeAll(async () => {
  child = await bundleIndexChild();
  world = await openRunWorld(child.path);
  await putBank(world, [
    ...questions,
    {
      ...{ id: 'judged', question: 'Did the lighthouse of Arosa have a fog horn?', answers: [] },
      ...{ evidence: [], judgments: [{ document: 'tower', grade: 0 }] },
      scriptedReply: '{"answer": "no", "passage": 1}',
    },
    {
      ...{ id: 'bare', question: 'Was the lamp lit?', answers: ['yes'], evidence: [] },
      scriptedReply: '{"answer": "yes", "passage": 1}',
    },
    {
      ...{ id: 'nothing', question: 'Xyzzy?', answers: ['x'], evidence: [{ document: 'tower', group: 1 }] },
      scriptedReply: '{"answer": "x", "passage": 1}',
    },
  ]);
  ({ runId } = await world.run('written'));
});
afterAll(async () => {
  await world.close();
  await child.remove();
});

test('every recorded metric of a question is explained with the value that its score holds', async () => {
  for (const questionId of ['lit', 'oil', 'paid', 'judged', 'nothing']) {
    const { score } = await world.call('run.getItem', { runId, questionId });
    const values = await Promise.all(
      Object.keys(score.metrics).map(async (metric) => {
        const { value } = await world.call('run.explainMetric', { runId, questionId, metric });
        return [metric, value] as const;
      }),
    );
    expect(Object.fromEntries(values)).toEqual(score.metrics);
  }
});

test('the formula holds the numbers of the question', async () => {
  const { item } = await world.call('run.getItem', { runId, questionId: 'paid' });
  const [first] = item.retrieval.ranked;
  const characters = (slice: string) => slice.replace(/\s/gu, '').length;
  const quote = characters('paid 40 reales a month');
  const retrieved = characters(text.slice(first?.start, first?.end));
  expect(
    await world.call('run.explainMetric', { runId, questionId: 'paid', metric: 'spanPrecision@1' }),
  ).toEqual({
    metric: 'spanPrecision@1',
    title: 'Span precision at k',
    summary: expect.stringContaining('characters'),
    formula: expect.stringContaining('as often as they were retrieved'),
    source: expect.stringContaining('chunking_evaluation'),
    withNumbers: `${quote} characters of evidence in the top 1 / ${retrieved} retrieved = ${Number((quote / retrieved).toFixed(4))}`,
    value: quote / retrieved,
  });
});

test('unknown metrics, questions and runs', async () => {
  const fail = (questionId: string, metric: string, run = runId) =>
    world.fail('run.explainMetric', { runId: run, questionId, metric });
  expect(await fail('lit', 'recall')).toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining('There is no metric "recall". Ask for one of recall@k,'),
  });
  expect(await fail('none', 'rr')).toMatchObject({ code: 'not-found' });
  expect(await fail('lit', 'rr', 'none')).toMatchObject({ code: 'not-found' });
  expect(await world.fail('run.exportTrec', { runId: 'none', what: 'run' })).toMatchObject({
    code: 'not-found',
  });
});

test('measures: judgments alone and an empty list count 0, a question without labels does not count', async () => {
  const { lines, notes } = await world.call('run.exportTrec', { runId, what: 'measures' });
  const value = (name: string, query: string) =>
    lines.find((line) => line.startsWith(`${name.padEnd(22)}\t${query}\t`))?.split('\t')[2];
  expect(['lit', 'judged', 'nothing', 'bare'].map((id) => value('recip_rank', id))).toEqual([
    '1.0000',
    '0.0000',
    '0.0000',
    undefined,
  ]);
  const { retrieval } = await world.call('run.getSummary', { runId });
  // Ours averages over the four with evidence, trec_eval -c over the five with labels.
  expect(value('recip_rank', 'all')).toBe((((retrieval['mrr'] ?? 0) * 4) / 5).toFixed(4));
  expect([value('num_q', 'all'), value('runid', 'all')]).toEqual(['5', 'written']);
  expect(notes).toEqual([
    'Counted 0, because they returned nothing: nothing.',
    'Left out, having neither evidence nor judgments: 1.',
  ]);
});

test('the run: one line per passage in its order, and a note on what it cannot say', async () => {
  const { lines, notes } = await world.call('run.exportTrec', { runId, what: 'run' });
  const { item } = await world.call('run.getItem', { runId, questionId: 'oil' });
  expect(lines.filter((line) => line.startsWith('oil ')).map((line) => line.split(' '))).toEqual(
    item.retrieval.ranked.map(({ chunkId, position }) => [
      'oil',
      'Q0',
      chunkId,
      String(position),
      expect.stringMatching(/^\d/),
      'written',
    ]),
  );
  expect(notes).toContain('The ids are those of chunks: qrels over documents do not fit them.');
  expect(notes).toContain(
    'Questions without a line, because they returned nothing: nothing. Evaluate with trec_eval -c, which counts them 0.',
  );
});

test('over other documents the measures are refused, and the run is still exported', async () => {
  const changed = `${text} More.`;
  const records = await readFile(`${world.root}/documents/documents.jsonl`, 'utf8');
  await world.put('documents/text/tower.txt', changed);
  await world.put(
    'documents/documents.jsonl',
    records.replace(/"textHash":"[^"]*"/, `"textHash":"${hashBytes(changed)}"`),
  );
  for (const [name, input] of [
    ['run.exportTrec', { runId, what: 'measures' }],
    ['run.explainMetric', { runId, questionId: 'lit', metric: 'rr' }],
  ] as const)
    expect(await world.fail(name, input)).toMatchObject({
      code: 'stale',
      message: expect.stringContaining('The documents changed'),
    });
  expect((await world.call('run.exportTrec', { runId, what: 'run' })).lines).not.toEqual([]);
});
