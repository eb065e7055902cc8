// The rerank steps of a config, ready to be applied to the list of one query after the other.
import type { Rerank } from '#contract/config/rerank';
import type { RerankStep } from '#domain/retrieval/combine-legs';
import { applyScores, type RerankedChunk } from '#domain/retrieval/rerank/apply-scores';
import { rerankByCharNgrams } from '#domain/retrieval/rerank/char-ngram';
import { rerankByMmr, type Similarity } from '#domain/retrieval/rerank/mmr';
import type { Model } from '#contract/config/model';
import type { ChatModel } from '../model-ports.ts';
import { createJudge } from './judge.ts';
import { keep, reportJudged } from './judged-list.ts';
import type { Found, Query } from './query.ts';

/** Scores pairs of a query and a text with a model of the store; higher is better. */
export type ScorePairs = (
  query: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<PairScores>;

export interface PairScores {
  /** One for each text, in their order. */
  readonly scores: readonly number[];
  /** Pairs that were longer than the model takes, and lost the end of a text. */
  readonly cut: number;
  /** Most tokens of a pair. */
  readonly limit: number;
}

export interface RerankWorld {
  readonly textOf: (chunk: number) => string;
  readonly chunkIdOf: (chunk: number) => string;
  /** How alike two chunks are, for `mmr`. */
  readonly similarity: () => Similarity;
  /** Of a `cross-encoder` step. */
  readonly scorer: ScorePairs | null;
  /** Of a step that judges. */
  readonly judge: { readonly model: Model; readonly chat: ChatModel } | null;
}

export type ApplyRerank = (
  query: Query,
  hits: readonly RerankedChunk[],
  signal: AbortSignal,
) => Promise<Found<RerankedChunk> & RerankStep>;

export function openRerank(step: Rerank, place: number, world: RerankWorld): ApplyRerank {
  const { kind } = step;
  switch (step.kind) {
    case 'char-ngram':
      return async ({ text }, hits) => ({ kind, hits: rerankByCharNgrams(hits, text, world.textOf, step) });
    case 'mmr': {
      let similarity: Similarity | null = null;
      return async (_query, hits) => {
        similarity ??= world.similarity();
        return { kind, hits: rerankByMmr(hits, step, similarity) };
      };
    }
    case 'cross-encoder':
      return openPairRerank(step, `rerank ${place + 1} (${kind})`, world);
    case 'llm-filter':
    case 'llm-score':
      return openJudgedRerank(step, `rerank ${place + 1} (${kind})`, world);
  }
}

/** Scores each candidate with the query by a model that reads both together. */
function openPairRerank(
  step: Extract<Rerank, { kind: 'cross-encoder' }>,
  name: string,
  { scorer, textOf }: RerankWorld,
): ApplyRerank {
  if (!scorer) throw new Error(`no model was opened for ${name}`);
  return async ({ text }, hits, signal) => {
    const texts = hits.slice(0, step.candidates).map(({ chunk }) => textOf(chunk));
    if (texts.length === 0) return { kind: step.kind, hits };
    const { scores, cut, limit } = await scorer(text, texts, signal);
    const verdicts = scores.map((score) => ({ kept: true, score }));
    const warning = `${name}: ${cut} of ${texts.length} pairs were longer than the ${limit} tokens that ${step.model} takes, and lost an end.`;
    return {
      kind: step.kind,
      hits: applyScores(hits, verdicts),
      ...(cut > 0 ? { warnings: [warning] } : {}),
    };
  };
}

/** A chunk whose judgement failed stays where it is: it was retrieved, and nothing was said against it. */
function openJudgedRerank(
  step: Extract<Rerank, { kind: 'llm-filter' | 'llm-score' }>,
  name: string,
  world: RerankWorld,
): ApplyRerank {
  const mode = step.kind === 'llm-score' ? 'score' : 'boolean';
  const threshold = step.kind === 'llm-score' ? step.threshold : 1;
  const { concurrency, batch, candidates } = step;
  if (!world.judge) throw new Error(`no model was opened for ${name}`);
  const judge = createJudge({ mode, concurrency, batch, ...world.judge });
  return async ({ id, text }, hits, signal) => {
    const asked = hits.slice(0, candidates).map(({ chunk }) => ({
      id: world.chunkIdOf(chunk),
      text: world.textOf(chunk),
    }));
    const judged = await judge.judge({ id: id ?? '', text }, asked, signal);
    const judgements = judged.judgements.map((each) => keep(each, { mode, threshold, keepUnjudged: true }));
    const verdicts = judgements.map(({ kept, score }) => ({ kept, score }));
    return {
      kind: step.kind,
      hits: applyScores(hits, verdicts),
      ...reportJudged(name, judged, judgements),
      judgements,
    };
  };
}
