// Ranks chunks for a query under a config: every leg by itself, then fused.
import type { Config } from '#contract/config';
import type { Chunk, Corpus } from '#contract/documents';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import { combineLegs } from '#domain/retrieval/combine-legs';
import { rankTfidf, weighTfidf, type TfidfModel } from '#domain/retrieval/tfidf';
import { createAnalyzer } from '#domain/text/tokenize';
import { analyzerKey, type BuildOutcome } from './index-service.ts';

/** Ranks one query; `k` overrides select.k, and Infinity lists as deep as the legs go. */
export interface Ranker {
  readonly chunks: readonly Chunk[];
  rank(query: string, k: number): Retrieval;
}

/** Opens the retrievers of a config over its indexes; `deep` lifts the legs' limit on candidates to the whole corpus. */
export function createRanker(
  config: Config,
  indexes: ReadonlyMap<string, BuildOutcome>,
  options: { readonly language: string | null; readonly deep?: boolean },
): Ranker {
  const legs = config.retrievers.map((retriever) => {
    const index = indexes.get(analyzerKey(retriever.analyzer));
    if (!index) throw new Error(`no index was opened for retriever ${retriever.id}`);
    const model: TfidfModel = weighTfidf(index.lexical, { tf: retriever.tf, idf: retriever.idf });
    const analyze = createAnalyzer(retriever.analyzer, options.language);
    const candidates = options.deep ? Infinity : retriever.candidates;
    return {
      retriever,
      chunks: index.chunks,
      rank: (query: string) => rankTfidf(model, analyze(query), { candidates, minScore: retriever.minScore }),
    };
  });
  const chunks = legs[0]?.chunks ?? [];
  return {
    chunks,
    rank(query, k) {
      return combineLegs({
        legs: legs.map((leg) => ({ retriever: leg.retriever, hits: leg.rank(query) })),
        chunks,
        fusion: config.fusion,
        select: { k, minScore: config.select.minScore },
      });
    },
  };
}

/** The texts of a corpus by document id, for cutting chunks out of. */
export function textsById(corpus: Corpus): ReadonlyMap<string, string> {
  return new Map(corpus.documents.map((document) => [document.id, document.text]));
}

/** Cuts a chunk's text out of its document. */
export function chunkText(
  texts: ReadonlyMap<string, string>,
  chunk: { readonly documentId: string; readonly start: number; readonly end: number },
): string {
  const text = texts.get(chunk.documentId);
  if (text === undefined)
    throw new AppError(
      'stale',
      `The index names the document "${chunk.documentId}", which is not in the workspace. Run: assay index DIR`,
    );
  return text.slice(chunk.start, chunk.end);
}
