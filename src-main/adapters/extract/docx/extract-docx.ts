// Reads a Word document (DOCX) straight from its XML parts.
import { ExtractionError, type ExtractedDocument } from '../extracted.ts';
import { counted } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { createTextBuilder } from '../text/text-builder.ts';
import { indexNotes, readBlocks, type Block, type BodyContext } from './docx-body.ts';
import type { DocxCounts, NoteReference } from './docx-inline.ts';
import { readStyles } from './docx-styles.ts';
import { childNamed, childrenNamed, parseXml, textInside, XmlError, type XmlElement } from './xml.ts';
import type { ZipArchive } from './zip.ts';

const skipped = new Set(['w:tblPr', 'w:tblGrid', 'w:tcPr', 'w:sectPr', 'w:tblPrEx', 'w:proofErr', 'w:rsids']);
const mainPart = /^word\/document\d*\.xml$/i;

/** The name of the main part of a Word document among an archive's members, or null for any other archive. */
export function findMainPart(names: readonly string[]): string | null {
  return names.find((name) => mainPart.test(name)) ?? null;
}

async function readPart(zip: ZipArchive, name: string, fileName: string): Promise<XmlElement | null> {
  const bytes = await zip.read(name);
  if (bytes === null) return null;
  try {
    return parseXml(decodeText(bytes).text, skipped);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new ExtractionError(
      'corrupt',
      fileName,
      `its part ${name} is damaged: ${error.message}. Open it in Word or LibreOffice, save it anew and add that`,
    );
  }
}

type NoteIndex = ReadonlyMap<string, XmlElement>;

async function readNotesPart(
  zip: ZipArchive,
  kind: NoteReference['kind'],
  fileName: string,
): Promise<NoteIndex> {
  const root = await readPart(zip, `word/${kind}s.xml`, fileName);
  return root === null ? new Map() : indexNotes(root, `w:${kind}`);
}

function createContext(
  styles: XmlElement | null,
  notes: Readonly<Record<NoteReference['kind'], NoteIndex>>,
): BodyContext {
  const numbered: XmlElement[] = [];
  const numbers = new Map<XmlElement, number>();
  return {
    styles: styles === null ? new Map() : readStyles(styles),
    counts: { insertions: 0, deletions: 0, hidden: 0, foreignParts: 0 },
    numberNote({ kind, id }) {
      const note = notes[kind].get(id);
      // A note read a second time (from inside itself) would never end.
      if (note === undefined || numbers.has(note)) return null;
      numbered.push(note);
      numbers.set(note, numbered.length);
      return numbered.length;
    },
    noteContent: (number) => numbered[number - 1],
  };
}

async function readTitle(
  zip: ZipArchive,
  blocks: readonly Block[],
  fileName: string,
): Promise<string | null> {
  const core = await readPart(zip, 'docProps/core.xml', fileName);
  const element = core === null ? undefined : childNamed(core, 'dc:title');
  const stated = element === undefined ? '' : textInside(element).trim();
  if (stated !== '') return stated.normalize('NFC');
  const titled = blocks.find((block) => block.kind === 'title' && block.text.trim() !== '');
  return titled === undefined ? null : titled.text.replace(/\s+/g, ' ').trim().normalize('NFC');
}

function describe(counts: DocxCounts, comments: number): string[] {
  const warnings: string[] = [];
  if (counts.deletions > 0)
    warnings.push(`${counted(counts.deletions, 'tracked deletion')} left out, as if accepted`);
  if (counts.insertions > 0)
    warnings.push(`${counted(counts.insertions, 'tracked insertion')} taken in, as if accepted`);
  if (comments > 0) warnings.push(`${counted(comments, 'comment')} not part of the text`);
  if (counts.hidden > 0) warnings.push(`${counted(counts.hidden, 'run')} of hidden text left out`);
  if (counts.foreignParts > 0)
    warnings.push(
      `${counted(counts.foreignParts, 'embedded file')} not read; add it as a document of its own`,
    );
  return warnings;
}

/**
 * Reads a Word document: paragraphs, headings by style or outline level, tables by rows, foot- and endnotes after the
 * paragraph that refers to them (without their numbers), text boxes after the paragraph they are anchored in. Tracked changes count as
 * accepted. Comments, hidden text, headers, footers and automatic list numbers are not part of the text.
 * Throws ExtractionError 'corrupt' for damaged parts, 'no-text' when nothing is left.
 */
export async function extractDocx(zip: ZipArchive, fileName: string): Promise<ExtractedDocument> {
  const name = findMainPart(zip.names) ?? 'word/document.xml';
  const root = await readPart(zip, name, fileName);
  const body = root === null ? undefined : childNamed(root, 'w:body');
  if (body === undefined)
    throw new ExtractionError(
      'corrupt',
      fileName,
      'it has no document body. Save it anew in Word and add that',
    );
  const context = createContext(await readPart(zip, 'word/styles.xml', fileName), {
    footnote: await readNotesPart(zip, 'footnote', fileName),
    endnote: await readNotesPart(zip, 'endnote', fileName),
  });
  const commentsPart = await readPart(zip, 'word/comments.xml', fileName);
  const comments = commentsPart === null ? 0 : childrenNamed(commentsPart, 'w:comment').length;
  const blocks = readBlocks(body, context);
  const builder = createTextBuilder();
  for (const block of blocks) {
    if (block.level !== null) builder.heading(block.level, block.text);
    else builder.block(block.text, { tight: block.tight });
  }
  const { text, headings } = builder.build();
  if (text === '')
    throw new ExtractionError(
      'no-text',
      fileName,
      'this document holds no text, perhaps only pictures. Recognise their text with an OCR program and add the result',
    );
  const { insertions, deletions } = context.counts;
  return {
    title: await readTitle(zip, blocks, fileName),
    text,
    pages: [],
    headings,
    suffix: null,
    metadata: { trackedInsertions: insertions, trackedDeletions: deletions, comments },
    warnings: describe(context.counts, comments),
  };
}
