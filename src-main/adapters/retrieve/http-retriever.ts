// Asks a user's own retriever: POST {query, k}, answered by {hits: [{documentId | chunkId | text, score}]}.
import { Type, type Static } from '@sinclair/typebox';
import type { HttpRetriever } from '#contract/config/retriever';
import { AppError } from '#contract/failure';
import type { ProviderError } from '#contract/items';
import type { ForeignAnswer, ForeignRetriever } from '#services/model-ports';
import { findProblems, problemText } from '#services/validate';
import { startDeadline } from '../egress/deadline.ts';
import type { Egress } from '../egress/egress.ts';
import { excerpt } from '../egress/excerpt.ts';
import { connectionError, statusError } from '../egress/provider-error.ts';
import { resolveReference, type Environment } from '../model/secrets.ts';

const maxResponseBytes = 16 * 1024 * 1024;

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** What more an answer holds is passed over. */
const AnswerSchema = Type.Object({
  hits: Type.Array(Type.Object({ documentId: Text, chunkId: Text, text: Text, score: Type.Number() })),
});

/** Throws `unavailable` where the key the config names is not in the environment, `egress-denied` before anything is sent. */
export async function openHttpRetriever(
  retriever: Pick<HttpRetriever, 'id' | 'url' | 'timeoutMs' | 'apiKey'>,
  egress: Egress,
  env: Environment,
): Promise<ForeignRetriever> {
  const url = new URL(retriever.url);
  await egress.requireAllowed(url);
  const key =
    retriever.apiKey === null ? null : resolveReference(retriever.apiKey, env, `${retriever.id}.apiKey`);
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    'accept-encoding': 'identity',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  return {
    async retrieve(query, k, signal) {
      const deadline = startDeadline(retriever.timeoutMs, signal);
      try {
        const response = await egress.send({
          url,
          method: 'POST',
          headers,
          body: JSON.stringify({ query, k }),
          signal: deadline.signal,
          maxBytes: maxResponseBytes,
        });
        if (response.status < 200 || response.status > 299)
          return redact(statusError(url, response, `the url of the retriever ${retriever.id}`), key);
        return readAnswer(url, response.body);
      } catch (error) {
        if (signal.aborted) throw new AppError('cancelled', 'The question to the retriever was cancelled.');
        if (error instanceof AppError && error.code === 'egress-denied') throw error;
        return redact(connectionError(error, url, retriever.timeoutMs), key);
      } finally {
        deadline.release();
      }
    },
  };
}

function redact(error: ProviderError, key: string | null): ForeignAnswer {
  const message = key === null ? error.message : error.message.replaceAll(key, '[secret]');
  return { ok: false, error: { ...error, message } };
}

function readAnswer(url: URL, body: Uint8Array): ForeignAnswer {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(body));
  } catch {
    return badReply(`${url.host} did not answer with JSON. It begins: ${excerpt(body)}`);
  }
  const [problem] = findProblems(AnswerSchema, value);
  if (problem)
    return badReply(
      `${url.host} did not answer with {hits: [{documentId | chunkId | text, score}]} (${problemText({ ...problem, value: undefined })}). It begins: ${excerpt(body)}`,
    );
  const { hits } = value as Static<typeof AnswerSchema>;
  const nameless = hits.findIndex(({ documentId, chunkId, text }) => !documentId && !chunkId && !text);
  if (nameless >= 0)
    return badReply(`Hit ${nameless + 1} of ${url.host} names no documentId, chunkId or text.`);
  return {
    ok: true,
    hits: hits.map(({ documentId, chunkId, text, score }) => ({
      score,
      ...(chunkId ? { chunkId } : {}),
      ...(documentId ? { documentId } : {}),
      ...(text ? { text } : {}),
    })),
  };
}

function badReply(message: string): ForeignAnswer {
  return { ok: false, error: { kind: 'bad-reply', message } };
}
