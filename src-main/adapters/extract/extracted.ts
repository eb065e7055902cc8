// What an extraction gives back, and the closed list of reasons for which it may be refused.

/** Kinds of file that can be read; decided by content, not by the file's name. */
export type FileKind = 'txt' | 'md' | 'html' | 'csv' | 'jsonl' | 'pdf' | 'docx';

/** Where a page begins: `page` starts at 1, `start` is a UTF-16 offset into the document's text. */
export interface PageStart {
  readonly page: number;
  readonly start: number;
}

/** A heading: `level` 1 is the highest, `start` is the UTF-16 offset where it stands in the text. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly start: number;
}

/** One document of a file. `text` is NFC with LF line ends, without byte order mark, NUL or lone surrogates. */
export interface ExtractedDocument {
  readonly title: string | null;
  readonly text: string;
  readonly pages: readonly PageStart[];
  readonly headings: readonly Heading[];
  /** What tells this document from its siblings of the same file; null when the file is one document. */
  readonly suffix: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** A whole file as read. `encoding` is null for kinds that have none of their own (pdf, docx). */
export interface ExtractedFile {
  readonly kind: FileKind;
  readonly mediaType: string;
  readonly encoding: string | null;
  readonly documents: readonly ExtractedDocument[];
  readonly warnings: readonly string[];
}

/** Every reason for which a file is refused. */
export const extractionReasons = [
  'encrypted',
  'no-text',
  'corrupt',
  'unsupported',
  'binary',
  'empty',
  'too-large',
  'timeout',
  'crashed',
  'unreadable',
] as const;

export type ExtractionReason = (typeof extractionReasons)[number];

/** A refused file: `reason` for programs, `message` (which names the file and says what to do next) for people. */
export class ExtractionError extends Error {
  readonly reason: ExtractionReason;
  readonly fileName: string;

  constructor(reason: ExtractionReason, fileName: string, explanation: string) {
    super(`${fileName}: ${explanation}`);
    this.name = 'ExtractionError';
    this.reason = reason;
    this.fileName = fileName;
  }
}

/** The media type recorded for each kind. */
export const mediaTypes: Readonly<Record<FileKind, string>> = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};
