// Tells from the server's own figures whether it can have read the whole prompt.
import type { Item } from '#contract/items';

/** Below this a server's count may leave out what it had cached, and says nothing. */
const leastTokens = 512;

/**
 * A sentence that proves the prompt was cut by the server, or null. Either it read fewer tokens than the messages have
 * white-space separated words (no tokenizer makes fewer than one token of a word), or it filled its whole window of
 * `contextTokens`.
 */
export function findServerTruncation(item: Item, contextTokens: number | null): string | null {
  const words = item.prompt.messages.reduce((sum, message) => sum + countWords(message.content), 0);
  for (const { usage } of item.attempts) {
    const read = usage.promptTokens;
    if (read === null) continue;
    if (read >= leastTokens && read < words)
      return `the server read ${read} tokens of a prompt of ${words} words: it cut the prompt`;
    if (contextTokens !== null && read >= contextTokens)
      return `the server read ${read} tokens, all that its window of ${contextTokens} holds: it cut the prompt`;
  }
  return null;
}

function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}
