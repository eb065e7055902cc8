// What a model is asked that judges chunks: whether each helps to answer the question, yes or no or from 1 to 10.
import type { Message } from '#contract/items';

export type JudgeMode = 'boolean' | 'score';

/** Changes whenever the same chunk and question could be asked about in other words. */
export const judgePromptVersion = 'assay-judge-1';

/**
 * The messages that ask about some chunks. One chunk asks for `{"relevant": true|false}` or `{"score": 1..10}`;
 * several are numbered from 1 and ask for `{"judgements": [{"chunk": 1, ...}, ...]}`, one entry for each.
 * @param chunks texts in the order of their numbers; at least one
 */
export function renderJudgePrompt(
  mode: JudgeMode,
  question: string,
  chunks: readonly string[],
): readonly Message[] {
  const several = chunks.length > 1;
  const shown = several
    ? chunks.map((text, index) => `Chunk [${index + 1}]:\n${text}`).join('\n\n')
    : `Chunk:\n${chunks[0] ?? ''}`;
  return [
    { role: 'system', content: several ? tellSeveral(mode) : tellOne(mode) },
    { role: 'user', content: `${shown}\n\nQuestion: ${question}` },
  ];
}

const task: Readonly<Record<JudgeMode, string>> = {
  boolean:
    'Judge whether a chunk of text contains information that helps to answer the question. A chunk that only mentions the subject, or only says that it does not contain the information, does not help.',
  score:
    'Score how much a chunk of text helps to answer the question, from 1 (not at all) to 10 (it answers it). A chunk that only mentions the subject, or only says that it does not contain the information, scores 1.',
};

const field: Readonly<Record<JudgeMode, string>> = {
  boolean: '"relevant": true or false',
  score: '"score": an integer from 1 to 10',
};

function tellOne(mode: JudgeMode): string {
  return `${task[mode]}\nReply with one JSON object and nothing else: {${field[mode]}}`;
}

function tellSeveral(mode: JudgeMode): string {
  return [
    task[mode],
    'Judge every chunk by itself; their order means nothing.',
    `Reply with one JSON object and nothing else: {"judgements": [{"chunk": its number, ${field[mode]}}, ...]}, with one entry for every chunk.`,
  ].join('\n');
}

/** JSON Schema of the reply asked for, for servers that can be held to one. */
export function judgeReplySchema(mode: JudgeMode, chunks: number): Readonly<Record<string, unknown>> {
  const value: Readonly<Record<string, unknown>> =
    mode === 'boolean' ? { type: 'boolean' } : { type: 'integer', minimum: 1, maximum: 10 };
  const name = mode === 'boolean' ? 'relevant' : 'score';
  if (chunks === 1) return closedObject({ [name]: value });
  const entry = closedObject({ chunk: { type: 'integer', minimum: 1, maximum: chunks }, [name]: value });
  return closedObject({ judgements: { type: 'array', items: entry, minItems: chunks, maxItems: chunks } });
}

function closedObject(properties: Readonly<Record<string, unknown>>) {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
