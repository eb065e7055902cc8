// Lets a model judge chunks for a question, several calls at a time, and keeps everything it said.
import pLimit from 'p-limit';
import type { Model } from '#contract/config/model';
import type { ProviderError } from '#contract/items';
import { addSpent, nothingSpent, type Spent } from '#domain/evaluate/summarise-calls';
import { estimateTokens } from '#domain/prompt/estimate-tokens';
import { judgeReplySchema, renderJudgePrompt, type JudgeMode } from '#domain/retrieval/judge/judge-prompt';
import { readJudgements, type JudgementProblem } from '#domain/retrieval/judge/read-judgements';
import type { ChatModel } from '../model-ports.ts';

export interface JudgeOptions {
  readonly mode: JudgeMode;
  /** Calls in flight at most, over all questions together. */
  readonly concurrency: number;
  /** Chunks judged in one call. */
  readonly batch: number;
  readonly model: Model;
  readonly chat: ChatModel;
}

export interface ChunkJudgement {
  readonly chunkId: string;
  readonly relevant: boolean | null;
  readonly score: number | null;
  readonly problem: JudgementProblem | 'provider' | null;
  /** As written; with the problem `provider`, what the provider said. */
  readonly reply: string;
}

export interface Judged {
  /** One for each chunk, in the order given. */
  readonly judgements: readonly ChunkJudgement[];
  /** Judgements of chunks that nobody asked about. */
  readonly unknown: number;
  readonly usage: Spent;
  /** The first call that failed; its chunks are not judged. */
  readonly providerError: ProviderError | null;
}

export interface Judge {
  judge(
    question: { readonly id: string; readonly text: string },
    chunks: readonly { readonly id: string; readonly text: string }[],
    signal: AbortSignal,
  ): Promise<Judged>;
}

/** Rejects only when cancelled, or where the egress policy forbids the call: a provider's failure is data. */
export function createJudge(options: JudgeOptions): Judge {
  const limit = pLimit(options.concurrency);
  return {
    async judge(question, chunks, signal) {
      const blocks = inBlocks(chunks, options.batch);
      const parts = await Promise.all(
        blocks.map((block) => limit(() => judgeBlock(options, question, block, signal))),
      );
      return join(parts);
    },
  };
}

type Question = Parameters<Judge['judge']>[0];
type Block = Parameters<Judge['judge']>[1];

async function judgeBlock(
  { mode, model, chat }: JudgeOptions,
  question: Question,
  block: Block,
  signal: AbortSignal,
): Promise<Judged> {
  signal.throwIfAborted();
  const messages = renderJudgePrompt(
    mode,
    question.text,
    block.map(({ text }) => text),
  );
  const answered = await chat.ask({
    model,
    questionId: question.id,
    question: question.text,
    messages,
    passages: [],
    attempt: 1,
    k: block.length,
    replySchema: judgeReplySchema(mode, block.length),
    signal,
  });
  const sentTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  if (!answered.ok) {
    const { error } = answered;
    return {
      judgements: block.map(({ id }) => unjudged(id, 'provider', error.message)),
      unknown: 0,
      usage: { calls: 1, promptTokens: 0, completionTokens: 0, estimated: false },
      providerError: error,
    };
  }
  const { reply, usage } = answered;
  const read = readJudgements(reply, mode, block.length);
  return {
    judgements: block.map(({ id }, index) => {
      const judgement = read.judgements[index];
      return judgement ? { chunkId: id, ...judgement, reply } : unjudged(id, 'missing', reply);
    }),
    unknown: read.unknown,
    usage: {
      calls: 1,
      promptTokens: usage.promptTokens ?? sentTokens,
      completionTokens: usage.completionTokens ?? estimateTokens(reply),
      estimated: usage.promptTokens === null || usage.completionTokens === null,
    },
    providerError: null,
  };
}

function unjudged(chunkId: string, problem: ChunkJudgement['problem'], reply: string): ChunkJudgement {
  return { chunkId, relevant: null, score: null, problem, reply };
}

function inBlocks(chunks: Block, size: number): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < chunks.length; at += size) blocks.push(chunks.slice(at, at + size));
  return blocks;
}

function join(parts: readonly Judged[]): Judged {
  return {
    judgements: parts.flatMap(({ judgements }) => judgements),
    unknown: parts.reduce((sum, { unknown }) => sum + unknown, 0),
    usage: parts.reduce((sum, { usage }) => addSpent(sum, usage), nothingSpent),
    providerError: parts.find(({ providerError }) => providerError !== null)?.providerError ?? null,
  };
}
