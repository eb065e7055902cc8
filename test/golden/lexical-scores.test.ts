// TF-IDF and BM25 against the reference scores of independent engines, on four corpora.
import { describe, expect, it } from 'vitest';
import type { Analyzer } from '#contract/config/analyzer';
import { rankBm25, weighBm25 } from '#domain/retrieval/bm25';
import { createLexicalIndexBuilder, type LexicalIndex } from '#domain/retrieval/lexical-index';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import { rankTfidf, weighTfidf, type TfidfSettings } from '#domain/retrieval/tfidf';
import { createAnalyzer } from '#domain/text/tokenize';
import { hasSharedData, readSharedJson, readSharedLines } from './shared-data.ts';

interface Row {
  readonly _id: string;
  readonly text: string;
}
type Golden = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, [string, number][]>>>>>
>;

const tolerance = 1e-5;
const everything = { candidates: Infinity, minScore: null };
const words: Analyzer = {
  language: 'none',
  minLength: 1,
  foldAccents: false,
  stem: false,
  stopWords: false,
  ngrams: [1, 1],
  charNgrams: null,
};
const bigrams: Analyzer = { ...words, ngrams: [1, 2] };
const characters: Analyzer = { ...words, charNgrams: [3, 5] };

function rankerOfTfidf(settings: TfidfSettings) {
  return (index: LexicalIndex) => {
    const model = weighTfidf(index, settings);
    return (tokens: readonly string[]) => rankTfidf(model, tokens, everything);
  };
}

const methods = [
  ['tfidf.plain', words, rankerOfTfidf({ tf: 'raw', idf: 'plain' })],
  ['tfidf.smooth', words, rankerOfTfidf({ tf: 'raw', idf: 'smooth' })],
  ['tfidf.sublinear.bigrams', bigrams, rankerOfTfidf({ tf: 'sublinear', idf: 'smooth' })],
  ['chargrams.wb.3-5', characters, rankerOfTfidf({ tf: 'raw', idf: 'smooth' })],
  [
    'bm25',
    words,
    (index: LexicalIndex) => {
      const model = weighBm25(index, { k1: 1.2, b: 0.75 });
      return (tokens: readonly string[]) => rankBm25(model, tokens, everything);
    },
  ],
] as const;

const corpora = [
  ['lesson-exports', 'lessons/exports'],
  ['xquad-es', 'data/xquad-es'],
  ['xquad-ru', 'data/xquad-ru'],
  ['cranfield', 'data/cranfield'],
] as const;

/** The reference list in our tie order, and ours with reference ids: compared place by place. */
function describeDifferences(
  ours: readonly RankedChunk[],
  reference: readonly [string, number][],
  ids: readonly string[],
): string[] {
  const scoreOf = new Map(ours.map(({ chunk, score }) => [ids[chunk], score]));
  const wrongScores = reference.filter(
    ([id, score]) => !(Math.abs((scoreOf.get(id) ?? NaN) - score) <= tolerance),
  );
  // Where neighbouring scores agree within the tolerance, either order is right.
  const wrongOrder = reference.filter(([id, score], place) => {
    const hit = ours[place];
    return hit === undefined || (ids[hit.chunk] !== id && !(Math.abs(hit.score - score) <= tolerance));
  });
  const missing = reference.length < 10 && ours.length !== reference.length;
  return [
    ...wrongScores.map(([id, score]) => `score of ${id}: ${scoreOf.get(id)}, not ${score}`),
    ...wrongOrder.map(([id]) => `place of ${id}`),
    ...(missing ? [`${ours.length} hits, not ${reference.length}`] : []),
  ];
}

describe.skipIf(!hasSharedData('golden/scores.json'))('reference scores', () => {
  const golden = (readSharedJson('golden/scores.json') as { sets: Golden }).sets;

  it.each(corpora.flatMap(([corpus, path]) => methods.map((method) => [corpus, path, ...method] as const)))(
    '%s (%s): %s',
    (corpus, path, method, analyzer, createRanker) => {
      const rows = readSharedLines<Row>(`${path}/corpus.jsonl`);
      const queries = new Map(
        readSharedLines<Row>(`${path}/queries.jsonl`).map(({ _id, text }) => [_id, text]),
      );
      const analyze = createAnalyzer(analyzer, null);
      const builder = createLexicalIndexBuilder(analyze);
      for (const { text } of rows) builder.add(text);
      const rank = createRanker(builder.finish());
      const ids = rows.map(({ _id }) => _id);
      const expected = Object.entries(golden[corpus]?.[method] ?? {});
      expect(expected.length).toBe(corpus === 'lesson-exports' ? 3 : 40);
      const differences = expected.flatMap(([query, reference]) =>
        describeDifferences(rank(analyze(queries.get(query) ?? '')), reference, ids).map(
          (difference) => `${query}: ${difference}`,
        ),
      );
      expect(differences).toEqual([]);
    },
  );
});
