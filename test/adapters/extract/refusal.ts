// What the tests of this folder share: a refused file as plain data, and the one document of a file.
import { expect } from 'vitest';
import { extractDocument } from '#adapters/extract/extract-document';
import { ExtractionError, type ExtractedDocument, type ExtractionReason } from '#adapters/extract/extracted';

/** Reason and message with which a promise is refused; fails the test when it is not. */
export async function refusalOf(
  promise: Promise<unknown>,
): Promise<{ reason: ExtractionReason; message: string }> {
  const error: unknown = await promise.then(
    (value) => expect.fail(`not refused: ${JSON.stringify(value).slice(0, 300)}`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ExtractionError)) throw error;
  return { reason: error.reason, message: error.message };
}

/** Extracts a file given as text or bytes; returns its only document. */
export async function extractOnly(
  content: string | Uint8Array,
  fileName: string,
): Promise<ExtractedDocument> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const { documents } = await extractDocument(bytes, fileName);
  const [document] = documents;
  expect(documents.length).toBe(1);
  return document as ExtractedDocument;
}
