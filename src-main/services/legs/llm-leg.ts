// The leg of an `llm` retriever: a model judges every chunk that passes the filter.
import type { LlmRetriever } from '#contract/config/retriever';
import type { Chunk } from '#contract/documents';
import { AppError } from '#contract/failure';
import { createJudge } from './judge.ts';
import { cutList } from './cut-list.ts';
import { listJudged } from './judged-list.ts';
import type { Found, Query } from './query.ts';
import type { Model } from '#contract/config/model';
import type { ChatModel } from '../model-ports.ts';

interface LlmLegWorld {
  readonly chunks: readonly Chunk[];
  readonly textOf: (chunk: number) => string;
  /** Per chunk 1 or 0; null: all are judged. */
  readonly allowed: Uint8Array | null;
  readonly model: Model;
  readonly chat: ChatModel;
  readonly deep: boolean;
}

/** Throws conflict before anything is asked where one question would need more calls than `maxCalls` allows. */
export function openLlmLeg(
  retriever: LlmRetriever,
  world: LlmLegWorld,
): (query: Query, signal: AbortSignal) => Promise<Found> {
  const { mode, threshold, concurrency, batch, maxCalls } = retriever;
  const { allowed, chunks, textOf } = world;
  const judged = chunks.flatMap(({ index }) => (allowed === null || allowed[index] === 1 ? [index] : []));
  const calls = Math.ceil(judged.length / batch);
  if (maxCalls !== null && calls > maxCalls)
    throw new AppError(
      'conflict',
      `The retriever ${retriever.id} would make ${calls} calls for each question (${judged.length} chunks, ${batch} a call), more than its maxCalls, ${maxCalls}. Narrow it with a filter, judge more chunks a call with batch, or raise maxCalls.`,
    );
  const judge = createJudge({ mode, concurrency, batch, model: world.model, chat: world.chat });
  return async ({ id, text }, signal) => {
    const asked = judged.map((chunk) => ({ id: chunks[chunk]?.id ?? '', text: textOf(chunk) }));
    const result = await judge.judge({ id: id ?? '', text }, asked, signal);
    const found = listJudged(retriever.id, judged, result, { mode, threshold });
    return { ...found, hits: cutList(found.hits, retriever, world) };
  };
}
