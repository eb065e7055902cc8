// Puts the model store and the embedder behind the ports of the services.
import type { EmbeddingCounter } from '#services/config/ports';
import type { Embedder as EmbedderPort, ModelShelf } from '#services/ports';
import type { ModelRow } from '#contract/models';
import { hashModel, type Embedder } from './embedder.ts';
import { askEmbed, askPreviewTokens, type EmbedChild } from './embed-messages.ts';
import type { ModelVariant } from './model-manifest.ts';
import type { ModelStore, ResolvedModel } from './model-store.ts';
import { testModel } from './kinds/test-model.ts';
import { askScorePairs, hashScorer } from './pairs/pair-scorer.ts';

export function createEmbeddingPort(models: ModelStore, embedder: Embedder): EmbedderPort & EmbeddingCounter {
  const hash = (model: ResolvedModel, quantized: boolean) =>
    `sha256:${hashModel(model, quantized ? 'int8' : 'fp32')}`;
  async function resolveIfReady(name: string, quantized: boolean): Promise<ResolvedModel | null> {
    const entry = (await models.listModels()).find((model) => model.name === name);
    const wanted: ModelVariant = quantized ? 'int8' : 'fp32';
    const fits = entry?.state === 'ready' && entry.kind === 'embedding' && entry.variants.includes(wanted);
    if (!fits) return null;
    return models.resolveModel(name, { kind: 'embedding' });
  }
  return {
    identify: async (name, quantized, signal) =>
      hash(await models.resolveModel(name, { signal, kind: 'embedding' }), quantized),
    async identifyIfReady(name, quantized) {
      const model = await resolveIfReady(name, quantized);
      return model === null ? null : hash(model, quantized);
    },
    async countMissing(name, quantized, texts) {
      const model = await resolveIfReady(name, quantized);
      return model === null ? null : embedder.countMissing(model, quantized ? 'int8' : 'fp32', texts);
    },
    embed: (model, texts, options) => embedder.embed(model, texts, options),
  };
}

export function createModelShelf(models: ModelStore, child: EmbedChild): ModelShelf {
  async function rowOf(name: string): Promise<ModelRow> {
    const found = (await listRows()).find((row) => row.name === name);
    if (!found) throw new Error(`the model ${name} is not in the store it was just put into`);
    return found;
  }
  async function listRows(): Promise<ModelRow[]> {
    return (await models.listModels()).map((model) => ({ ...model, variants: [...model.variants] }));
  }
  return {
    listModels: listRows,
    async buildModel(name, { signal, onProgress }) {
      await models.buildModel(name, {
        signal,
        onProgress: ({ done, total }) => onProgress?.(total === 0 ? 1 : done / total),
      });
      return rowOf(name);
    },
    async addModel(path, options) {
      return rowOf((await models.addModelFolder(path, options)).name);
    },
    async previewTokens(name, texts, { signal }) {
      const { folder } = await models.resolveModel(name, { signal, kind: 'embedding' });
      return askPreviewTokens(child, { folder, texts }, { signal });
    },
    testModel: async (name) =>
      testModel(await models.resolveModel(name), {
        embed: (model, variant, texts) =>
          askEmbed(child, { folder: model.folder, variant, modelHash: hashModel(model, variant), texts }),
        score: (model, variant, query, texts) =>
          askScorePairs(child, {
            ...{ folder: model.folder, variant, modelHash: hashScorer(model, variant) },
            ...{ query, texts },
          }),
      }),
  };
}
