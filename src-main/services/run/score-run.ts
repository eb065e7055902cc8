// Scores items under the labels as they are now: no model, no embedder, nothing but what is stored.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { Chunk, Corpus, CorpusDocument } from '#contract/documents';
import type { Item } from '#contract/items';
import type { RunManifest } from '#contract/runs';
import type { Score } from '#contract/scores';
import { scoreItem } from '#domain/evaluate/score-item';
import { indexChunksByDocument } from '#domain/labels/chunk-lookup';
import { indexCoverage } from '#domain/labels/expected-chunks';
import { resolveGold } from '#domain/labels/resolve-gold';
import { chunksOf } from '../chunks/chunks-of.ts';
import type { CutCorpus } from '../chunks/cut-corpus.ts';

export interface Scorer {
  score(item: Item, question: Question): Score;
}

/** Gold and its coverage are resolved once per question and reused. */
export function createScorer(fixed: {
  readonly config: Config;
  readonly k: number;
  readonly foundThreshold: number;
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  readonly chunks: readonly Chunk[];
}): Scorer {
  const chunksByDocument = indexChunksByDocument(fixed.chunks);
  const chunksById = new Map(fixed.chunks.map((chunk) => [chunk.id, chunk]));
  return {
    score(item, question) {
      const gold = resolveGold(question, fixed.documents);
      const covered = indexCoverage(gold, chunksByDocument, fixed.documents, fixed.foundThreshold);
      return scoreItem({
        item,
        question,
        gold,
        config: fixed.config,
        theta: fixed.foundThreshold,
        documents: fixed.documents,
        covered,
        k: fixed.k,
        locate: (id) => chunksById.get(id) ?? null,
      });
    },
  };
}

/** The scorer of a stored run over the documents it was made with. Throws stale where their chunks are not known any more. */
export async function openScorer(manifest: RunManifest, corpus: Corpus, cut: CutCorpus): Promise<Scorer> {
  const { config, k, foundThreshold } = manifest;
  return createScorer({
    ...{ config, k, foundThreshold },
    documents: new Map(corpus.documents.map((document) => [document.id, document])),
    chunks: await chunksOf(cut, config, corpus),
  });
}
