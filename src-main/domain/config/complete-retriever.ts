// Fills in the defaults of a retriever.
import { defaultEmbeddingModel } from '#contract/config';
import type { AnalyzerFile } from '#contract/config/analyzer';
import type { Retriever, RetrieverFile } from '#contract/config/retriever';
import { completeAnalyzer } from './complete-analyzer.ts';
import { completeOwnModel } from './complete-model.ts';

const defaultHttpTimeoutMs = 30_000;

/** A retriever's own analyzer fields win over the config's, one by one. */
export function completeRetriever(file: RetrieverFile, analyzer: AnalyzerFile): Retriever {
  const common = completeCommon(file);
  switch (file.kind) {
    case 'tfidf':
      return {
        kind: 'tfidf',
        ...common,
        tf: file.tf ?? 'raw',
        idf: file.idf ?? 'plain',
        analyzer: completeAnalyzer({ ...analyzer, ...file.analyzer }),
      };
    case 'bm25':
      return {
        kind: 'bm25',
        ...common,
        k1: file.k1 ?? 1.2,
        b: file.b ?? 0.75,
        analyzer: completeAnalyzer({ ...analyzer, ...file.analyzer }),
      };
    case 'lsa':
      return {
        kind: 'lsa',
        ...common,
        dims: file.dims ?? 128,
        tf: file.tf ?? 'sublinear',
        idf: file.idf ?? 'smooth',
        seed: file.seed ?? 1,
        analyzer: completeAnalyzer({ ...analyzer, ...file.analyzer }),
      };
    case 'embedding':
      return {
        kind: 'embedding',
        ...common,
        model: file.model ?? defaultEmbeddingModel,
        quantized: file.quantized ?? false,
        distance: file.distance ?? 'cosine',
      };
    case 'run':
      return { kind: 'run', ...common, file: file.file };
    case 'http':
      return {
        kind: 'http',
        ...common,
        url: file.url,
        timeoutMs: file.timeoutMs ?? defaultHttpTimeoutMs,
        apiKey: file.apiKey ?? null,
      };
    case 'llm':
      return {
        kind: 'llm',
        ...common,
        mode: file.mode ?? 'boolean',
        threshold: file.threshold ?? 5,
        concurrency: file.concurrency ?? 4,
        batch: file.batch ?? 1,
        maxCalls: file.maxCalls ?? null,
        model: completeOwnModel(file.model),
      };
  }
}

function completeCommon(file: RetrieverFile) {
  return {
    id: file.id ?? file.kind,
    candidates: file.candidates ?? 100,
    weight: file.weight ?? 1,
    minScore: file.minScore ?? null,
    filter: file.filter ?? null,
    when: file.when ?? 'always',
    fallback: {
      fewerThan: file.fallback?.fewerThan ?? 1,
      bestBelow: file.fallback?.bestBelow ?? null,
      onAbstention: file.fallback?.onAbstention ?? false,
    },
  };
}
