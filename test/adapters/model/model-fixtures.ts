// What the model tests share: real servers on the loopback, a complete model config, and one request.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Model } from '#contract/config/model';
import type { ModelRequest } from '#services/model-ports';
import { createEgress } from '#adapters/egress/egress';
import type { EgressSettings } from '#adapters/egress/policy';
import { createOpenAiCompatible } from '#adapters/model/openai-compatible';
import type { Environment } from '#adapters/model/secrets';

export type ServerModel = Extract<Model, { provider: 'openai-compatible' }>;

export interface TestServer {
  readonly port: number;
  readonly sockets: ReadonlySet<Socket>;
  /** The requests received, in order. */
  readonly seen: {
    readonly url: string;
    readonly headers: IncomingMessage['headers'];
    readonly body: unknown;
  }[];
  close(): Promise<void>;
}

/** Starts a server; `answer` gets the number of the request, from 1, once its body is read. */
export async function startServer(
  answer: (response: ServerResponse, number: number, request: IncomingMessage) => void,
): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const seen: TestServer['seen'] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const body: unknown = JSON.parse(text);
      answer(response, seen.push({ url: request.url ?? '', headers: request.headers, body }), request);
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((go) => server.listen(0, '127.0.0.1', go));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((go) => server.close(() => go()));
  };
  return { port, sockets, seen, close };
}

export function serverModel(port: number, more: Partial<ServerModel> = {}): ServerModel {
  return {
    provider: 'openai-compatible',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    model: 'test-model',
    apiKey: null,
    headers: {},
    query: {},
    temperature: 0,
    seed: null,
    maxOutputTokens: null,
    contextTokens: null,
    timeoutMs: 5_000,
    concurrency: 4,
    ...more,
  };
}

export function modelRequest(more: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: {
      provider: 'extractive',
      temperature: 0,
      seed: null,
      maxOutputTokens: null,
      contextTokens: null,
      timeoutMs: 5_000,
      concurrency: 4,
    },
    questionId: 'q1',
    question: 'Who plays the piano?',
    messages: [
      { role: 'system', content: 'Answer.' },
      { role: 'user', content: 'Who plays the piano? ñ€' },
    ],
    passages: [],
    attempt: 1,
    k: 3,
    signal: new AbortController().signal,
    ...more,
  };
}

export function completion(message: unknown, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    id: 'x',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    ...more,
  });
}

export async function until(condition: () => boolean, limitMs = 1_000): Promise<boolean> {
  for (const end = performance.now() + limitMs; performance.now() < end && !condition();)
    await new Promise((go) => setTimeout(go, 5));
  return condition();
}

/** Asks the sample question through a guard that allows this machine, unless told otherwise. */
export function ask(
  model: ServerModel,
  options: { signal?: AbortSignal; env?: Environment; egress?: EgressSettings } = {},
) {
  const egress = createEgress(() => options.egress ?? { policy: 'loopback', hosts: [] });
  const { signal } = options;
  return createOpenAiCompatible(model, egress, options.env ?? {}).ask(modelRequest(signal ? { signal } : {}));
}

export function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export const fine = completion({ role: 'assistant', content: 'Sofía' });
export const fineReply = {
  ok: true,
  reply: 'Sofía',
  finishReason: 'stop',
  usage: { promptTokens: 12, completionTokens: 3 },
  refused: false,
};
