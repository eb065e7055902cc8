// Metrics against trec_eval's golden vector, arithmetic by hand and naive twins.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMetric, meanName, measureAll, metrics } from '#domain/metrics/metrics';
import { compareRanking, type Ranking } from '#domain/metrics/ranking';
import { cases } from '../labels/arbitrary.ts';
import { corpus, gold, span, whole } from '../labels/fixtures.ts';

type Grades = Readonly<Record<string, number>>;

/** A ranking of whole documents, one chunk and one group each: trec_eval's world. Grade 0 is a judgment. */
function rankDocuments(qrels: Grades, run: readonly string[]): Ranking {
  const relevant = Object.entries(qrels).filter(([, grade]) => grade > 0);
  return compareRanking({
    gold: gold(...relevant.map(([id, grade]) => [whole(id, grade)])),
    judgments: Object.entries(qrels)
      .filter(([, grade]) => grade === 0)
      .map(([document]) => ({ document, grade: 0 })),
    ranked: run.map((documentId) => ({ documentId, start: 0, end: 1 })),
    documents: corpus(Object.fromEntries([...run, ...Object.keys(qrels)].map((id) => [id, 'x']))),
    theta: 1,
  });
}

function value(name: string, ranking: Ranking): number | null {
  const found = findMetric(name);
  if (!found) throw new Error(`unknown metric ${name}`);
  return found.metric.measure(ranking, found.k);
}

describe('golden vector of trec_eval', () => {
  const names = [
    'rr',
    'precision@3',
    'precision@5',
    'recall@3',
    'ndcg@3',
    'ap',
    'bpref',
    'success@1',
    'unjudged@5',
  ];
  const rankings = {
    q1: rankDocuments({ d1: 2, d2: 1, d3: 0, d4: 2 }, ['d1', 'u1', 'd2', 'd3']),
    // Three documents of score 1: trec_eval orders ties by id, descending.
    q2: rankDocuments({ a: 0, b: 1, c: 0 }, ['c', 'b', 'a']),
    q3: rankDocuments({ x: 1 }, []),
    q4: rankDocuments({ k: 0 }, ['k']),
  };
  const golden = {
    q1: [1, 0.6667, 0.4, 0.6667, 0.6646, 0.5556, 0.6667, 1, 0.2],
    q2: [0.5, 0.3333, 0.2, 1, 0.6309, 0.5, 0, 0, 0],
    q3: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  };

  it.each(Object.entries(golden))('%s', (id, expected) => {
    const ranking = rankings[id as keyof typeof rankings];
    expect(names.map((name) => Number(value(name, ranking)?.toFixed(4)))).toEqual(expected);
  });

  it('q4 has no gold: not scoreable, and apart', () => {
    expect(metrics.map((metric) => metric.measure(rankings.q4, 3))).toEqual(metrics.map(() => null));
    expect(new Set(Object.values(measureAll(rankings.q4)))).toEqual(new Set([null]));
  });

  it('gives the averages of -c when questions without gold count 0', () => {
    const all = Object.values(rankings);
    const means = names.map((name) => all.reduce((sum, ranking) => sum + (value(name, ranking) ?? 0), 0) / 4);
    expect(means.map((mean) => Number(mean.toFixed(4)))).toEqual([
      0.375, 0.25, 0.15, 0.4167, 0.3239, 0.2639, 0.1667, 0.25, 0.05,
    ]);
  });

  it('counts what was judged: 3 of the 4 returned for q1', () => {
    expect([value('judged@10', rankings.q1), value('judged@2', rankings.q1)]).toEqual([3 / 4, 1 / 2]);
    expect(value('judged@10', rankings.q3)).toBe(0);
  });

  it('takes the ideal from all gold: one of two found at rank 1 is 0.613147 at 10', () => {
    expect(value('ndcg@10', rankDocuments({ a: 1, b: 1 }, ['a']))).toBeCloseTo(0.613147, 6);
    expect(value('ndcg@10', rankDocuments({ a: 1, b: 1 }, ['a']))).toBeCloseTo(
      1 / (1 + 1 / Math.log2(3)),
      12,
    );
  });
});

describe('the shop: ranks 1 3 4 2 2 1 1', () => {
  const rankings = [1, 3, 4, 2, 2, 1, 1].map((rank) =>
    rankDocuments({ right: 1 }, ['w1', 'w2', 'w3', 'w4'].toSpliced(rank - 1, 1, 'right')),
  );
  const mean = (name: string) => rankings.reduce((sum, ranking) => sum + (value(name, ranking) ?? 0), 0) / 7;

  it('has recall 3/7, 6/7 and 7/7, and its mrr', () => {
    expect(['recall@1', 'recall@2', 'recall@3', 'recall@4'].map(mean)).toEqual([3 / 7, 5 / 7, 6 / 7, 1]);
    expect(mean('rr')).toBeCloseTo((1 + 1 / 3 + 1 / 4 + 1 / 2 + 1 / 2 + 1 + 1) / 7, 12);
  });

  it('mutation: an off-by-one in recall (< for <=) would give 0/7 and 5/7', () => {
    const mutated = (k: number) =>
      rankings.filter(({ credits }) => credits.some((credit) => credit.rank < k)).length / 7;
    expect([mutated(1), mutated(3)]).toEqual([0 / 7, 5 / 7]);
    expect([mean('recall@1'), mean('recall@3')]).toEqual([3 / 7, 6 / 7]);
  });
});

