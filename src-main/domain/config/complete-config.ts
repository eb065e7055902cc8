// Fills in every default of a config file, so that what runs and what is hashed never depends on what was left out.
import { defaultEmbeddingModel } from '#contract/config';
import type {
  Analyzer,
  AnalyzerFile,
  AnswerContract,
  Config,
  ConfigFile,
  Model,
  ModelFile,
  Retriever,
  RetrieverFile,
} from '#contract/config';
import { completeChunker } from './complete-chunker.ts';

export const defaultAbstention = "I don't know";
const defaultTimeoutMs = 120_000;

/** The defaults are those of the config file's published example. The file's own object is left as it is. */
export function completeConfig(file: ConfigFile): Config {
  const analyzer = completeAnalyzer(file.analyzer ?? {});
  return {
    schemaVersion: file.schemaVersion,
    id: file.id,
    name: file.name ?? file.id,
    chunker: completeChunker(file.chunker),
    analyzer,
    retrievers: file.retrievers.map((retriever) => completeRetriever(retriever, file.analyzer ?? {})),
    fusion: { kind: 'rrf', k: file.fusion?.k ?? 60 },
    rerank: [],
    select: { k: file.select?.k ?? 3, minScore: file.select?.minScore ?? null },
    contract: completeContract(file.contract),
    prompt: {
      system: file.prompt?.system ?? null,
      maxPromptTokens: file.prompt?.maxPromptTokens ?? 4000,
      passage: file.prompt?.passage ?? null,
    },
    model: completeModel(file.model),
    attempts: file.attempts ?? 2,
    checks: {
      numbers: file.checks?.numbers ?? true,
      quotes: file.checks?.quotes ?? true,
      locale: file.checks?.locale ?? 'auto',
    },
  };
}

function completeAnalyzer(file: AnalyzerFile): Analyzer {
  return {
    language: file.language ?? 'auto',
    minLength: file.minLength ?? 1,
    foldAccents: file.foldAccents ?? false,
    stem: file.stem ?? false,
    stopWords: file.stopWords ?? false,
    ngrams: file.ngrams ?? [1, 1],
  };
}

/** A retriever's own analyzer fields win over the config's, one by one. */
function completeRetriever(file: RetrieverFile, analyzer: AnalyzerFile): Retriever {
  const common = {
    id: file.id ?? file.kind,
    candidates: file.candidates ?? 100,
    weight: file.weight ?? 1,
    minScore: file.minScore ?? null,
  };
  switch (file.kind) {
    case 'tfidf':
      return {
        kind: 'tfidf',
        ...common,
        tf: file.tf ?? 'raw',
        idf: file.idf ?? 'plain',
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
  }
}

function completeContract(file: ConfigFile['contract']): AnswerContract {
  return {
    kind: file.kind,
    answerField: file.answerField ?? 'answer',
    passageField: file.passageField ?? 'passage',
    abstention: file.abstention ?? defaultAbstention,
    citations: file.citations ?? 'one',
  };
}

function completeModel(file: ModelFile): Model {
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
