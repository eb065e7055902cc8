// Fills in every default of a config file, so that what runs and what is hashed never depends on what was left out.
import type { AnswerContract, Config, ConfigFile } from '#contract/config';
import { completeAnalyzer } from './complete-analyzer.ts';
import { completeChunker } from './complete-chunker.ts';
import { completeModel } from './complete-model.ts';
import { completeFusion, completeRerank } from './complete-rerank.ts';
import { completeRetriever } from './complete-retriever.ts';

export const defaultAbstention = "I don't know";

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
    fusion: completeFusion(file.fusion ?? { kind: 'rrf' }),
    rerank: (file.rerank ?? []).map(completeRerank),
    filter: file.filter ?? null,
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

function completeContract(file: ConfigFile['contract']): AnswerContract {
  return {
    kind: file.kind,
    answerField: file.answerField ?? 'answer',
    passageField: file.passageField ?? 'passage',
    abstention: file.abstention ?? defaultAbstention,
    citations: file.citations ?? 'one',
  };
}
