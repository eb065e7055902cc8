// Fills in the defaults of fusion and of the rerank steps.
import type { Fusion, FusionFile, Rerank, RerankFile } from '#contract/config/rerank';
import { completeOwnModel } from './complete-model.ts';

export function completeFusion(file: FusionFile): Fusion {
  return file.kind === 'rrf'
    ? { kind: 'rrf', k: file.k ?? 60 }
    : { kind: 'weighted-sum', normalise: file.normalise ?? 'min-max' };
}

const defaultCandidates = 100;

export function completeRerank(file: RerankFile): Rerank {
  const candidates = file.candidates ?? defaultCandidates;
  switch (file.kind) {
    case 'char-ngram':
      return { kind: 'char-ngram', min: file.min ?? 3, max: file.max ?? 5, candidates };
    case 'mmr':
      return { kind: 'mmr', lambda: file.lambda ?? 0.7, candidates };
    case 'cross-encoder':
      return { kind: 'cross-encoder', model: file.model, quantized: file.quantized ?? false, candidates };
    case 'llm-filter':
    case 'llm-score': {
      const judge = {
        candidates,
        concurrency: file.concurrency ?? 4,
        batch: file.batch ?? 1,
        model: completeOwnModel(file.model),
      };
      return file.kind === 'llm-filter'
        ? { kind: 'llm-filter', ...judge }
        : { kind: 'llm-score', ...judge, threshold: file.threshold ?? 5 };
    }
  }
}
