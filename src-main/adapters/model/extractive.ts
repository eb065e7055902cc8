// The model that is no language model: answers with a sentence of the passages, in the config's contract.
import { AppError } from '#contract/failure';
import type { AnswerContract } from '#contract/config';
import type { ChatModel } from '#services/ports';
import { readExtractively } from '#domain/reading/extractive';
import { renderAnswer } from '#domain/reading/render-answer';

export { extractiveVersion } from '#domain/reading/extractive';

/** Deterministic, and without usage: no token was read or written. Abstains where no sentence shares a content word. */
export function createExtractive(options: {
  readonly contract: AnswerContract;
  /** ISO 639 code of the corpus, or null when unknown. */
  readonly language: string | null;
}): ChatModel {
  const { contract, language } = options;
  return {
    async ask({ question, passages, signal }) {
      if (signal.aborted) throw new AppError('cancelled', 'The question to the model was cancelled.');
      const sentence = readExtractively({ question, passages, language });
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
