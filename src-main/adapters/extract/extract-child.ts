// Entry of the child process that reads documents: a hostile file can take down this process, never the application.
import { readFile, stat } from 'node:fs/promises';
import { serveChild } from '#adapters/process/serve-child';
import { extractDocument, FILE_BYTES_CAP } from './extract-document.ts';
import { ExtractionError, type ExtractedFile, type ExtractionReason } from './extracted.ts';

/** What 'extract' answers: a refused file is an answer like any other, since error classes do not cross processes. */
export type ExtractReply =
  | { readonly ok: true; readonly value: ExtractedFile }
  | { readonly ok: false; readonly reason: ExtractionReason; readonly message: string };

interface ExtractInput {
  readonly path: string;
  readonly fileName: string;
}

function readInput(input: unknown): ExtractInput {
  if (typeof input === 'object' && input !== null && 'path' in input && 'fileName' in input) {
    const { path, fileName } = input;
    if (typeof path === 'string' && typeof fileName === 'string') return { path, fileName };
  }
  throw new TypeError('extract takes { path, fileName }, both strings');
}

async function load({ path, fileName }: ExtractInput): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size > FILE_BYTES_CAP)
      throw new ExtractionError(
        'too-large',
        fileName,
        `this file has ${String(Math.ceil(size / 1024 / 1024))} MiB; at most ${String(FILE_BYTES_CAP / 1024 / 1024)} MiB are read. Split it and add the parts`,
      );
    return await readFile(path);
  } catch (error) {
    if (error instanceof ExtractionError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw new ExtractionError(
      'unreadable',
      fileName,
      `the file cannot be opened (${detail}). Check that it is there, that it is a file, and that you may read it`,
    );
  }
}

async function extract(input: unknown, signal: AbortSignal): Promise<ExtractReply> {
  const request = readInput(input);
  try {
    return { ok: true, value: await extractDocument(await load(request), request.fileName, { signal }) };
  } catch (error) {
    if (!(error instanceof ExtractionError)) throw error;
    const { reason, fileName, message } = error;
    return { ok: false, reason, message: message.slice(fileName.length + 2) };
  }
}

serveChild({ extract: (input, { signal }) => extract(input, signal) });
