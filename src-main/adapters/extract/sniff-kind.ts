// Decides what kind of file the bytes are, by their content; the name is only a hint between kinds of plain text.
import { ExtractionError, type FileKind } from './extracted.ts';
import { looksLikeMarkdown } from './text/extract-markdown.ts';
import { looksLikeJsonLines, looksLikeTable } from './text/extract-records.ts';

/** What the first bytes tell: a container with a format of its own, or something to be decoded as text. */
export type Container = 'pdf' | 'zip' | 'text';

interface Magic {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly name: string;
  readonly remedy: string;
}

const asDocument =
  'Add the document it belongs to instead (PDF, DOCX, HTML, Markdown, CSV, JSONL or plain text)';
const image = 'Recognise its text with an OCR program and add the result';
const unpack = 'Unpack it and add the documents inside';

const magics: readonly Magic[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], name: 'a PNG image', remedy: image },
  { bytes: [0xff, 0xd8, 0xff], name: 'a JPEG image', remedy: image },
  { bytes: [0x47, 0x49, 0x46, 0x38], name: 'a GIF image', remedy: image },
  { bytes: [0x49, 0x49, 0x2a, 0x00], name: 'a TIFF image', remedy: image },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], name: 'a TIFF image', remedy: image },
  { bytes: [0x1f, 0x8b], name: 'a gzip archive', remedy: unpack },
  { bytes: [0x42, 0x5a, 0x68], name: 'a bzip2 archive', remedy: unpack },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], name: 'an xz archive', remedy: unpack },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], name: 'a 7z archive', remedy: unpack },
  { bytes: [0x52, 0x61, 0x72, 0x21, 0x1a], name: 'a RAR archive', remedy: unpack },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], name: 'a program', remedy: asDocument },
  { bytes: [0xca, 0xfe, 0xba, 0xbe], name: 'a program', remedy: asDocument },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65],
    name: 'an SQLite database',
    remedy: 'Export its tables as CSV',
  },
  { bytes: [0x49, 0x44, 0x33], name: 'a sound file', remedy: asDocument },
  { bytes: [0x66, 0x74, 0x79, 0x70], at: 4, name: 'a film or sound file', remedy: asDocument },
];

function startsWith(bytes: Uint8Array, expected: readonly number[], at = 0): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

function asciiOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function isPdf(bytes: Uint8Array): boolean {
  const head = asciiOf(bytes.subarray(0, 1024));
  const at = head.indexOf('%PDF-');
  if (at < 0) return false;
  if (/^[\s\u00ef\u00bb\u00bf]*$/.test(head.slice(0, at))) return true;
  // Rubbish before the header is common, a text that quotes the header more so: ask for the trailer too.
  return asciiOf(bytes.subarray(Math.max(0, bytes.length - 2048))).includes('startxref');
}

function refuseCompoundFile(bytes: Uint8Array, fileName: string): void {
  if (!startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return;
  const encrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
  if (encrypted)
    throw new ExtractionError(
      'encrypted',
      fileName,
      'this Office document is protected by a password. Open it, save it without the password, and add it again',
    );
  throw new ExtractionError(
    'unsupported',
    fileName,
    'this is an old Office file (.doc, .xls or .ppt). Save it as DOCX, CSV or PDF, and add that',
  );
}

/** Tells containers from text by their first bytes. Throws ExtractionError for known kinds that hold no readable text. */
export function sniffContainer(bytes: Uint8Array, fileName: string): Container {
  if (isPdf(bytes)) return 'pdf';
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]))
    return 'zip';
  refuseCompoundFile(bytes, fileName);
  if (startsWith(bytes, [0x7b, 0x5c, 0x72, 0x74, 0x66]))
    throw new ExtractionError(
      'unsupported',
      fileName,
      'this is a Rich Text (RTF) file. Save it as DOCX or PDF, and add that',
    );
  const magic = magics.find((candidate) => startsWith(bytes, candidate.bytes, candidate.at));
  // A text may begin with the letters 'BZh' or 'ID3'; real ones hold a NUL or a byte above ASCII soon after.
  if (magic !== undefined && bytes.subarray(0, 512).some((byte) => byte === 0 || byte >= 0x80))
    throw new ExtractionError('binary', fileName, `this is ${magic.name}, not a text. ${magic.remedy}`);
  return 'text';
}

const hints: Readonly<Record<string, FileKind>> = {
  md: 'md',
  markdown: 'md',
  mdown: 'md',
  mkd: 'md',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  txt: 'txt',
  text: 'txt',
};

/** The kind a file's name promises, or null when its ending says nothing. */
export function hintOf(fileName: string): FileKind | null {
  const extension = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return hints[extension] ?? null;
}

const htmlStart =
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]{0,5000}?-->\s*)*<(?:!doctype\s+html|html|head|body)[\s>]/i;
const someTag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i;

/** True for text that opens as an HTML page does, whatever the file is called. */
export function opensAsHtml(text: string): boolean {
  return htmlStart.test(text.slice(0, 8192));
}

/**
 * The kind of a decoded text. HTML is known by how it opens (or by any tag, when the name says HTML); JSONL and CSV by
 * structure, asked of files named so or not named as text; Markdown by name or structure; all else is plain text.
 */
export function sniffText(text: string, fileName: string): FileKind {
  const hint = hintOf(fileName);
  if (opensAsHtml(text) || (hint === 'html' && someTag.test(text))) return 'html';
  if (hint === 'md' || hint === 'csv' || hint === 'jsonl') return hint;
  if (looksLikeJsonLines(text)) return 'jsonl';
  if (hint === null && looksLikeTable(text)) return 'csv';
  return looksLikeMarkdown(text) ? 'md' : 'txt';
}
