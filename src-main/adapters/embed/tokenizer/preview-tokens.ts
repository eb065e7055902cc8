// Cuts texts into the pieces an embedding model reads, without loading its weights.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AutoTokenizer } from '@xenova/transformers';
import { AppError } from '#contract/failure';
import type { PreviewedTokens } from '#services/ports';
import { stayLocal } from '../embed-core.ts';
import { tokenLimit } from '../tokens.ts';

/**
 * @param folder absolute path of a model: tokenizer.json, tokenizer_config.json, config.json
 * @throws AppError `unavailable` naming the folder where the tokenizer cannot be loaded
 */
export async function previewTokens(folder: string, texts: readonly string[]): Promise<PreviewedTokens> {
  stayLocal();
  try {
    const config = JSON.parse(await readFile(join(folder, 'config.json'), 'utf8')) as Record<string, unknown>;
    const tokenizer = await AutoTokenizer.from_pretrained(folder);
    const limit = tokenLimit(tokenizer.model_max_length, config);
    if (limit === null) throw new Error('tokenizer_config.json has no "model_max_length"');
    return {
      limit,
      texts: texts.map((text) => ({
        subwords: tokenizer
          .tokenize(text)
          .map((subword) => ({ text: subword, known: subword !== tokenizer.unk_token })),
        leftOut: Math.max(0, tokenizer.encode(text).length - limit),
      })),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('unavailable', `The tokenizer in ${folder} cannot be loaded: ${reason}`, { cause });
  }
}
