// Renders the one call a question makes: system message, numbered passages, question last, fitted to the window.
import type { AnswerContract, Config } from '#contract/config';
import type { Message, Passage, Prompt } from '#contract/items';
import { estimateMessages } from './estimate-tokens.ts';
import { renderSystem } from './specification.ts';

/** A selected chunk, not yet numbered, with what a passage template may show of it. */
export type PromptPassage = Omit<Passage, 'number'> & {
  readonly title: string | null;
  readonly page: number | null;
  readonly heading: string | null;
};

export interface PromptInput {
  readonly config: Config;
  readonly question: string;
  /** The selected passages, best first. */
  readonly passages: readonly PromptPassage[];
}

/** Room kept for the reply inside the context window when the config does not say how long a reply may be. */
const defaultReplyTokens = 256;

/**
 * Renders the messages of one question: a system message, and a user message with the passages numbered from 1 and the
 * question last. What does not fit is dropped from the worst: `dropped` lists chunk ids, worst first, and the passages
 * left are numbered 1..m. The limit is the smaller of `prompt.maxPromptTokens` and, where `model.contextTokens` is set,
 * what it leaves after the reply (`model.maxOutputTokens`, else 256), never below 0; sizes are those of
 * estimate-tokens.ts. With no passage, or where not even one fits, there are no passages and no messages: the model is
 * not to be called.
 */
export function renderPrompt(input: PromptInput): Prompt {
  const { config, passages } = input;
  const limitTokens = measureLimit(config);
  const system = renderSystem(config.contract, config.prompt.system);
  const blocks = passages.map((passage, index) => renderPassage(config, passage, index + 1));
  const render = (count: number) => renderMessages(system, blocks.slice(0, count), input.question);
  const kept = countFitting(passages.length, (count) => estimateMessages(render(count)) <= limitTokens);
  const messages = kept === 0 ? [] : render(kept);
  return {
    messages,
    passages: passages.slice(0, kept).map(numberPassage),
    dropped: passages
      .slice(kept)
      .map((passage) => passage.chunkId)
      .reverse(),
    estimatedTokens: estimateMessages(messages),
    limitTokens,
  };
}

function measureLimit(config: Config): number {
  const { contextTokens, maxOutputTokens } = config.model;
  const { maxPromptTokens } = config.prompt;
  if (contextTokens === null) return maxPromptTokens;
  return Math.max(0, Math.min(maxPromptTokens, contextTokens - (maxOutputTokens ?? defaultReplyTokens)));
}

/** The largest count in 0..total that fits; a prompt only grows with its passages, so halving finds it. */
function countFitting(total: number, fits: (count: number) => boolean): number {
  let low = 0;
  let high = total;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function renderMessages(system: string, blocks: readonly string[], question: string): Message[] {
  const content = ['Passages:', ...blocks, `Question: ${question}`].join('\n\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content },
  ];
}

/**
 * One passage as shown. Placeholders are replaced in one pass over the template, so a passage whose text holds
 * "{title}" or "$1" is shown as it stands; a value the document does not have is shown as nothing.
 */
function renderPassage(config: Config, passage: PromptPassage, number: number): string {
  const values: Readonly<Record<string, string>> = {
    number: String(number),
    source: showSource(passage.documentId, number),
    title: passage.title ?? '',
    page: passage.page === null ? '' : String(passage.page),
    heading: passage.heading ?? '',
    text: passage.text,
  };
  const template = config.prompt.passage ?? defaultTemplate(config.contract);
  return template.replace(
    /\{(number|source|title|page|heading|text)\}/g,
    (whole, name: string) => values[name] ?? whole,
  );
}

function defaultTemplate(contract: AnswerContract): string {
  return contract.kind === 'bracket' ? '[{source}] {text}' : '[{number}] {text}';
}

/** A document id that holds a square bracket cannot be cited between brackets: its passage is cited by number. */
function showSource(documentId: string, number: number): string {
  return /[[\]]/.test(documentId) ? String(number) : documentId;
}

function numberPassage(passage: PromptPassage, index: number): Passage {
  const { chunkId, documentId, start, end, text } = passage;
  return { number: index + 1, chunkId, documentId, start, end, text };
}
