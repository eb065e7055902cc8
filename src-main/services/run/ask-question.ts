// One question's way through a run: retrieve, render, ask, read. Each step adds to the item and rewrites nothing.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import type { CorpusDocument } from '#contract/documents';
import type { Answer, Attempt, Item, Prompt, ProviderError, Retrieval } from '#contract/items';
import { readReply } from '#domain/checks/read-reply';
import { fallbackOnAbstention } from '#domain/retrieval/decide-fallback';
import { renderPrompt } from '#domain/prompt/render-prompt';
import { locateInDocument } from '#domain/text/locate-in-document';
import type { ChatModel } from '../model-ports.ts';
import type { Clock } from '../ports.ts';
import type { RankOptions, Searched } from '../search-service.ts';

export interface AskContext {
  readonly config: Config;
  readonly k: number;
  readonly retrieve: (question: Question, options: RankOptions) => Promise<Searched>;
  /** Whether some retriever waits for the reader to abstain. */
  readonly fallsBack: boolean;
  readonly documents: ReadonlyMap<string, CorpusDocument>;
  readonly chat: ChatModel;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Steps 2 to 4 of the pipeline. Rejects only when cancelled or refused by the egress policy; a provider's failure is data. */
export async function askQuestion(question: Question, context: AskContext): Promise<Item> {
  const first = await goThrough(question, context, false);
  const again = context.fallsBack && first.answer?.abstained === true;
  const passed = again ? await goThrough(question, context, true) : first;
  // Nothing more was found for it: the first answer stands.
  if (!again || !passed.retrieval.fallback?.some(({ reason }) => reason === fallbackOnAbstention))
    return { questionId: question.id, ...first, at: context.clock.now() };
  const { prompt, attempts, timings } = first;
  return {
    questionId: question.id,
    ...passed,
    earlier: { prompt, attempts },
    timings: {
      retrieveMs: timings.retrieveMs + passed.timings.retrieveMs,
      promptMs: timings.promptMs + passed.timings.promptMs,
      askMs: timings.askMs + passed.timings.askMs,
    },
    at: context.clock.now(),
  };
}

async function goThrough(
  question: Question,
  context: AskContext,
  abstained: boolean,
): Promise<Omit<Item, 'questionId' | 'at'>> {
  const { clock, config, signal } = context;
  const startedMs = clock.elapsedMs();
  const { retrieval, providerError } = await context.retrieve(question, { signal, abstained });
  const retrievedMs = clock.elapsedMs();
  const prompt = renderPrompt({
    config,
    question: question.question,
    passages: passagesOf(retrieval, context.documents),
  });
  const promptedMs = clock.elapsedMs();
  const asked = await answer(question, prompt, providerError, context);
  return {
    retrieval,
    prompt,
    ...asked,
    timings: {
      retrieveMs: retrievedMs - startedMs,
      promptMs: promptedMs - retrievedMs,
      askMs: asked.answeredBy === 'harness' ? 0 : clock.elapsedMs() - promptedMs,
    },
  };
}

/** Where a retriever or a judge could not be reached, an answer would measure something else than the config. */
async function answer(
  question: Question,
  prompt: Prompt,
  providerError: ProviderError | null,
  context: AskContext,
): Promise<Asked> {
  if (providerError) return { attempts: [], answeredBy: 'nobody', answer: null, providerError };
  return prompt.passages.length === 0 ? abstainUnasked(context.config) : askModel(question, prompt, context);
}

type Asked = Pick<Item, 'attempts' | 'answeredBy' | 'answer' | 'providerError'>;

/** No passage was selected, or none fits the window: the harness answers with the abstention phrase and no call is made. */
function abstainUnasked(config: Config): Asked {
  const answer: Answer = { text: config.contract.abstention, abstained: true, citations: [], sources: [] };
  return { attempts: [], answeredBy: 'harness', answer, providerError: null };
}

async function askModel(question: Question, prompt: Prompt, context: AskContext): Promise<Asked> {
  const attempts: Attempt[] = [];
  let providerError: ProviderError | null = null;
  for (let attempt = 1; attempt <= context.config.attempts; attempt += 1) {
    const startedMs = context.clock.elapsedMs();
    const reply = await context.chat.ask({
      model: context.config.model,
      questionId: question.id,
      question: question.question,
      messages: prompt.messages,
      passages: prompt.passages,
      attempt,
      k: context.k,
      signal: context.signal,
    });
    if (!reply.ok) {
      providerError = reply.error;
      break;
    }
    const { answer, violation, recovered } = readReply({
      ...reply,
      contract: context.config.contract,
      passages: prompt.passages,
    });
    const elapsedMs = context.clock.elapsedMs() - startedMs;
    attempts.push({
      attempt,
      reply: reply.reply,
      finishReason: reply.finishReason,
      violation,
      recovered,
      usage: reply.usage,
      elapsedMs,
    });
    if (answer) return { attempts, answeredBy: 'model', answer, providerError: null };
  }
  return { attempts, answeredBy: 'nobody', answer: null, providerError };
}

function passagesOf(retrieval: Retrieval, documents: ReadonlyMap<string, CorpusDocument>) {
  return retrieval.ranked.slice(0, retrieval.selected).map((hit) => {
    const document = documents.get(hit.documentId);
    if (!document) throw new Error(`the index names a document that is not in the corpus: ${hit.documentId}`);
    const place = locateInDocument(document, hit.start);
    return {
      chunkId: hit.chunkId,
      documentId: hit.documentId,
      start: hit.start,
      end: hit.end,
      text: document.text.slice(hit.start, hit.end),
      title: document.title,
      page: place.page,
      heading: place.headings.length > 0 ? place.headings.join(' > ') : null,
    };
  });
}
