// Configs and passages for the tests of prompts and checks.
import type { AnswerContract, Config } from '#contract/config';
import type { PromptPassage } from '#domain/prompt/render-prompt';

export const jsonContract: AnswerContract = {
  kind: 'json',
  answerField: 'respuesta',
  passageField: 'pasaje',
  abstention: 'no lo sé',
  citations: 'one',
};
export const bracketContract: AnswerContract = {
  kind: 'bracket',
  answerField: 'answer',
  passageField: 'passage',
  abstention: 'не знам',
  citations: 'one',
};
export const freeContract: AnswerContract = { ...bracketContract, kind: 'free', abstention: "I don't know" };

export function makeConfig(
  changes: {
    readonly contract?: AnswerContract;
    readonly prompt?: Partial<Config['prompt']>;
    readonly model?: Partial<Pick<Config['model'], 'contextTokens' | 'maxOutputTokens'>>;
  } = {},
): Config {
  return {
    schemaVersion: 1,
    id: 'test',
    name: 'test',
    chunker: { kind: 'document' },
    filter: null,
    analyzer: {
      language: 'auto',
      minLength: 1,
      foldAccents: false,
      stem: false,
      stopWords: false,
      ngrams: [1, 1],
      charNgrams: null,
    },
    retrievers: [],
    fusion: { kind: 'rrf', k: 60 },
    rerank: [],
    select: { k: 3, minScore: null },
    contract: changes.contract ?? jsonContract,
    prompt: { system: null, maxPromptTokens: 4000, passage: null, ...changes.prompt },
    model: {
      provider: 'extractive',
      temperature: 0,
      seed: null,
      maxOutputTokens: null,
      contextTokens: null,
      timeoutMs: 1000,
      concurrency: 1,
      ...changes.model,
    },
    attempts: 1,
    checks: { numbers: true, quotes: true, locale: 'auto' },
  };
}

/** A whole-document passage; its chunk is `<documentId>#0`. */
export function makePassage(documentId: string, text: string): PromptPassage {
  return {
    chunkId: `${documentId}#0`,
    documentId,
    start: 0,
    end: text.length,
    text,
    title: null,
    page: null,
    heading: null,
  };
}
