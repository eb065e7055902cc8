// Plays written replies, by question id, by k and question id, or out of the bank: no model, always the same.
import type { ChatModel, ModelReply, ModelRequest } from '#services/model-ports';
import { hashValue } from '#services/hash';
import { AppError } from '#contract/failure';
import type { Message } from '#contract/items';
import { readReplies, type Replies, type ScriptedReply } from './replies-file.ts';

/** Where the replies come from: a file of the workspace, or the questions' own `scriptedReply` by question id. */
export type ReplySource =
  | { readonly file: string; readonly loadText: (path: string) => Promise<string> }
  | { readonly bank: ReadonlyMap<string, string | readonly string[]> };

/**
 * Loads and checks the replies; throws `invalid-input` with every problem of the file. Attempts past the end of a list
 * repeat its last reply. A question without a reply, or whose messages are not those the reply was written for, is a
 * `no-script` error of that question alone.
 */
export async function createScripted(source: ReplySource): Promise<ChatModel> {
  const { replies, from } = await loadReplies(source);
  return {
    async ask(request) {
      if (request.signal.aborted) throw new AppError('cancelled', 'The question to the model was cancelled.');
      return answer(replies, from, request);
    },
  };
}

/** What `messagesHash` is compared with: the hash of the messages as sent, their role and content. */
export function hashMessages(messages: readonly Message[]): string {
  return hashValue(messages.map(({ role, content }) => ({ role, content })));
}

async function loadReplies(source: ReplySource): Promise<{ replies: Replies; from: string }> {
  if ('file' in source) {
    const { file, loadText } = source;
    return { replies: readReplies(await loadText(file), file), from: file };
  }
  const entries = [...source.bank].map(([id, reply]): [string, ScriptedReply] => [
    id,
    { attempts: typeof reply === 'string' ? [reply] : reply, messagesHash: null },
  ]);
  return {
    replies: { byQuestion: new Map(entries), byK: new Map() },
    from: "the bank's scriptedReply fields",
  };
}

function answer(replies: Replies, from: string, request: ModelRequest): ModelReply {
  const { questionId, k, attempt, messages } = request;
  const scripted = replies.byK.get(k)?.get(questionId) ?? replies.byQuestion.get(questionId);
  if (!scripted) return noScript(`No reply for question "${questionId}" (k = ${k}) in ${from}.`);
  const { attempts, messagesHash } = scripted;
  if (messagesHash !== null) {
    const sent = hashMessages(messages);
    if (sent !== messagesHash)
      return noScript(
        `The reply for question "${questionId}" in ${from} was written for other messages: it expects ${messagesHash}, sent were ${sent}.`,
      );
  }
  const reply = attempts[Math.min(attempt, attempts.length) - 1];
  if (reply === undefined)
    return noScript(`The list of replies for question "${questionId}" in ${from} is empty.`);
  const usage = { promptTokens: null, completionTokens: null };
  return { ok: true, reply, finishReason: 'stop', usage, refused: false };
}

function noScript(message: string): ModelReply {
  return { ok: false, error: { kind: 'no-script', message } };
}
