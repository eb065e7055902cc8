// Fills in the defaults of a language model.
import type { Model, ModelFile } from '#contract/config/model';

const defaultTimeoutMs = 120_000;

export function completeModel(file: ModelFile): Model {
  const common = {
    temperature: file.temperature ?? 0,
    seed: file.seed ?? null,
    maxOutputTokens: file.maxOutputTokens ?? null,
    contextTokens: file.contextTokens ?? null,
    timeoutMs: file.timeoutMs ?? defaultTimeoutMs,
    concurrency: file.concurrency ?? 4,
  };
  switch (file.provider) {
    case 'extractive':
      return { provider: 'extractive', ...common };
    case 'scripted':
      return { provider: 'scripted', replies: file.replies, ...common };
    case 'openai-compatible':
      return {
        provider: 'openai-compatible',
        baseUrl: file.baseUrl,
        model: file.model,
        apiKey: file.apiKey ?? null,
        headers: file.headers ?? {},
        query: file.query ?? {},
        ...common,
      };
  }
}

/** A part that may name a model of its own: null is the config's. */
export function completeOwnModel(file: ModelFile | null | undefined): Model | null {
  return file ? completeModel(file) : null;
}
