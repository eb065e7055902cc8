// Metrics by characters: arithmetic by hand, a naive twin over sets of characters, and their explanations.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '#domain/labels/gold';
import { explainMetric } from '#domain/metrics/explain-metric';
import { findMetric, measureAll } from '#domain/metrics/metrics';
import { compareRanking, type Ranking } from '#domain/metrics/ranking';
import { cases } from '../labels/arbitrary.ts';
import { corpus, gold, span, whole } from '../labels/fixtures.ts';

type Subject = Parameters<typeof compareRanking>[0]['gold'];

// Twenty characters, two of them white space (at 5 and 11).
const documents = corpus({ d: 'aaaaa bbbbb cccccccc', e: 'eeeeeeeeee' });

function rank(subject: Subject, places: readonly (readonly [string, number, number])[]): Ranking {
  const ranked = places.map(([documentId, start, end]) => ({ documentId, start, end }));
  return compareRanking({ gold: subject, judgments: [], ranked, documents, theta: 1 });
}

function values(ranking: Ranking, k: number): readonly (number | null)[] {
  return ['spanRecall', 'spanPrecision', 'iou'].map((name) => {
    const found = findMetric(`${name}@${k}`);
    if (!found) throw new Error(`unknown metric ${name}`);
    return found.metric.measure(ranking, k);
  });
}

describe('by hand', () => {
  it.each<readonly [string, Subject, Parameters<typeof rank>[1], number, readonly (number | null)[]]>([
    ['exactly the evidence', gold([span('d', 6, 11)]), [['d', 6, 11]], 1, [1, 1, 1]],
    ['white space around it costs nothing', gold([span('d', 6, 11)]), [['d', 5, 12]], 1, [1, 1, 1]],
    ['half of it, and as much beside', gold([span('d', 0, 4)]), [['d', 2, 5]], 1, [2 / 4, 2 / 3, 2 / 5]],
    ['nothing of it', gold([span('d', 0, 4)]), [['e', 0, 10]], 1, [0, 0, 0]],
    ['nothing returned', gold([span('d', 0, 4)]), [], 3, [0, 0, 0]],
    [
      'an overlap counts once in recall and iou, twice in the price of precision',
      gold([span('d', 0, 5)]),
      [
        ['d', 0, 4],
        ['d', 2, 5],
      ],
      2,
      [5 / 5, 5 / (4 + 3), 5 / 5],
    ],
    [
      'two groups, one found with its neighbour document',
      gold([span('d', 0, 5)], [span('e', 0, 2)]),
      [
        ['e', 0, 10],
        ['d', 0, 5],
      ],
      1,
      [2 / 7, 2 / 10, 2 / (5 + 10)],
    ],
    [
      'groups that overlap count once',
      gold([span('d', 0, 5)], [span('d', 0, 3)]),
      [['d', 0, 3]],
      1,
      [3 / 5, 1, 3 / 5],
    ],
    [
      'of two alternatives the one held most is the evidence',
      gold([span('d', 0, 5), span('e', 0, 2)]),
      [['e', 0, 4]],
      1,
      [2 / 2, 2 / 4, 2 / 4],
    ],
    ['a whole document has no span', gold([whole('d')]), [['d', 0, 5]], 1, [null, null, null]],
    ['nor has a group with one', gold([span('d', 0, 5)], [whole('e')]), [['d', 0, 5]], 1, [null, null, null]],
    ['no gold', gold(), [['d', 0, 5]], 1, [null, null, null]],
  ])('%s', (_what, subject, places, k, expected) => {
    expect(values(rank(subject, places), k)).toEqual(expected);
  });

  it('a run records them where all evidence is spans, and only there', () => {
    const recorded = measureAll(rank(gold([span('d', 0, 4)]), [['d', 2, 5]]), [1, 3]);
    const names = Object.keys(recorded).filter((name) => /^(span|iou)/u.test(name));
    expect(Object.fromEntries(names.map((name) => [name, recorded[name]]))).toEqual({
      ...{ 'spanRecall@1': 2 / 4, 'spanRecall@3': 2 / 4 },
      ...{ 'spanPrecision@1': 2 / 3, 'spanPrecision@3': 2 / 3 },
      ...{ 'iou@1': 2 / 5, 'iou@3': 2 / 5 },
    });
    expect(measureAll(rank(gold([whole('d')]), [['d', 2, 5]]))).not.toHaveProperty('iou@1');
  });
});

describe('explanations', () => {
  const ranking = rank(gold([span('d', 0, 4)]), [
    ['d', 2, 5],
    ['d', 2, 5],
  ]);

  it.each([
    ['spanRecall@2', '2 characters of evidence in the top 2 / 4 of evidence = 0.5', 2 / 4],
    ['spanPrecision@2', '2 characters of evidence in the top 2 / 6 retrieved = 0.3333', 2 / 6],
    ['iou@2', '2 characters of evidence in the top 2 / (4 of evidence + 3 retrieved - 2) = 0.4', 2 / 5],
    ['recall@2', '0 found in the top 2 / 1 in all = 0', 0],
    ['mrr', 'no evidence among 2 passages: 0', 0],
    ['rank', 'not among 2 passages', null],
  ])('%s', (metric, withNumbers, value) => {
    expect(explainMetric(metric, ranking)).toEqual({
      ...{ metric, withNumbers, value },
      title: expect.any(String),
      summary: expect.any(String),
      formula: expect.any(String),
      source: expect.any(String),
    });
  });

  it('knows no other name', () => {
    expect(['iou', 'iou@0', 'rr@1', ''].map((name) => explainMetric(name, ranking))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

it('agrees with sets of characters', () => {
  const spansOnly = cases.filter(({ gold: { groups } }) =>
    groups.every(({ members }) => members.every((member) => !member.whole)),
  );
  fc.assert(
    fc.property(spansOnly, fc.integer({ min: 1, max: 9 }), ({ texts, gold: subject, ranked, theta }, k) => {
      const charactersOf = ({ documentId, start, end }: Place) =>
        Array.from({ length: end - start }, (_, index) => start + index)
          .filter((at) => /\S/u.test(texts.get(documentId)?.text[at] ?? ' '))
          .map((at) => `${documentId} ${at}`);
      const top = ranked.slice(0, k).flatMap(charactersOf);
      const retrieved = new Set(top);
      const shareOf = (member: Place) => {
        const own = charactersOf(member);
        return own.length === 0 ? 0 : own.filter((at) => retrieved.has(at)).length / own.length;
      };
      const chosen = subject.groups.flatMap(({ members }) => {
        const best = Math.max(...members.map(shareOf));
        return members.filter((member) => shareOf(member) === best).slice(0, 1);
      });
      const evidence = new Set(chosen.flatMap(charactersOf));
      const shared = [...evidence].filter((at) => retrieved.has(at)).length;
      const ranking = compareRanking({ gold: subject, judgments: [], ranked, documents: texts, theta });
      const share = (whole: number) => (evidence.size === 0 ? null : shared === 0 ? 0 : shared / whole);
      expect(values(ranking, k)).toEqual([
        share(evidence.size),
        share(top.length),
        share(new Set([...evidence, ...retrieved]).size),
      ]);
    }),
    { seed: 21, numRuns: 400 },
  );
});
