// Chooses the model a config names. How many questions are asked at once is the run service's affair.
import type { Config } from '#contract/config';
import type { ChatModel } from '#services/model-ports';
import type { Egress } from '../egress/egress.ts';
import { createExtractive, type CompareSentences } from './extractive.ts';
import { createOpenAiCompatible } from './openai-compatible.ts';
import { createScripted } from './scripted.ts';
import type { Environment } from './secrets.ts';

export interface ChatModelOptions {
  readonly config: Pick<Config, 'model' | 'contract'>;
  readonly egress: Egress;
  /** Reads a file of the workspace by its path from the root. */
  readonly loadText: (path: string) => Promise<string>;
  /** The questions' own `scriptedReply` by question id, for `replies: "bank"`. */
  readonly scriptedFromBank: ReadonlyMap<string, string | readonly string[]>;
  readonly env: Environment;
  /** ISO 639 code of the corpus, or null when unknown; default null. */
  readonly language?: string | null;
  /** For the extractive model: embeds, where the config has an embedding model. */
  readonly compare?: CompareSentences;
}

/**
 * Creates the model. Rejects, before any question is asked, with `unavailable` where a secret is missing,
 * `egress-denied` where the policy does not allow the server, and `invalid-input` or `not-found` where the file of
 * scripted replies is broken or not there.
 */
export async function createChatModel(options: ChatModelOptions): Promise<ChatModel> {
  const { config, egress, loadText, scriptedFromBank, env, language = null, compare } = options;
  const { model, contract } = config;
  switch (model.provider) {
    case 'extractive':
      return createExtractive({ contract, language, compare });
    case 'scripted':
      return model.replies === 'bank'
        ? createScripted({ bank: scriptedFromBank })
        : createScripted({ file: model.replies, loadText });
    case 'openai-compatible': {
      const server = createOpenAiCompatible(model, egress, env);
      await egress.requireAllowed(new URL(model.baseUrl));
      return server;
    }
  }
}