describe('evidence groups', () => {
  const documents = corpus({ d: 'aaaabbbb' });
  const rank = (
    subject: Parameters<typeof compareRanking>[0]['gold'],
    places: readonly (readonly [number, number])[],
  ) =>
    compareRanking({
      gold: subject,
      judgments: [],
      ranked: places.map(([start, end]) => ({ documentId: 'd', start, end })),
      documents,
      theta: 1,
    });

  it('two groups in one passage: one passage is precise, the second group counts one position later', () => {
    const ranking = rank(gold([span('d', 0, 4, 1)], [span('d', 4, 8, 3)]), [[0, 8]]);
    expect(value('precision@1', ranking)).toBe(1);
    expect(value('recall@1', ranking)).toBe(1);
    expect(value('ap', ranking)).toBe((1 / 1 + 2 / 2) / 2);
    expect(value('ndcg@1', ranking)).toBe(3 / 3);
    expect(value('ndcg@3', ranking)).toBe(1);
  });

  it('overlapping passages that hold the same evidence count once', () => {
    const ranking = rank(gold([span('d', 0, 4)]), [
      [0, 4],
      [0, 5],
      [0, 8],
    ]);
    expect([value('precision@3', ranking), value('recall@3', ranking)]).toEqual([1 / 3, 1]);
    expect(value('unjudged@3', ranking)).toBe(0);
  });

  it('a span in two halves is found at the second, which is the relevant passage', () => {
    const ranking = rank(gold([span('d', 0, 8)]), [
      [0, 4],
      [4, 8],
    ]);
    expect([value('rr', ranking), value('rank', ranking)]).toEqual([1 / 2, 2]);
    expect([value('precision@1', ranking), value('precision@2', ranking)]).toEqual([0, 1 / 2]);
  });
});

describe('bpref', () => {
  it('counts no more irrelevant documents than there are groups', () => {
    const qrels = { right: 1, w1: 0, w2: 0, w3: 0 };
    expect(value('bpref', rankDocuments(qrels, ['w1', 'w2', 'w3', 'right']))).toBe(0);
    expect(value('bpref', rankDocuments(qrels, ['right', 'w1', 'w2', 'w3']))).toBe(1);
  });

  it('does not hold a passage that completes evidence against its own document', () => {
    const ranking = compareRanking({
      gold: gold([span('d', 0, 4)], [whole('e')]),
      judgments: [{ document: 'd', grade: 0 }],
      ranked: ['d', 'e'].map((documentId) => ({ documentId, start: 0, end: 8 })),
      documents: corpus({ d: 'aaaabbbb', e: 'eeee' }),
      theta: 1,
    });
    expect(value('bpref', ranking)).toBe(1);
  });
});

describe('names', () => {
  it('records the names of a run summary', () => {
    const at = (name: string) => [1, 3, 5, 10].map((k) => `${name}@${k}`);
    expect(Object.keys(measureAll(rankDocuments({ a: 1 }, ['a'])))).toEqual([
      ...['recall', 'success', 'precision', 'ndcg', 'allEvidence'].flatMap(at),
      'rr',
      'ap',
      'bpref',
      'judged@10',
    ]);
  });

  it('finds a metric by its name or the name of its mean, and no other', () => {
    expect(findMetric('recall@12')).toMatchObject({ metric: { name: 'recall' }, k: 12 });
    expect(findMetric('mrr')).toMatchObject({ metric: { name: 'rr' }, k: 0 });
    expect(['recall', 'recall@0', 'rr@3', 'nothing@3'].map(findMetric)).toEqual([null, null, null, null]);
    expect(['rr', 'ap', 'recall@3'].map(meanName)).toEqual(['mrr', 'map', 'recall@3']);
  });

  it('explains each metric with the numbers of the question', () => {
    const ranking = rankDocuments({ d1: 2, d2: 1, d3: 0, d4: 2 }, ['d1', 'u1', 'd2', 'd3']);
    expect(Object.fromEntries(metrics.map((metric) => [metric.name, metric.explain(ranking, 3)]))).toEqual({
      recall: '2 found in the top 3 / 3 in all = 0.6667',
      success: '2 found in the top 3: 1',
      allEvidence: '2 of 3 found in the top 3: 0',
      precision: '2 passages complete evidence / 3 = 0.6667',
      rr: '1 / rank 1 = 1',
      ndcg: 'gain 2.5 / ideal 3.7619 = 0.6646',
      ap: '(1/1 + 2/3) / 3 = 0.5556',
      bpref: 'irrelevant before each group found: 0, 0; 1 judged irrelevant, 3 groups: 0.6667',
      judged: '2 judged of 3 returned in the top 3: 0.6667',
      unjudged: '1 unjudged / 3 = 0.3333',
      spanRecall: 'not scoreable: evidence that is a whole document has no span',
      spanPrecision: 'not scoreable: evidence that is a whole document has no span',
      iou: 'not scoreable: evidence that is a whole document has no span',
      rank: 'rank 1 of 4 passages',
    });
    const none = rankDocuments({}, ['a']);
    for (const metric of metrics) expect(metric.explain(none, 3)).toMatch(/no gold|not among/);
  });
});

