// Reads a reply under the contracts `bracket` and `free`, whose text complies as it stands.
import type { AnswerContract } from '#contract/config';
import type { Answer } from '#contract/items';
import { findAbstentionEnd } from '../abstention.ts';
import { findSources, indexSources, type SourcePassage } from '../sources.ts';

/**
 * The answer of a non-empty reply. `text` is the reply as written, brackets and all. For `bracket`, `sources` are the
 * ids as written and `citations` the numbers of the passages of the prompt they mean, both in order of first mention;
 * for `free` both are empty. It abstains when it starts with the phrase, in any case, and no number and no source
 * follows: with one it is a claim (`isAbstentionWithClaim`) and an answer like any other.
 */
export function readTextReply(
  reply: string,
  contract: AnswerContract,
  passages: readonly SourcePassage[],
): Answer {
  const sources = contract.kind === 'bracket' ? findSources(reply, indexSources(passages)) : [];
  const rest = readAfterAbstention(reply, contract.abstention);
  return {
    text: reply,
    abstained: rest !== null && !holdsClaim(rest),
    citations: [...new Set(sources.flatMap((source) => source.numbers))],
    sources: sources.map((source) => source.source),
  };
}

/** True for a text that starts with the abstention phrase and then says a number or names a source. */
export function isAbstentionWithClaim(text: string, contract: AnswerContract): boolean {
  const rest = contract.kind === 'json' ? null : readAfterAbstention(text, contract.abstention);
  return rest !== null && holdsClaim(rest);
}

function readAfterAbstention(text: string, phrase: string): string | null {
  const end = findAbstentionEnd(text, phrase);
  return end === null ? null : text.slice(end);
}

function holdsClaim(rest: string): boolean {
  return /\p{N}/u.test(rest) || findSources(rest, new Map()).length > 0;
}
