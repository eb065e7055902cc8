// Reads a PDF: its text page by page, its outline as headings, its title.
import type { getDocumentProxy as GetDocumentProxy } from 'unpdf';
import { ExtractionError, type ExtractedDocument, type PageStart } from '../extracted.ts';
import { cleanText, counted, countMatches } from '../text/clean-text.ts';
import { createCharacterMaps } from './character-maps.ts';
import { readOutline } from './outline.ts';
import { readPageLines, type Line, type Piece } from './page-lines.ts';
import { collectVocabulary, renderPage } from './paragraphs.ts';

export type PdfDocument = Awaited<ReturnType<typeof GetDocumentProxy>>;
type PdfPage = Awaited<ReturnType<PdfDocument['getPage']>>;
type Matrix = readonly [number, number, number, number, number, number];

function toMatrix(values: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = values.map(Number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

/** First `inner`, then `outer`. */
function multiply(outer: Matrix, inner: Matrix): Matrix {
  return [
    outer[0] * inner[0] + outer[2] * inner[1],
    outer[1] * inner[0] + outer[3] * inner[1],
    outer[0] * inner[2] + outer[2] * inner[3],
    outer[1] * inner[2] + outer[3] * inner[3],
    outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
    outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
  ];
}

async function readPieces(page: PdfPage): Promise<Piece[]> {
  const view = toMatrix(page.getViewport({ scale: 1 }).transform);
  const content = await page.getTextContent();
  const pieces: Piece[] = [];
  for (const item of content.items) {
    if (!('str' in item) || item.str === '') continue;
    const [a, b, c, d, x, y] = multiply(view, toMatrix(item.transform));
    const isSideways = Math.abs(b) > Math.abs(a);
    const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
    // Sideways text is read in a frame turned with it, so that its lines are lines there too.
    const [along, across] = isSideways ? (b > 0 ? [y, -x] : [-y, x]) : [x, y];
    const isTurned = !isSideways && a < 0;
    pieces.push({
      text: item.str,
      left: isTurned ? along - item.width : along,
      right: isTurned ? along : along + item.width,
      y: across,
      size,
      isRtl: item.dir === 'rtl',
      isSideways,
    });
  }
  return pieces;
}

/** In some PDFs the ligature of lam and alef comes out backwards; before a hamza there is no other reading. */
function mendArabic(text: string): string {
  return text.replace(/\u0627([\u0622\u0623\u0625])\u0644/g, '\u0627\u0644$1');
}

interface PageReading {
  readonly pages: readonly (readonly Line[])[];
  readonly unreadable: readonly number[];
}

async function readPages(pdf: PdfDocument, signal: AbortSignal | undefined): Promise<PageReading> {
  const pages: (readonly Line[])[] = [];
  const unreadable: number[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    signal?.throwIfAborted();
    try {
      const page = await pdf.getPage(number);
      pages.push(readPageLines(await readPieces(page)));
      page.cleanup();
    } catch {
      pages.push([]);
      unreadable.push(number);
    }
  }
  return { pages, unreadable };
}

async function open(bytes: Uint8Array, fileName: string, factory: object): Promise<PdfDocument> {
  const { getDocumentProxy } = await import('unpdf');
  try {
    // PDF.js takes the bytes for itself, hence the copy.
    return await getDocumentProxy(new Uint8Array(bytes), {
      verbosity: 0,
      cMapPacked: true,
      BinaryDataFactory: factory,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ExtractionError(
        'encrypted',
        fileName,
        'this PDF opens only with a password. Open it, save or print it to a PDF without one, and add that',
      );
    const detail = error instanceof Error ? error.message : String(error);
    throw new ExtractionError(
      'corrupt',
      fileName,
      `this PDF is damaged or was cut off (${detail}). Fetch it again, or open it elsewhere and print it to a new PDF`,
    );
  }
}

function listPages(pages: readonly number[]): string {
  const listed = pages.slice(0, 10).join(', ') + (pages.length > 10 ? ' ...' : '');
  return `${pages.length === 1 ? 'page' : 'pages'} ${listed}`;
}

function joinPages(texts: readonly string[]): { text: string; pages: PageStart[] } {
  const pages: PageStart[] = [];
  let text = '';
  for (const [index, pageText] of texts.entries()) {
    if (text !== '' && pageText !== '') text += '\n\n';
    pages.push({ page: index + 1, start: text.length });
    text += pageText;
  }
  return { text, pages };
}

function refuseUnreadable(
  fileName: string,
  reading: PageReading,
  text: string,
  missing: ReadonlySet<string>,
): void {
  if (missing.size > 0)
    throw new ExtractionError(
      'unsupported',
      fileName,
      `its fonts need character maps that are not installed (${[...missing].join(', ')}). Install Assay anew with its optional parts (pdfjs-dist), or print the document to a PDF from another program`,
    );
  if (reading.unreadable.length > 0 && reading.unreadable.length === reading.pages.length)
    throw new ExtractionError(
      'corrupt',
      fileName,
      'none of its pages can be read; the PDF is damaged. Open it elsewhere and print it to a new PDF',
    );
  const letters = countMatches(text, /[\p{L}\p{N}]/gu);
  if (letters === 0)
    throw new ExtractionError(
      'no-text',
      fileName,
      `no text in ${counted(reading.pages.length, 'page')}: scanned? Recognise the text with an OCR program and add the PDF it writes`,
    );
  const obscure = countMatches(text, /[\p{Co}\ufffd]/gu);
  if (obscure > letters)
    throw new ExtractionError(
      'no-text',
      fileName,
      'its fonts do not say which letters they show, so that no text can be read. Recognise the text with an OCR program and add the PDF it writes',
    );
}

function describe(reading: PageReading, texts: readonly string[], text: string, uncertain: number): string[] {
  const warnings: string[] = [];
  const empty = texts.flatMap((page, index) =>
    page === '' && !reading.unreadable.includes(index + 1) ? [index + 1] : [],
  );
  if (empty.length > 0) warnings.push(`no text on ${listPages(empty)}: scanned or blank?`);
  if (reading.unreadable.length > 0) warnings.push(`${listPages(reading.unreadable)} damaged and not read`);
  if (uncertain > 0)
    warnings.push(`${counted(uncertain, 'hyphen')} at line ends kept: word broken there, or written so?`);
  const obscure = countMatches(text, /[\p{Co}\ufffd]/gu);
  if (obscure > 0)
    warnings.push(`${counted(obscure, 'character')} without meaning: the font does not say which letter`);
  const arabic = countMatches(text, /[\u0620-\u064a]/g);
  if (arabic > 0.3 * text.length)
    warnings.push(
      'right-to-left text: the ligature of lam and alef may come out backwards; compare a few lines',
    );
  return warnings;
}

async function readInfo(pdf: PdfDocument): Promise<{ title: string | null; language: string | null }> {
  const info: unknown = await pdf.getMetadata().then(
    (metadata) => metadata.info,
    () => ({}),
  );
  const read = (key: string): string | null => {
    const value: unknown = typeof info === 'object' && info !== null ? Reflect.get(info, key) : null;
    const text = typeof value === 'string' ? cleanText(value).trim() : '';
    return text === '' ? null : text;
  };
  const title = read('Title');
  // What programs write when nobody gave a title says nothing.
  const isIdle =
    title !== null && /^(?:untitled|microsoft word - .*|.*\.(?:docx?|tex|dvi|indd|pdf|odt))$/i.test(title);
  return { title: isIdle ? null : title, language: read('Language') };
}

/**
 * Reads a PDF. Pages are joined by a blank line and their starts recorded; the outline (bookmarks) gives the headings.
 * Text in an invisible layer (of OCR) counts as text. Throws ExtractionError: 'encrypted', 'corrupt', 'no-text' (scans
 * without a text layer), 'unsupported' (fonts whose character maps are not installed).
 */
export async function extractPdf(
  bytes: Uint8Array,
  fileName: string,
  signal?: AbortSignal,
): Promise<ExtractedDocument> {
  const maps = createCharacterMaps();
  const pdf = await open(bytes, fileName, maps.factory);
  try {
    const reading = await readPages(pdf, signal);
    const vocabulary = collectVocabulary(reading.pages);
    const rendered = reading.pages.map((lines) => renderPage(lines, vocabulary));
    const texts = rendered.map((page) => mendArabic(cleanText(page.text)));
    const { text, pages } = joinPages(texts);
    refuseUnreadable(fileName, reading, text, maps.missing);
    const uncertain = rendered.reduce((sum, page) => sum + page.uncertain, 0);
    const { title, language } = await readInfo(pdf);
    return {
      title,
      text,
      pages,
      headings: await readOutline(pdf, text, pages),
      suffix: null,
      metadata: { pages: pages.length, ...(language === null ? {} : { language }) },
      warnings: describe(reading, texts, text, uncertain),
    };
  } finally {
    await pdf.destroy();
  }
}
