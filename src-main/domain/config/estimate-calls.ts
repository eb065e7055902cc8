// How many calls of a language model a run of a config would make, at least and at most.
import type { Config } from '#contract/config';

export interface CallEstimate {
  readonly low: number;
  readonly high: number;
  /** What the figures stand on, in words. */
  readonly says: readonly string[];
}

/**
 * At least one call a question, at most `attempts`; a question without a passage costs none, which nobody knows
 * beforehand. A model that judges chunks is counted at most, for it may be given fewer.
 * @param chunks of the corpus; null where they are not known, and calls of a retriever that judges all cannot be counted
 */
export function estimateCalls(config: Config, questions: number, chunks: number | null): CallEstimate {
  const { attempts, model } = config;
  const judges = judgesOf(config, chunks).map((judge) => ({
    ...judge,
    calls: judge.each === null ? null : judge.each * questions,
  }));
  const says = [sayAnswers(config, questions)];
  for (const { what, calls, each } of judges)
    says.push(
      calls === null || each === null
        ? `${what}: not known before the documents are cut, and not counted.`
        : `${what}: at most ${calls} calls, ${each} a question.`,
    );
  const most = model.provider === 'extractive' ? questions : questions * attempts;
  return {
    low: questions,
    high: most + judges.reduce((sum, { calls }) => sum + (calls ?? 0), 0),
    says,
  };
}

function sayAnswers({ attempts, model }: Config, questions: number): string {
  switch (model.provider) {
    case 'extractive':
      return `Answers: ${questions}, by the nearest sentence. No language model is asked.`;
    case 'scripted':
      return `Answers: ${questions} written replies, up to ${attempts} for a question. No language model is asked.`;
    case 'openai-compatible':
      return attempts === 1
        ? `Answers: ${questions} calls, one a question; one less for each question without a passage.`
        : `Answers: ${questions} to ${questions * attempts} calls, for a reply that breaks the contract is asked for again, up to ${attempts} times in all; fewer where a question has no passage.`;
  }
}

/** Calls for each question: a block of chunks is one. */
function judgesOf(
  config: Config,
  chunks: number | null,
): { readonly what: string; readonly each: number | null }[] {
  const retrievers = config.retrievers.flatMap((retriever) =>
    retriever.kind === 'llm'
      ? [
          {
            what: `Retriever ${retriever.id}`,
            each: chunks === null ? null : Math.ceil(chunks / retriever.batch),
          },
        ]
      : [],
  );
  const reranks = config.rerank.flatMap((step) =>
    step.kind === 'llm-filter' || step.kind === 'llm-score'
      ? [
          {
            what: `Rerank ${step.kind}`,
            each: Math.ceil(Math.min(step.candidates, chunks ?? step.candidates) / step.batch),
          },
        ]
      : [],
  );
  return [...retrievers, ...reranks];
}
