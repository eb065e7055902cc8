// Estimates how many tokens a text costs, without any model's own tokenizer.
import type { Message } from '#contract/items';

/** Name and version of the estimate, recorded wherever estimated tokens are shown or compared. */
export const tokenEstimator = 'utf8-bytes/4@1';

const bytesPerToken = 4;

/** What a chat format adds around one message: its role and separators. */
const tokensPerMessage = 4;

/** Length of a text in UTF-8, in bytes; a lone surrogate counts 3, as the replacement character it would be sent as. */
function countUtf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(index + 1))) {
      bytes += 4;
      index += 1;
    } else bytes += 3;
  }
  return bytes;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/**
 * Tokens a text costs, an integer >= 0: its UTF-8 bytes / 4, rounded up; '' costs 0.
 * Byte-level tokenizers come near that in English (4 characters a token) and spend more on other scripts, as bytes do:
 * a Cyrillic letter counts 1/2 token, a CJK character 3/4. An estimate, never a bill: where a provider reports usage,
 * that figure is the one recorded.
 */
export function estimateTokens(text: string): number {
  return Math.ceil(countUtf8Bytes(text) / bytesPerToken);
}

/** Tokens of the messages of one call, an integer >= 0: each message's text and 4 for its frame; [] costs 0. */
export function estimateMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + tokensPerMessage + estimateTokens(message.content), 0);
}
