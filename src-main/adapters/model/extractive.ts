// The model that is no language model: answers with a sentence of the passages, in the config's contract.
import { AppError } from '#contract/failure';
import type { AnswerContract } from '#contract/config';
import type { ChatModel } from '#services/model-ports';
import { readExtractively } from '#domain/reading/extractive';
import { splitSentences } from '#domain/reading/split-sentences';
import { renderAnswer } from '#domain/reading/render-answer';

/** Says how near each sentence is to the question, in [-1, 1]. */
export type CompareSentences = (
  question: string,
  sentences: readonly string[],
  signal: AbortSignal,
) => Promise<readonly number[]>;

export { extractiveVersion } from '#domain/reading/extractive';

/** Deterministic, and without usage: no token was read or written. Abstains where no sentence shares a content word. */
export function createExtractive(options: {
  readonly contract: AnswerContract;
  /** ISO 639 code of the corpus, or null when unknown. */
  readonly language: string | null;
  /** Cosine of the question with each sentence; left out, terms alone decide. */
  readonly compare?: CompareSentences;
}): ChatModel {
  const { contract, language, compare } = options;
  return {
    async ask({ question, passages, signal }) {
      if (signal.aborted) throw new AppError('cancelled', 'The question to the model was cancelled.');
      const texts = splitSentences(passages).map((sentence) => sentence.text);
      const similarities = await compare?.(question, texts, signal);
      const sentence = readExtractively({ question, passages, language, similarities });
      return {
        ok: true,
        reply: renderAnswer(sentence, contract),
        finishReason: 'stop',
        usage: { promptTokens: null, completionTokens: null },
        refused: false,
      };
    },
  };
}
