// Explains a query under a config: why its hits stand where they stand, and where the gold went.
import type { Input } from '#contract/api';
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { LexicalRetriever, Retriever } from '#contract/config/retriever';
import type { Chunk, Corpus } from '#contract/documents';
import type { Explanation, HitExplanation } from '#contract/explanation';
import { AppError } from '#contract/failure';
import type { Retrieval } from '#contract/items';
import { explainHit } from '#domain/retrieval/explain/explain-hit';
import {
  explainBm25Terms,
  explainLsaTerms,
  explainTfidfTerms,
} from '#domain/retrieval/explain/explain-terms';
import { traceGold } from '#domain/retrieval/explain/trace-gold';
import { indexChunksByDocument } from '#domain/labels/chunk-lookup';
import { expectedChunks } from '#domain/labels/expected-chunks';
import { resolveGold } from '#domain/labels/resolve-gold';
import { loadConfig } from './config-service.ts';
import { analyzerKey, type OpenIndexes } from './index-service.ts';
import { weighOnceBm25, weighOnceTfidf } from './legs/lexical-leg.ts';
import { requireCorpus } from './retrieval-service.ts';
import type { RunWorld } from './run/world.ts';
import { createRanker } from './search-service.ts';
import { requireTrust } from './trust-service.ts';

type ExplainInput = Input<'retrieval.explainQuery'>;

/** Throws not-found for a question or chunk that is not there, unavailable where a retriever cannot be reached. */
export async function explainQuery(
  world: RunWorld,
  input: ExplainInput,
  signal: AbortSignal,
): Promise<Explanation> {
  const { config } = await loadConfig(world.store, input.config);
  await requireTrust(world, config, 'retrieval');
  const question = await findQuestion(world, input.question);
  const text = input.query ?? question?.question;
  if (text === undefined)
    throw new AppError('invalid-input', 'Give a query, or the id of a question of the bank.');
  const corpus = await requireCorpus(world);
  const indexes = await world.indexes.open(config, corpus, { noBuild: input.noBuild, signal });
  const { embedder, parts } = world;
  const ranker = await createRanker(config, { indexes, corpus, embedder, parts, deep: true });
  const k = input.k ?? config.select.k;
  const asked = await ranker.rank({ id: question?.id ?? null, text }, k, { signal });
  if (asked.providerError) throw new AppError('unavailable', asked.providerError.message);
  const scene: Scene = { config, indexes, corpus, retrieval: asked.retrieval, text };
  const { foundThreshold } = await world.store.loadSettings();
  return {
    config: config.id,
    query: text,
    question: question?.id ?? null,
    k,
    chunks: indexes.chunks.length,
    hits: chooseChunks(scene, input, k).map((chunk) => explainChunk(scene, chunk)),
    ...(question ? traceQuestion(scene, question, foundThreshold) : { gold: [], notIndexed: [] }),
    warnings: [...(asked.retrieval.warnings ?? [])],
  };
}

interface Scene {
  readonly config: Config;
  readonly indexes: OpenIndexes;
  readonly corpus: Corpus;
  readonly retrieval: Retrieval;
  readonly text: string;
}

async function findQuestion(world: RunWorld, id: string | undefined): Promise<Question | null> {
  if (id === undefined) return null;
  const question = (await world.store.loadQuestions()).find((candidate) => candidate.id === id);
  if (question) return question;
  throw new AppError('not-found', `There is no question "${id}" in the bank.`);
}

/** The chunk asked for, or the first k of the final list. */
function chooseChunks({ indexes, retrieval }: Scene, input: ExplainInput, k: number): Chunk[] {
  const byId = new Map(indexes.chunks.map((chunk) => [chunk.id, chunk]));
  if (input.chunk === undefined)
    return retrieval.ranked.slice(0, k).flatMap(({ chunkId }) => byId.get(chunkId) ?? []);
  const chunk = byId.get(input.chunk);
  if (chunk) return [chunk];
  throw new AppError(
    'not-found',
    `There is no chunk "${input.chunk}" under this config. Ids are those that assay search prints.`,
  );
}

function explainChunk(scene: Scene, chunk: Chunk): HitExplanation {
  const { config, retrieval } = scene;
  const { retrievers, fusion } = config;
  const explained = explainHit({ retrieval, chunkId: chunk.id, retrievers, fusion });
  const { documentId, start, end } = chunk;
  return {
    ...{ chunkId: chunk.id, documentId, start, end, text: textOf(scene, chunk) },
    position: explained?.position ?? null,
    score: explained?.score ?? null,
    fusion: explained?.fusion ?? fusion.kind,
    fusedScore: explained?.fusedScore ?? 0,
    lists: [...(explained?.lists ?? [])],
    reranks: [...(explained?.reranks ?? [])],
    terms: retrievers.filter(isLexical).map((retriever) => explainTerms(scene, retriever, chunk.index)),
  };
}

function isLexical(retriever: Retriever): retriever is LexicalRetriever {
  return 'analyzer' in retriever;
}

function explainTerms(
  { indexes, text }: Scene,
  retriever: LexicalRetriever,
  chunk: number,
): HitExplanation['terms'][number] {
  const entry = indexes.lexical.get(analyzerKey(retriever.analyzer));
  if (!entry) throw new Error(`no index was opened for retriever ${retriever.id}`);
  const tokens = entry.analyze(text);
  const name = { retriever: retriever.id };
  if (retriever.kind === 'lsa') {
    const lsa = indexes.lsa.get(retriever.id);
    if (!lsa) throw new Error(`no LSA model was opened for retriever ${retriever.id}`);
    const model = { ...lsa.model, chunkVectors: lsa.prepared.vectors };
    const { terms, unknown } = explainLsaTerms(model, entry.lexical, retriever, tokens, chunk);
    return { ...name, terms: [...terms], missing: [], unknown: [...unknown] };
  }
  const { terms, missing, unknown } =
    retriever.kind === 'tfidf'
      ? explainTfidfTerms(weighOnceTfidf(entry.lexical, retriever), retriever, tokens, chunk)
      : explainBm25Terms(weighOnceBm25(entry.lexical, retriever), retriever, tokens, chunk);
  return { ...name, terms: [...terms], missing: [...missing], unknown: [...unknown] };
}

function traceQuestion(
  scene: Scene,
  question: Question,
  theta: number,
): Pick<Explanation, 'gold' | 'notIndexed'> {
  const { corpus, indexes, retrieval } = scene;
  const documents = new Map(corpus.documents.map((document) => [document.id, document]));
  const gold = resolveGold(question, documents);
  const expected = expectedChunks(gold, indexChunksByDocument(indexes.chunks), documents, theta);
  const byId = new Map(indexes.chunks.map((chunk) => [chunk.id, chunk]));
  return {
    gold: traceGold(retrieval, expected).map((trace) => {
      const chunk = byId.get(trace.chunkId);
      return {
        ...trace,
        text: chunk ? textOf(scene, chunk) : '',
        legs: [...trace.legs],
        reranks: [...trace.reranks],
      };
    }),
    notIndexed: expected.filter(({ chunkIds }) => chunkIds.length === 0).map(({ group }) => group),
  };
}

function textOf({ corpus }: Scene, { documentId, start, end }: Chunk): string {
  return corpus.documents.find(({ id }) => id === documentId)?.text.slice(start, end) ?? '';
}
