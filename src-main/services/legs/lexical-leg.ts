// The leg of a TF-IDF or BM25 retriever: weighs an index once, ranks queries by it, and says why a list is empty.
import type { Bm25Retriever, TfidfRetriever } from '#contract/config/retriever';
import { rankBm25, weighBm25, type Bm25Model } from '#domain/retrieval/bm25';
import type { LexicalIndex } from '#domain/retrieval/lexical-index';
import type { RankedChunk, RankLimits } from '#domain/retrieval/ranked-chunk';
import { rankTfidf, weighTfidf, type TfidfModel } from '#domain/retrieval/tfidf';
import { analyzerKey, type OpenIndexes } from '../index-service.ts';
import { prepareNothing, type Leg, type LegLimits } from './leg.ts';

export type ImpactRetriever = TfidfRetriever | Bm25Retriever;

export function openLexicalLeg(
  retriever: ImpactRetriever,
  world: LegLimits & { readonly indexes: OpenIndexes },
): Leg {
  const index = world.indexes.lexical.get(analyzerKey(retriever.analyzer));
  if (!index) throw new Error(`no index was opened for retriever ${retriever.id}`);
  const rank = openRanking(retriever, index.lexical);
  const { minScore } = retriever;
  const { allowed } = world;
  const limits = { candidates: world.deep ? Infinity : retriever.candidates, minScore, allowed };
  return {
    retriever,
    prepare: prepareNothing,
    rank({ text }) {
      const terms = index.analyze(text);
      const hits = rank(terms, limits);
      if (hits.length > 0) return Promise.resolve({ hits });
      const unlimited = rank(terms, { candidates: 1, minScore: null });
      const warning = explainNothing(retriever, index.lexical, terms, unlimited[0]?.score ?? 0);
      return Promise.resolve({ hits, warnings: [warning] });
    },
  };
}

function openRanking(
  retriever: ImpactRetriever,
  index: LexicalIndex,
): (terms: readonly string[], limits: RankLimits) => RankedChunk[] {
  if (retriever.kind === 'tfidf') {
    const model = weighOnceTfidf(index, retriever);
    return (terms, limits) => rankTfidf(model, terms, limits);
  }
  const model = weighOnceBm25(index, retriever);
  return (terms, limits) => rankBm25(model, terms, limits);
}

const modelsTfidf = new WeakMap<LexicalIndex, Map<string, TfidfModel>>();
const modelsBm25 = new WeakMap<LexicalIndex, Map<string, Bm25Model>>();

/** Weighing walks every posting: it is done once for an index that stays open. */
export function weighOnceTfidf(
  index: LexicalIndex,
  { tf, idf }: Pick<TfidfRetriever, 'tf' | 'idf'>,
): TfidfModel {
  return remember(modelsTfidf, index, `${tf} ${idf}`, () => weighTfidf(index, { tf, idf }));
}

export function weighOnceBm25(index: LexicalIndex, { k1, b }: Pick<Bm25Retriever, 'k1' | 'b'>): Bm25Model {
  return remember(modelsBm25, index, `${k1} ${b}`, () => weighBm25(index, { k1, b }));
}

/** Settings kept for one index at once: a sweep asks for many, each only for a while. */
const mostModels = 4;

function remember<Model>(
  models: WeakMap<LexicalIndex, Map<string, Model>>,
  index: LexicalIndex,
  settings: string,
  weigh: () => Model,
): Model {
  const ofIndex = models.get(index) ?? new Map<string, Model>();
  models.set(index, ofIndex);
  const known = ofIndex.get(settings);
  if (known) return known;
  if (ofIndex.size >= mostModels) ofIndex.clear();
  const model = weigh();
  ofIndex.set(settings, model);
  return model;
}

const termsShown = 8;

function explainNothing(
  retriever: ImpactRetriever,
  index: LexicalIndex,
  terms: readonly string[],
  best: number,
): string {
  const { id, kind, minScore } = retriever;
  const different = [...new Set(terms)];
  const known = different.filter((term) => index.termIds.has(term));
  if (different.length === 0)
    return `${id}: the query has no terms: it is made of punctuation, stop words or words below minLength.`;
  if (known.length === 0) return `${id}: no term of the query stands in the index (${list(different)}).`;
  if (best > 0)
    return `${id}: the best score, ${best.toFixed(4)}, is not above this retriever's minScore, ${minScore}.`;
  const advice = kind === 'tfidf' ? '; "idf": "smooth" gives it some' : '';
  return `${id}: every term of the query that the index knows stands in all chunks, where a term has no weight (${list(known)})${advice}.`;
}

function list(terms: readonly string[]): string {
  const shown = terms.slice(0, termsShown).map((term) => JSON.stringify(term));
  return [...shown, ...(terms.length > termsShown ? [`and ${terms.length - termsShown} more`] : [])].join(
    ', ',
  );
}
