// Reads the body of a chat completion: what was replied, how it finished, what it cost.
import { Type, type Static } from '@sinclair/typebox';
import type { Usage } from '#contract/items';
import type { ModelReply } from '#services/model-ports';
import { findProblems, problemText } from '#services/validate';
import { excerpt } from '../egress/excerpt.ts';

const TextPartSchema = Type.Object({
  type: Type.Optional(Type.String()),
  text: Type.Optional(Type.Unknown()),
});

/** The least that must be there; servers add and leave out much else. */
const CompletionSchema = Type.Object({
  choices: Type.Array(
    Type.Object({
      message: Type.Object({
        content: Type.Optional(Type.Union([Type.String(), Type.Null(), Type.Array(TextPartSchema)])),
        refusal: Type.Optional(Type.Unknown()),
      }),
      finish_reason: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1 },
  ),
  usage: Type.Optional(Type.Unknown()),
});
type Content = Static<typeof CompletionSchema>['choices'][number]['message']['content'];

/**
 * The reply of the first choice, exactly as written. A refusal (`refusal` field, or the finish reason content_filter)
 * is a reply marked as refused, whose text is the refusal where there is no content. What is no chat completion is a
 * `bad-reply` with its first 200 characters.
 */
export function readCompletion(body: Uint8Array): ModelReply {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return badReply('The answer is not JSON', body);
  }
  const [problem] = findProblems(CompletionSchema, value);
  if (problem)
    return badReply(
      `The answer is no chat completion (${problemText({ ...problem, value: undefined })})`,
      body,
    );
  const completion = value as Static<typeof CompletionSchema>;
  const choice = completion.choices[0];
  if (!choice) return badReply('The answer has no choice', body);
  const { refusal } = choice.message;
  const refusalText = typeof refusal === 'string' ? refusal : '';
  const content = contentText(choice.message.content);
  const finishReason = typeof choice.finish_reason === 'string' ? choice.finish_reason : null;
  return {
    ok: true,
    reply: content === '' ? refusalText : content,
    finishReason,
    usage: readUsage(completion.usage, content),
    refused: refusalText !== '' || finishReason === 'content_filter',
  };
}

function contentText(content: Content): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map((part) => (typeof part.text === 'string' ? part.text : '')).join('');
}

/** Counts that cannot be true (negative, fractions, none for a text that is there) count as not reported. */
function readUsage(usage: unknown, content: string): Usage {
  const fields = typeof usage === 'object' && usage !== null ? (usage as Record<string, unknown>) : {};
  return {
    promptTokens: readCount(fields['prompt_tokens'], 1),
    completionTokens: readCount(fields['completion_tokens'], content === '' ? 0 : 1),
  };
}

function readCount(value: unknown, least: number): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : null;
}

function badReply(what: string, body: Uint8Array): ModelReply {
  return { ok: false, error: { kind: 'bad-reply', message: `${what}. It begins: ${excerpt(body)}` } };
}
