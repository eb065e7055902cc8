// Output for trec_eval: the golden vector digit by digit, and runs that sort back into the order they had.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareRanking } from '#domain/metrics/ranking';
import { readTrecRun } from '#domain/trec/read-run';
import { renderTrecMeasures } from '#domain/trec/measures';
import { renderTrecRun } from '#domain/trec/render-run';
import { corpus, gold, whole } from '../labels/fixtures.ts';

type Grades = Readonly<Record<string, number>>;

function query(id: string, qrels: Grades, run: readonly string[]) {
  const judged = Object.entries(qrels);
  const ranking = compareRanking({
    gold: gold(
      ...judged.filter(([, grade]) => grade > 0).map(([document, grade]) => [whole(document, grade)]),
    ),
    judgments: judged.filter(([, grade]) => grade === 0).map(([document]) => ({ document, grade: 0 })),
    ranked: run.map((documentId) => ({ documentId, start: 0, end: 1 })),
    documents: corpus(Object.fromEntries([...run, ...Object.keys(qrels)].map((name) => [name, 'x']))),
    theta: 1,
  });
  return { id, ranking };
}

/** The qrels and the run of the golden vector, as trec_eval orders it. */
const queries = [
  query('q1', { d1: 2, d2: 1, d3: 0, d4: 2 }, ['d1', 'u1', 'd2', 'd3']),
  query('q2', { a: 0, b: 1, c: 0 }, ['c', 'b', 'a']),
  query('q3', { x: 1 }, []),
  query('q4', { k: 0 }, ['k']),
];

describe('measures', () => {
  const lines = renderTrecMeasures(queries, 'golden', 3);
  const read = new Map(
    lines.map((line) => {
      const [measure, id, value] = line.split('\t');
      return [`${measure?.trimEnd()} ${id}`, value];
    }),
  );
  const names = ['recip_rank', 'P_3', 'P_5', 'recall_3', 'ndcg_cut_3', 'map', 'bpref', 'success_1', 'unj_5'];

  it.each([
    ['q1', ['1.0000', '0.6667', '0.4000', '0.6667', '0.6646', '0.5556', '0.6667', '1.0000', '0.2000']],
    ['q2', ['0.5000', '0.3333', '0.2000', '1.0000', '0.6309', '0.5000', '0.0000', '0.0000', '0.0000']],
    ['q3', Array<string>(9).fill('0.0000')],
    ['q4', Array<string>(9).fill('0.0000')],
    ['all', ['0.3750', '0.2500', '0.1500', '0.4167', '0.3239', '0.2639', '0.1667', '0.2500', '0.0500']],
  ])('the golden vector of trec_eval -c -q: %s', (id, expected) => {
    expect(names.map((name) => read.get(`${name} ${id}`))).toEqual(expected);
  });

  it('sums the counts, and pads as trec_eval does', () => {
    expect(['num_q', 'num_ret', 'num_rel', 'num_rel_ret'].map((name) => read.get(`${name} all`))).toEqual([
      String(4),
      String(4 + 3 + 0 + 1),
      String(3 + 1 + 1 + 0),
      String(2 + 1 + 0 + 0),
    ]);
    expect(lines).toContain('map                   \tall\t0.2639');
    expect(lines).toContain('runid                 \tall\tgolden');
  });

  it('prints the cutoff of the run too, once', () => {
    const at = (k: number) =>
      renderTrecMeasures(queries, 'golden', k)
        .filter((line) => /^P_\d+ *\tall/u.test(line))
        .map((line) => line.split(' ')[0]);
    expect(at(7)).toEqual(['P_1', 'P_3', 'P_5', 'P_7', 'P_10', 'P_20', 'P_100']);
    expect(at(3)).toEqual(['P_1', 'P_3', 'P_5', 'P_10', 'P_20', 'P_100']);
  });

  it('of no query at all: 0, never NaN', () => {
    expect(renderTrecMeasures([], 'none', 3).filter((line) => line.includes('NaN'))).toEqual([]);
  });
});

describe('runs', () => {
  const render = (...hits: readonly (readonly [string, number])[]) =>
    renderTrecRun([{ query: 'q', hits: hits.map(([id, score]) => ({ id, score })) }], 'tag');

  it('writes scores as they are where they fall', () => {
    expect(render(['a', 0.5], ['b', 0.1])).toEqual({
      lines: ['q Q0 a 1 0.5 tag', 'q Q0 b 2 0.1 tag'],
      ...{ empty: [], lowered: 0, encoded: false },
    });
  });

  it('lowers a tie by one step of a 32-bit float, below zero too', () => {
    const { lines, lowered } = render(['a', 1], ['b', 1], ['c', 0], ['d', 0], ['e', -1], ['f', 3]);
    expect(lowered).toBe(3);
    expect(lines.map((line) => Number(line.split(' ')[4]))).toEqual([
      1,
      1 - 2 ** -24,
      0,
      -(2 ** -149),
      -1,
      -(1 + 2 ** -23),
    ]);
  });

  it('encodes every id where one holds white space, so that no two become one', () => {
    const { lines, encoded } = render(['a b', 2], ['a%20b', 1]);
    expect([lines, encoded]).toEqual([['q Q0 a%20b 1 2 tag', 'q Q0 a%2520b 2 1 tag'], true]);
  });

  it('names the queries that returned nothing', () => {
    const { empty, lines } = renderTrecRun([{ query: 'q3', hits: [] }], 'tag');
    expect([empty, lines]).toEqual([['q3'], []]);
  });

  it('sorts back into its order when read as trec_eval reads it, whatever the scores', () => {
    const scores = fc.array(fc.oneof(fc.constantFrom(0, 1, -1, 0.1, 1e-8), fc.double({ min: -9, max: 9 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(scores, (list) => {
        const hits = list.map((score, index) => ({ id: `d${(index * 7) % 13}`, score }));
        const text = renderTrecRun([{ query: 'q', hits }], 'tag')
          .lines.map((line) => {
            const columns = line.split(' ');
            return columns.with(4, String(Math.fround(Number(columns[4])))).join(' ');
          })
          .join('\n');
        const { lists, problems } = readTrecRun(text, 'run.txt');
        expect(problems).toEqual([]);
        expect((lists.get('q') ?? []).map(({ id }) => id)).toEqual(hits.map(({ id }) => id));
      }),
      { seed: 3, numRuns: 300, examples: [[[-0]], [[0, -0, 0]], [[1e-46, 1e-47]]] },
    );
  });
});
