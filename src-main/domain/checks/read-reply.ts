// Reads one reply of the model against the contract: an answer, or the one reason why it breaks it.
import type { AnswerContract } from '#contract/config';
import type { Answer, Violation } from '#contract/items';
import { readJsonReply } from './reply/json-reply.ts';
import { showText } from './reply/show.ts';
import { readTextReply } from './reply/text-reply.ts';
import type { SourcePassage } from './sources.ts';

export interface ReplyInput {
  readonly reply: string;
  /** As the provider says it; `length` means that the reply was cut off. */
  readonly finishReason: string | null;
  /** The provider says that the model refused to answer. */
  readonly refused: boolean;
  readonly contract: AnswerContract;
  /** The passages as sent, numbered 1..m. */
  readonly passages: readonly SourcePassage[];
}

export interface ReplyReading {
  readonly answer: Answer | null;
  readonly violation: Violation | null;
  /** What a lenient reading of a reply that broke the contract gives: without the fence or the prose around one object, or with the abstention phrase in its own spelling. */
  readonly recovered: Answer | null;
}

/**
 * Reads a reply. Exactly one of `answer` and `violation` is null; every violation has one reason, the first of these
 * that holds, and a message that names the value:
 * 1. `refused`. 2. `truncated`: the provider cut the reply off, and (json) what arrived does not comply; a complete
 * object complies whatever the finish reason. 3. `empty`: nothing but white space. And for `json`:
 * 4. `not-json`: no complete object anywhere. 5. `extra-text`: anything but JSON white space around the object, a fence
 * and a BOM too, or a second object. 6. `wrong-fields`: a field missing, unasked, or written twice at any depth.
 * 7. `wrong-type`: not an object; answer not a string; passage not an integer token (`true`, "2", 2.0, 2e0, -0), for
 * `citations: many` not a non-empty list of distinct ones. 8. `empty-answer`. 9. `abstention-with-passage`: the phrase,
 * in any dress, with a passage, in range or not. 10. `abstention-variant`: the phrase with other case, punctuation or
 * spacing, and null. 11. `wrong-type`: null without the phrase. 12. `passage-out-of-range`.
 * `bracket` and `free` know the first three alone. Never throws; linear in the reply.
 */
export function readReply(input: ReplyInput): ReplyReading {
  const { reply, contract, passages } = input;
  if (input.refused) return violate('refused', `the model refused to answer: ${showText(reply)}`);
  const truncated = input.finishReason === 'length';
  const cut = `the reply was cut off after ${reply.length} characters: ${showText(reply.slice(-60))}`;
  if (reply.trim() === '') {
    return truncated ? violate('truncated', cut) : violate('empty', `the reply is ${showText(reply)}`);
  }
  if (contract.kind === 'json') {
    const reading = readJsonReply(reply, contract, passages.length);
    if (!truncated || reading.violation === null) return reading;
    return { ...reading, violation: { reason: 'truncated', message: cut } };
  }
  if (truncated) return violate('truncated', cut);
  return { answer: readTextReply(reply, contract, passages), violation: null, recovered: null };
}

function violate(reason: 'refused' | 'truncated' | 'empty', message: string): ReplyReading {
  return { answer: null, violation: { reason, message }, recovered: null };
}
