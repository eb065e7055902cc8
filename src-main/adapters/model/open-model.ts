// Opens the model a config names and hashes what decides its replies, so that a run knows when another one would answer.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { Model } from '#contract/config/model';
import { AppError } from '#contract/failure';
import { hashBytes, hashValue } from '#services/hash';
import type { JudgeModel } from '#services/legs/retrieval-parts';
import type { OpenModel } from '#services/run/world';
import type { Embedder } from '#services/ports';
import type { Egress } from '../egress/egress.ts';
import { createChatModel } from './chat-model.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';
import { extractiveVersion, type CompareSentences } from './extractive.ts';
import type { Environment } from './secrets.ts';

export interface ModelWorld {
  readonly config: Config;
  readonly questions: readonly Question[];
  readonly egress: Egress;
  readonly loadText: (path: string) => Promise<string>;
  readonly env: Environment;
  readonly embedder: Embedder;
}

/** Rejects before any question is asked: see createChatModel. */
export async function openModel(world: ModelWorld): Promise<OpenModel> {
  const scriptedFromBank = new Map(
    world.questions.flatMap(({ id, scriptedReply }) =>
      scriptedReply === undefined ? [] : [[id, scriptedReply] as const],
    ),
  );
  const { analyzer } = world.config;
  const language = /^(auto|none)$/.test(analyzer.language) ? null : analyzer.language;
  const chat = await createChatModel({ ...world, scriptedFromBank, language, compare: compareWith(world) });
  return { chat, ...(await identify(world, scriptedFromBank)) };
}

/**
 * Opens a model that judges chunks or cuts texts. Rejects with `unavailable` where its key is missing, `egress-denied` before
 * anything is sent, and `invalid-input` for a model that only answers questions.
 */
export async function openJudgeModel(model: Model, egress: Egress, env: Environment): Promise<JudgeModel> {
  if (model.provider !== 'openai-compatible')
    throw new AppError(
      'invalid-input',
      `The model "${model.provider}" can only answer questions. Name one with the provider "openai-compatible" where chunks are judged or texts are cut.`,
    );
  const chat = createOpenAiCompatible(model, egress, env);
  await egress.requireAllowed(new URL(model.baseUrl));
  return { model, chat, hash: hashValue([model.baseUrl, model.model, model.query, model.temperature]) };
}

/** Sentences are compared with the model of the config's first embedding retriever; without one, terms alone decide. */
function compareWith({ config, embedder }: ModelWorld): CompareSentences | undefined {
  const retriever = config.retrievers.find((candidate) => candidate.kind === 'embedding');
  if (!retriever) return undefined;
  const { model, quantized } = retriever;
  return async (question, sentences, signal) => {
    const { vectors, dims } = await embedder.embed(model, [question, ...sentences], { quantized, signal });
    const asked = vectors.subarray(0, dims);
    return sentences.map((_, row) => dot(asked, vectors.subarray((row + 1) * dims, (row + 2) * dims)));
  };
}

/** The cosine: both rows have length 1. */
function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/** A remote model is known by its address and name alone: what a server runs under that name cannot be seen from here. */
async function identify(
  world: ModelWorld,
  scripted: ReadonlyMap<string, unknown>,
): Promise<{ name: string; hash: string }> {
  const { model } = world.config;
  switch (model.provider) {
    case 'extractive':
      return { name: 'extractive', hash: hashBytes(extractiveVersion) };
    case 'scripted':
      return {
        name: `scripted:${model.replies}`,
        hash:
          model.replies === 'bank'
            ? hashValue([...scripted])
            : hashBytes(await world.loadText(model.replies)),
      };
    case 'openai-compatible':
      return { name: model.model, hash: hashValue([model.baseUrl, model.model, model.query]) };
  }
}
