// Asks a server that speaks OpenAI's chat completions: OpenAI itself, Ollama, llama.cpp, LM Studio, vLLM.
import { AppError } from '#contract/failure';
import type { Model } from '#contract/config/model';
import type { Message, ProviderError } from '#contract/items';
import type { ChatModel, ModelReply, ModelRequest } from '#services/model-ports';
import { startDeadline, type Deadline } from '../egress/deadline.ts';
import type { Egress } from '../egress/egress.ts';
import { connectionError, statusError } from '../egress/provider-error.ts';
import { readCompletion } from './chat-completion.ts';
import { resolveSecrets, type Environment, type ResolvedModel } from './secrets.ts';
import { retryDelayMs } from './retry-delay.ts';

type ServerModel = Extract<Model, { provider: 'openai-compatible' }>;

const maxResponseBytes = 8 * 1024 * 1024;
const maxRetries = 2;
const retriedStatuses: readonly number[] = [429, 502, 503, 504];

/**
 * Creates the client. Throws `unavailable` where a secret the config names is not in the environment, `invalid-input`
 * where the base URL is no URL.
 *
 * `timeoutMs` is the total of one question's attempt: connecting, waiting, reading, and up to two repetitions after
 * 429, 502, 503 or 504 (after Retry-After where the server says one, else 0.5 and 1 s). Everything the provider does
 * wrong is a ProviderError; only `cancelled`, `egress-denied` and unreadable settings of the workspace are thrown.
 */
export function createOpenAiCompatible(model: ServerModel, egress: Egress, env: Environment): ChatModel {
  const secrets = resolveSecrets(model, env);
  const url = completionsUrl(model.baseUrl, secrets.query);
  const headers = requestHeaders(secrets);
  // Unknown until a request with a schema was answered: many servers know none and refuse the field.
  let knowsSchemas = true;
  return {
    async ask(request) {
      const deadline = startDeadline(model.timeoutMs, request.signal);
      const send = (schema: ModelRequest['replySchema']) =>
        askWithRetries({
          egress,
          url,
          headers,
          body: requestBody(model, request.messages, schema),
          deadline,
        });
      try {
        const schema = knowsSchemas ? request.replySchema : undefined;
        const first = await send(schema);
        const refused = schema !== undefined && !first.ok && refusesField(first.error);
        if (refused) knowsSchemas = false;
        const reply = refused ? await send(undefined) : first;
        return reply.ok ? reply : failed(reply.error, secrets);
      } catch (error) {
        if (request.signal.aborted)
          throw new AppError('cancelled', 'The question to the model was cancelled.');
        if (error instanceof AppError && !isTooLarge(error)) throw error;
        return failed(connectionError(error, url, model.timeoutMs), secrets);
      } finally {
        deadline.release();
      }
    },
  };
}

function failed(error: ProviderError, secrets: ResolvedModel): ModelReply {
  return { ok: false, error: { ...error, message: secrets.redact(error.message) } };
}

function isTooLarge(error: AppError): boolean {
  return (error.detail as { readonly reason?: unknown } | undefined)?.reason === 'too-large';
}

interface Asking {
  readonly egress: Egress;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly deadline: Deadline;
}

async function askWithRetries(asking: Asking): Promise<ModelReply> {
  const { egress, url, headers, body, deadline } = asking;
  for (let retry = 0; ; retry += 1) {
    const response = await egress.send({
      url,
      method: 'POST',
      headers,
      body,
      signal: deadline.signal,
      maxBytes: maxResponseBytes,
    });
    if (response.status >= 200 && response.status < 300) return readCompletion(response.body);
    const error = statusError(url, response, "the model's baseUrl");
    if (retry === maxRetries || !retriedStatuses.includes(response.status)) return { ok: false, error };
    const delayMs = retryDelayMs(response, retry, Date.now());
    if (delayMs >= deadline.leftMs()) {
      const message = `${error.message} It may be asked again in ${Math.ceil(delayMs / 1000)} s, which is past the timeout.`;
      return { ok: false, error: { ...error, message } };
    }
    await sleep(delayMs, deadline.signal);
  }
}

function completionsUrl(baseUrl: string, query: Readonly<Record<string, string>>): URL {
  if (!URL.canParse(baseUrl))
    throw new AppError('invalid-input', `The model's baseUrl is not a URL: ${baseUrl}`, {
      problems: [{ path: '/model/baseUrl', value: baseUrl, message: 'is not a URL' }],
    });
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  url.hash = '';
  return url;
}

/** The config's own headers win over these, whatever their case. */
function requestHeaders(secrets: ResolvedModel): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
  };
  if (secrets.apiKey !== null) headers['authorization'] = `Bearer ${secrets.apiKey}`;
  for (const [name, value] of Object.entries(secrets.headers)) headers[name.toLowerCase()] = value;
  return headers;
}

/** How servers answer a field they do not know: bad request, not found (a router without it), unprocessable, not implemented. */
function refusesField({ status }: ProviderError): boolean {
  return status === 400 || status === 404 || status === 422 || status === 501;
}

function requestBody(
  model: ServerModel,
  messages: readonly Message[],
  schema: ModelRequest['replySchema'],
): string {
  return JSON.stringify({
    model: model.model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    temperature: model.temperature,
    ...(model.seed === null ? {} : { seed: model.seed }),
    ...(model.maxOutputTokens === null ? {} : { max_tokens: model.maxOutputTokens }),
    stream: false,
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { name: 'reply', strict: true, schema } } }),
  });
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
