// Extracts the text of one file of any kind that Assay reads: the entry of everything in this folder.
import {
  ExtractionError,
  mediaTypes,
  type ExtractedDocument,
  type ExtractedFile,
  type FileKind,
} from './extracted.ts';
import { extractDocx, findMainPart } from './docx/extract-docx.ts';
import { openZip } from './docx/zip.ts';
import { extractHtml, readDeclaredCharset } from './html/extract-html.ts';
import { extractPdf } from './pdf/extract-pdf.ts';
import { hintOf, sniffContainer, sniffText } from './sniff-kind.ts';
import { cleanText } from './text/clean-text.ts';
import { decodeText, refuseBinary, type DecodedText } from './text/decode-text.ts';
import { extractMarkdown, extractPlainText } from './text/extract-markdown.ts';
import { extractJsonLines, extractTable } from './text/extract-records.ts';

/** Largest file that is read at all, in bytes. */
export const FILE_BYTES_CAP = 512 * 1024 * 1024;
/** Largest file of plain text: beyond it the text alone would not fit the reader's memory. */
export const TEXT_BYTES_CAP = 64 * 1024 * 1024;

export interface ExtractOptions {
  /** Stops between steps (PDF: between pages); the promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

const officeKinds: readonly (readonly [RegExp, string, string])[] = [
  [/^xl\//, 'a spreadsheet (XLSX)', 'Save each sheet as CSV and add that'],
  [/^ppt\//, 'a presentation (PPTX)', 'Save it as PDF and add that'],
  [/^META-INF\/container\.xml$/, 'an e-book (EPUB)', 'Convert it to HTML or DOCX and add that'],
  [/^content\.xml$/, 'an OpenDocument file', 'Save it as DOCX, CSV or PDF and add that'],
];

function file(
  kind: FileKind,
  document: ExtractedDocument,
  encoding: string | null,
  warnings: readonly string[],
): ExtractedFile {
  return { kind, mediaType: mediaTypes[kind], encoding, documents: [document], warnings };
}

/** A name that promises another kind than the content is worth a word, nothing more. */
function warnOfName(kind: FileKind, fileName: string): string[] {
  const hint = hintOf(fileName) ?? /\.(pdf|docx)$/i.exec(fileName)?.[1]?.toLowerCase() ?? kind;
  const harmless = hint === 'txt' && kind === 'md';
  return hint === kind || harmless
    ? []
    : [`the name says ${hint}, the content is ${kind}; it was read as ${kind}`];
}

async function extractZip(bytes: Uint8Array, fileName: string): Promise<ExtractedFile> {
  const zip = await openZip(bytes, fileName);
  if (findMainPart(zip.names) !== null)
    return file('docx', await extractDocx(zip, fileName), null, warnOfName('docx', fileName));
  const office = officeKinds.find(([member]) => zip.names.some((name) => member.test(name)));
  const [, what, remedy] = office ?? [null, 'a ZIP archive', 'Unpack it and add the documents inside'];
  throw new ExtractionError('unsupported', fileName, `this is ${what}, which is not read. ${remedy}`);
}

function readText(kind: FileKind, text: string, fileName: string): ExtractedDocument {
  switch (kind) {
    case 'html':
      return extractHtml(text, fileName);
    case 'csv':
      return extractTable(text, fileName);
    case 'jsonl':
      return extractJsonLines(text, fileName);
    case 'md':
      return extractMarkdown(text);
    default:
      return extractPlainText(text);
  }
}

function decode(bytes: Uint8Array, fileName: string): DecodedText {
  refuseBinary(bytes, fileName);
  const declared = readDeclaredCharset(bytes);
  return decodeText(bytes, declared);
}

function extractText(bytes: Uint8Array, fileName: string): ExtractedFile {
  if (bytes.length > TEXT_BYTES_CAP) throw tooLarge(bytes.length, TEXT_BYTES_CAP, fileName);
  const decoded = decode(bytes, fileName);
  const text = cleanText(decoded.text);
  if (text.trim() === '')
    throw new ExtractionError(
      'empty',
      fileName,
      'this file holds nothing but white space. Add a file with text',
    );
  const kind = sniffText(text, fileName);
  const document = readText(kind, text, fileName);
  return file(kind, document, decoded.encoding, [...warnOfName(kind, fileName), ...decoded.warnings]);
}

function tooLarge(size: number, cap: number, fileName: string): ExtractionError {
  const [mib, most] = [size, cap].map((bytes) => Math.ceil(bytes / 1024 / 1024));
  return new ExtractionError(
    'too-large',
    fileName,
    `this file has ${String(mib)} MiB; at most ${String(most)} MiB of its kind are read. Split it and add the parts`,
  );
}

/**
 * Extracts the text of a file. Its kind is decided by content (a PDF named .txt is a PDF); the name only helps to tell
 * kinds of plain text apart. Every file is ONE document: a CSV becomes `column: value` lines with a blank line between
 * rows; a JSONL becomes the `text` of each line if every line has one, else `key: value` lines. Offsets (pages,
 * headings) are UTF-16 code units into `text`, which is NFC with LF line ends, without byte order mark or NUL.
 * Rejects with ExtractionError (see its reasons), or with the reason of `options.signal` when that is aborted.
 */
export async function extractDocument(
  bytes: Uint8Array,
  fileName: string,
  options: ExtractOptions = {},
): Promise<ExtractedFile> {
  options.signal?.throwIfAborted();
  if (bytes.length === 0)
    throw new ExtractionError('empty', fileName, 'this file has no content. Add a file with text');
  if (bytes.length > FILE_BYTES_CAP) throw tooLarge(bytes.length, FILE_BYTES_CAP, fileName);
  const container = sniffContainer(bytes, fileName);
  if (container === 'zip') return extractZip(bytes, fileName);
  if (container === 'pdf') {
    const document = await extractPdf(bytes, fileName, options.signal);
    return file('pdf', document, null, warnOfName('pdf', fileName));
  }
  return extractText(bytes, fileName);
}