describe('properties', () => {
  it('every share lies in [0, 1], and all is found exactly where recall is 1', () => {
    fc.assert(
      fc.property(cases, fc.constantFrom(1, 2, 3, 10), ({ texts, gold: subject, ranked, theta }, k) => {
        const judgments = [{ document: 'e', grade: 0 as const }];
        const ranking = compareRanking({ gold: subject, judgments, ranked, documents: texts, theta });
        for (const metric of metrics.filter(({ name }) => name !== 'rank')) {
          const measured = metric.measure(ranking, k);
          const isOfSpans = ['spanRecall', 'spanPrecision', 'iou'].includes(metric.name);
          if (subject.groups.length === 0 || (isOfSpans && ranking.overlapAt(k) === null))
            expect(measured).toBeNull();
          else expect(measured !== null && measured >= 0 && measured <= 1, metric.name).toBe(true);
        }
        if (subject.groups.length > 0)
          expect(value(`allEvidence@${k}`, ranking) === 1).toBe(value(`recall@${k}`, ranking) === 1);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('a passage returned again below changes no metric of evidence, and what stands below k none at k', () => {
    const names = ['recall', 'success', 'allEvidence', 'ndcg', 'spanRecall', 'iou'];
    fc.assert(
      fc.property(cases, fc.nat(7), ({ texts, gold: subject, ranked, theta }, at) => {
        const again = ranked[at % Math.max(1, ranked.length)];
        if (!again) return;
        const compare = (places: typeof ranked) =>
          compareRanking({ gold: subject, judgments: [], ranked: places, documents: texts, theta });
        const k = ranked.length;
        const [before, after] = [compare(ranked), compare([...ranked, again])];
        for (const name of [...names.map((name) => `${name}@${k + 1}`), 'rr', 'ap', 'bpref', 'rank'])
          expect(value(name, after), name).toBe(value(name, before));
        for (const metric of metrics.filter(({ needsK }) => needsK))
          expect(metric.measure(after, k), metric.name).toBe(metric.measure(before, k));
      }),
      { seed: 8, numRuns: 200 },
    );
  });

  it('agrees with textbook definitions over documents', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const qrels = fc.dictionary(fc.constantFrom(...ids), fc.integer({ min: 0, max: 4 }), {
      noNullPrototype: true,
    });
    fc.assert(
      fc.property(qrels, fc.shuffledSubarray(ids), fc.integer({ min: 1, max: 7 }), (grades, run, k) => {
        const ranking = rankDocuments(grades, run);
        const relevant = Object.values(grades).filter((grade) => grade > 0);
        if (relevant.length === 0) return;
        const gains = run.map((id) => grades[id] ?? 0);
        const discounted = (list: readonly number[]) =>
          list.slice(0, k).reduce((sum, gain, i) => sum + gain / Math.log2(i + 2), 0);
        const hits = gains.map((gain) => (gain > 0 ? 1 : 0));
        const count = (list: readonly number[]) => list.reduce<number>((sum, hit) => sum + hit, 0);
        const precisions = hits.map((hit, i) => hit * (count(hits.slice(0, i + 1)) / (i + 1)));
        const ideal = discounted(relevant.toSorted((left, right) => right - left));
        expect(value(`ndcg@${k}`, ranking)).toBeCloseTo(discounted(gains) / ideal, 12);
        expect(value('ap', ranking)).toBeCloseTo(count(precisions) / relevant.length, 12);
        expect(value(`precision@${k}`, ranking)).toBeCloseTo(count(hits.slice(0, k)) / k, 12);
        expect(value(`recall@${k}`, ranking)).toBeCloseTo(count(hits.slice(0, k)) / relevant.length, 12);
      }),
      { seed: 13, numRuns: 300 },
    );
  });
});
