// Puts cross-encoders of the model store behind the port of the rerank steps.
import { AppError } from '#contract/failure';
import type { RetrievalParts } from '#services/legs/retrieval-parts';
import { hashModel } from '../embedder.ts';
import type { EmbedChild } from '../embed-messages.ts';
import type { ModelVariant } from '../model-manifest.ts';
import type { ModelStore, ResolvedModel } from '../model-store.ts';
import type { ScoredPairs } from './pair-core.ts';

/** Raised when the same model gives other scores: joining, cutting, batching, what is read off its outputs. */
const procedure = 'pairs 1';

/** Input of the child's `scorePairs`. The hash makes a model that was replaced in its folder a different one. */
export interface ScoreInput {
  readonly folder: string;
  readonly variant: ModelVariant;
  readonly modelHash: string;
  readonly query: string;
  readonly texts: readonly string[];
}

/** The hash of everything that decides a score. Throws `unavailable` where the model has no file of that variant. */
export function hashScorer(model: ResolvedModel, variant: ModelVariant): string {
  return hashModel(model, variant, procedure);
}

/** Scores pairs in the child. Throws `cancelled`, and `unavailable` where the model cannot be loaded. */
export async function askScorePairs(
  child: EmbedChild,
  input: ScoreInput,
  options: { readonly signal?: AbortSignal } = {},
): Promise<ScoredPairs> {
  const value = (await child.call('scorePairs', input, options)) as ScoredPairs;
  if (value.scores.length === input.texts.length) return value;
  throw new AppError(
    'internal',
    `The embedding child returned ${value.scores.length} scores for ${input.texts.length} pairs.`,
  );
}

export function createPairScorer(
  models: ModelStore,
  child: EmbedChild,
): Pick<RetrievalParts, 'openScorer' | 'identifyScorer'> {
  async function open(name: string, quantized: boolean): Promise<Omit<ScoreInput, 'query' | 'texts'>> {
    const model = await models.resolveModel(name, { kind: 'cross-encoder' });
    const variant: ModelVariant = quantized ? 'int8' : 'fp32';
    return { folder: model.folder, variant, modelHash: hashScorer(model, variant) };
  }
  return {
    identifyScorer: async (name, quantized) => `sha256:${(await open(name, quantized)).modelHash}`,
    async openScorer(name, quantized) {
      const opened = await open(name, quantized);
      return async (query, texts, signal) => {
        const { scores, cut, limit } = await askScorePairs(child, { ...opened, query, texts }, { signal });
        return { scores: [...scores], cut: cut.reduce((sum, flag) => sum + flag, 0), limit };
      };
    },
  };
}
