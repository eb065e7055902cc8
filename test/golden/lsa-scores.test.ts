// LSA against an exact reference (ARPACK) on four corpora, and the published lesson where it puts the right chunk fourth.
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import { createLexicalIndexBuilder } from '#domain/retrieval/lexical-index';
import { buildLsa, type LsaModel, type LsaSettings } from '#domain/retrieval/lsa/build-lsa';
import { projectQuery } from '#domain/retrieval/lsa/project-query';
import { prepareLsa, rankLsa } from '#domain/retrieval/lsa/rank-lsa';
import { createAnalyzer } from '#domain/text/tokenize';
import { hasSharedData, readSharedJson, readSharedLines } from './shared-data.ts';

interface Row {
  readonly _id: string;
  readonly text: string;
}
interface Reference {
  readonly dims: number;
  readonly singularValues: readonly number[];
  readonly top: Readonly<Record<string, readonly [string, number][]>>;
}
type Golden = Readonly<Record<string, Readonly<Record<string, Reference>>>>;

const bigrams: Analyzer = {
  language: 'none',
  minLength: 1,
  foldAccents: false,
  stem: false,
  stopWords: false,
  ngrams: [1, 2],
  charNgrams: null,
};
const tolerance = 1e-3;

function openLsa(path: string, analyzer: Analyzer, stopWords: readonly string[], dims: number) {
  const settings: LsaSettings = { tf: 'sublinear', idf: 'smooth', dims, seed: 1 };
  const rows = readSharedLines<Row>(`${path}/corpus.jsonl`);
  const queries = readSharedLines<Row>(`${path}/queries.jsonl`);
  const analyze = createAnalyzer(analyzer, null, { stem: null, stopWords });
  const builder = createLexicalIndexBuilder(analyze);
  for (const { text } of rows) builder.add(text);
  const index = builder.finish();
  const model = drain(buildLsa(index, settings));
  const prepared = prepareLsa(model);
  const textOf = new Map(queries.map(({ _id, text }) => [_id, text]));
  function rank(query: string): (readonly [string, number])[] {
    const vector = projectQuery(model, index, settings, analyze(textOf.get(query) ?? ''));
    return rankLsa(prepared, vector, { candidates: Infinity, minScore: null }).map(({ chunk, score }) => [
      rows[chunk]?._id ?? '',
      score,
    ]);
  }
  return { model, rank };
}

function drain(work: ReturnType<typeof buildLsa>): LsaModel {
  for (;;) {
    const next = work.next();
    if (!next.done) continue;
    if (next.value.built) return next.value.model;
    throw new Error(next.value.needs);
  }
}

function describeDifferences(
  ours: readonly (readonly [string, number])[],
  reference: readonly (readonly [string, number])[],
): string[] {
  const scoreOf = new Map(ours);
  const isNear = (a: number | undefined, b: number) => Math.abs((a ?? NaN) - b) <= tolerance;
  return [
    ...reference
      .filter(([id, score]) => !isNear(scoreOf.get(id), score))
      .map(([id, score]) => `${id}: ${scoreOf.get(id)}, not ${score}`),
    // Where neighbouring scores agree within the tolerance, either order is right.
    ...reference
      .filter(([id, score], place) => ours[place]?.[0] !== id && !isNear(ours[place]?.[1], score))
      .map(([id]) => `place of ${id}`),
  ];
}

describe.skipIf(!hasSharedData('golden/scores.json'))('LSA reference scores', () => {
  const golden = (readSharedJson('golden/scores.json') as { sets: Golden }).sets;

  it.each(
    [
      ['lesson-exports', 'lessons/exports'],
      ['xquad-es', 'data/xquad-es'],
      ['xquad-ru', 'data/xquad-ru'],
      ['cranfield', 'data/cranfield'],
    ].flatMap(([corpus, path]) => [16, 64].map((dims) => [corpus ?? '', path ?? '', dims] as const)),
  )('%s (%s), %i dimensions', (corpus, path, dims) => {
    const reference = golden[corpus]?.[`lsa.${dims}`];
    if (!reference) throw new Error(`no reference for ${corpus}`);
    const { model, rank } = openLsa(path, bigrams, [], dims);
    expect(model.dims).toBe(reference.dims);
    const values = Array.from(model.singularValues.subarray(0, 16), (value) => Number(value.toFixed(6)));
    expect(values.map((value, i) => Math.abs(value - (reference.singularValues[i] ?? NaN)) <= 1e-4)).toEqual(
      reference.singularValues.map(() => true),
    );
    const queries = Object.entries(reference.top);
    expect(queries.length).toBe(corpus === 'lesson-exports' ? 3 : 40);
    const differences = queries.flatMap(([query, top]) =>
      describeDifferences(rank(query), top).map((difference) => `${query}: ${difference}`),
    );
    expect(differences).toEqual([]);
  });

  it('puts three chunks about exports before the one that answers', () => {
    const stopWords = readSharedJson('lessons/exports/stop-words.json') as string[];
    const { model, rank } = openLsa('lessons/exports', { ...bigrams, minLength: 2 }, stopWords, 5);
    const reference = golden['lesson-exports']?.['lsa.lesson'];
    const right = { q1: 'audit_03', q2: 'errors_07', q3: 'exports_04' };
    const ranks = Object.entries(right).map(
      ([query, id]) => rank(query).findIndex(([hit]) => hit === id) + 1,
    );
    expect(ranks).toEqual([1, 2, 4]);
    expect(Array.from(model.singularValues, (value) => Number(value.toFixed(5)))).toEqual(
      reference?.singularValues.map((value) => Number(value.toFixed(5))),
    );
    expect(
      Object.entries(reference?.top ?? {}).flatMap(([query, top]) => describeDifferences(rank(query), top)),
    ).toEqual([]);
  });
});
