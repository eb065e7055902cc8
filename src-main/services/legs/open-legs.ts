// Opens the retrievers and rerank steps of a config over its indexes, so that what cannot run is refused before a query.
import type { Config } from '#contract/config';
import type { Model } from '#contract/config/model';
import type { Retriever } from '#contract/config/retriever';
import type { Rerank } from '#contract/config/rerank';
import { filterChunks } from '#domain/retrieval/filter/filter-chunks';
import { createTermSimilarity, createVectorSimilarity } from '#domain/retrieval/rerank/similarity';
import type { Similarity } from '#domain/retrieval/rerank/mmr';
import type { RankerWorld } from '../search-service.ts';
import { openEmbeddingLeg } from './embedding-leg.ts';
import { openHttpLeg } from './http-leg.ts';
import { prepareNothing, type Leg } from './leg.ts';
import { openLexicalLeg } from './lexical-leg.ts';
import { openLlmLeg } from './llm-leg.ts';
import { openLsaLeg } from './lsa-leg.ts';
import type { Found, Query } from './query.ts';
import { openRerank, type ApplyRerank } from './rerank-steps.ts';
import { openRunLeg } from './run-leg.ts';

export async function openLegs(config: Config, world: RankerWorld): Promise<readonly Leg[]> {
  const texts = createTexts(world);
  const legs: Leg[] = [];
  for (const retriever of config.retrievers) legs.push(await openLeg(config, retriever, world, texts));
  return legs;
}

async function openLeg(config: Config, retriever: Retriever, world: RankerWorld, texts: Texts): Promise<Leg> {
  const { chunks } = world.indexes;
  const { documents } = world.corpus;
  const allowed = filterChunks([config.filter, retriever.filter], chunks, documents);
  const shared = { ...world, chunks, documents, allowed, deep: world.deep ?? false };
  const simple = (rank: (query: Query, signal: AbortSignal) => Promise<Found>): Leg => ({
    retriever,
    prepare: prepareNothing,
    rank,
  });
  switch (retriever.kind) {
    case 'tfidf':
    case 'bm25':
      return openLexicalLeg(retriever, shared);
    case 'lsa':
      return openLsaLeg(retriever, shared);
    case 'embedding':
      return openEmbeddingLeg(retriever, shared);
    case 'run':
      return simple(
        await openRunLeg(retriever, { ...shared, loadText: (path) => world.parts.loadText(path) }),
      );
    case 'http':
      return simple(openHttpLeg(retriever, { ...shared, foreign: await world.parts.openForeign(retriever) }));
    case 'llm': {
      const judge = await world.parts.openJudgeModel(retriever.model ?? config.model);
      return simple(openLlmLeg(retriever, { ...shared, ...judge, textOf: texts.textOf }));
    }
  }
}

export async function openReranks(config: Config, world: RankerWorld): Promise<readonly ApplyRerank[]> {
  const texts = createTexts(world);
  const steps: ApplyRerank[] = [];
  for (const [place, step] of config.rerank.entries())
    steps.push(await openStep(config, step, place, world, texts));
  return steps;
}

async function openStep(
  config: Config,
  step: Rerank,
  place: number,
  world: RankerWorld,
  texts: Texts,
): Promise<ApplyRerank> {
  const judge = isJudge(step) ? await world.parts.openJudgeModel(step.model ?? config.model) : null;
  const scorer =
    step.kind === 'cross-encoder' ? await world.parts.openScorer(step.model, step.quantized) : null;
  return openRerank(step, place, {
    ...texts,
    similarity: () => similarityOf(config, world, texts),
    scorer,
    judge,
  });
}

function isJudge(step: Rerank): step is Extract<Rerank, { readonly model: Model | null }> {
  return step.kind === 'llm-filter' || step.kind === 'llm-score';
}

interface Texts {
  readonly textOf: (chunk: number) => string;
  readonly chunkIdOf: (chunk: number) => string;
}

function createTexts({ indexes: { chunks }, corpus }: RankerWorld): Texts {
  const texts = new Map(corpus.documents.map(({ id, text }) => [id, text]));
  return {
    textOf(index) {
      const chunk = chunks[index];
      return chunk ? (texts.get(chunk.documentId) ?? '').slice(chunk.start, chunk.end) : '';
    },
    chunkIdOf: (index) => chunks[index]?.id ?? '',
  };
}

/** By the vectors of the first embedding retriever, or LSA's; where a config has none, by the terms that chunks share. */
function similarityOf(config: Config, { indexes }: RankerWorld, { textOf }: Texts): Similarity {
  for (const { id } of config.retrievers) {
    const lsa = indexes.lsa.get(id);
    if (lsa) return createVectorSimilarity(lsa.prepared.vectors, lsa.model.dims);
    const open = indexes.vectors.get(id);
    if (open) return createVectorSimilarity(open.ranker.vectors(), open.table.dims);
  }
  const [entry] = indexes.lexical.values();
  if (!entry) throw new Error('a config without any index cannot be reranked by mmr');
  return createTermSimilarity((chunk) => entry.analyze(textOf(chunk)));
}
