// Extracts documents through the reading child process, with a deadline for each file.
import { AppError } from '#contract/failure';
import type { ExtractReply } from './extract-child.ts';
import { ExtractionError, type ExtractedFile, type ExtractionReason } from './extracted.ts';

/** The child process as this file needs it; a client that kills a child past `timeoutMs` and starts another. */
export interface ExtractChild {
  call(
    method: string,
    input: unknown,
    options?: {
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: unknown) => void;
      readonly timeoutMs?: number;
    },
  ): Promise<unknown>;
  close(): Promise<void>;
}

export interface Extractor {
  /**
   * Extracts the file at `path`; `fileName` is what people call it, and what messages name. Rejects with ExtractionError
   * for a file that is refused, takes too long ('timeout') or ends the child ('crashed'): the next file is then read by
   * a new child. Rejects with the client's AppError when cancelled, or when no child can be had at all.
   */
  extract(
    path: string,
    fileName: string,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ExtractedFile>;
  close(): Promise<void>;
}

export const DEFAULT_DEADLINE_MS = 60_000;

function reasonOf(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'unavailable') return null;
  const { detail } = error;
  return typeof detail === 'object' && detail !== null && 'reason' in detail ? detail.reason : null;
}

function isReply(value: unknown): value is ExtractReply {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

function toExtractionError(error: unknown, fileName: string, deadlineMs: number): unknown {
  const reason = reasonOf(error);
  if (reason === 'timeout')
    return new ExtractionError(
      'timeout',
      fileName,
      `reading took longer than ${String(Math.round(deadlineMs / 1000))} s and was stopped. Split the document, or save it in a simpler form such as plain text, and add that`,
    );
  if (reason === 'crash')
    return new ExtractionError(
      'crashed',
      fileName,
      'the document reader ended while it read this file, most likely for want of memory. Split the document, or save it in a simpler form such as plain text, and add that',
    );
  return error;
}

/** Creates an extractor over a child that serves `extract-child.ts`. `deadlineMs` is for one file, default 60,000. */
export function createExtractor(
  child: ExtractChild,
  { deadlineMs = DEFAULT_DEADLINE_MS }: { readonly deadlineMs?: number } = {},
): Extractor {
  /** A crash or time-out ends every call of that child: one file at a time keeps the blame on the file that earned it. */
  let queue: Promise<unknown> = Promise.resolve();

  async function ask(
    path: string,
    fileName: string,
    signal: AbortSignal | undefined,
  ): Promise<ExtractedFile> {
    let reply: unknown;
    try {
      reply = await child.call('extract', { path, fileName }, { signal, timeoutMs: deadlineMs });
    } catch (error) {
      throw toExtractionError(error, fileName, deadlineMs);
    }
    if (!isReply(reply))
      throw new AppError('internal', `The document reader gave no answer for ${fileName}.`);
    if (reply.ok) return reply.value;
    throw new ExtractionError(reply.reason satisfies ExtractionReason, fileName, reply.message);
  }

  return {
    extract(path, fileName, options) {
      const turn = queue.then(() => ask(path, fileName, options?.signal));
      queue = turn.catch(() => undefined);
      return turn;
    },
    close: () => child.close(),
  };
}
