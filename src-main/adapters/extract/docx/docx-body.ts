// Turns the body of a Word document into blocks: paragraphs, headings, table rows and notes, in reading order.
import { chooseAlternative, isMarkDeleted, readInline, type InlineContext } from './docx-inline.ts';
import { roleOf, type Styles } from './docx-styles.ts';
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

/** One block of text. `level` is set for headings; `tight` blocks follow the one before without a blank line. */
export interface Block {
  readonly kind: 'paragraph' | 'title' | 'row' | 'note';
  readonly text: string;
  readonly level: number | null;
  readonly tight: boolean;
}

export interface BodyContext extends InlineContext {
  readonly styles: Styles;
  /** The element that holds a numbered note's paragraphs. */
  noteContent(number: number): XmlElement | undefined;
}

interface Reading {
  readonly blocks: Block[];
  /** Text of paragraphs whose end was deleted; it goes before the next paragraph. */
  carried: string;
  previousWasList: boolean;
}

/** Blocks of a container (body, cell, note, text box). Deleted rows and paragraphs are left out, inserted ones kept. */
export function readBlocks(container: XmlElement, context: BodyContext): Block[] {
  const reading: Reading = { blocks: [], carried: '', previousWasList: false };
  walk(container, context, reading);
  if (reading.carried !== '')
    reading.blocks.push({ kind: 'paragraph', text: reading.carried, level: null, tight: false });
  return reading.blocks;
}

const transparent = new Set([
  'w:sdt',
  'w:sdtContent',
  'w:ins',
  'w:moveTo',
  'w:customXml',
  'w:smartTag',
  'mc:Choice',
]);

function walk(container: XmlElement, context: BodyContext, reading: Reading): void {
  for (const child of container.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'w:p') readParagraph(child, context, reading);
    else if (child.name === 'w:tbl') readTable(child, context, reading);
    else if (child.name === 'w:del' || child.name === 'w:moveFrom') context.counts.deletions += 1;
    else if (child.name === 'w:altChunk') context.counts.foreignParts += 1;
    else if (child.name === 'mc:AlternateContent') {
      const chosen = chooseAlternative(child);
      if (chosen !== undefined) walk(chosen, context, reading);
    } else if (transparent.has(child.name)) {
      if (child.name === 'w:ins' || child.name === 'w:moveTo') context.counts.insertions += 1;
      walk(child, context, reading);
    }
  }
}

function readParagraph(paragraph: XmlElement, context: BodyContext, reading: Reading): void {
  const inline = readInline(paragraph, context);
  const text = reading.carried + inline.text;
  reading.carried = '';
  if (isMarkDeleted(paragraph)) {
    reading.carried = text;
  } else {
    const { level, isTitle } = roleOf(paragraph, context.styles);
    const isList = childNamed(childNamed(paragraph, 'w:pPr'), 'w:numPr') !== undefined && level === null;
    const tight = isList && reading.previousWasList;
    reading.blocks.push({ kind: isTitle ? 'title' : 'paragraph', text, level, tight });
    reading.previousWasList = isList;
  }
  reading.blocks.push(...readNotes(inline.notes, context));
  for (const box of inline.boxes) reading.blocks.push(...readBlocks(box, context));
}

/** Notes stand right after the paragraph or row that refers to them, so that a chunk holds both. */
function readNotes(numbers: readonly number[], context: BodyContext): Block[] {
  return numbers.flatMap((number) => {
    const content = context.noteContent(number);
    const text = content === undefined ? '' : flatten(readBlocks(content, context));
    return text === '' ? [] : [{ kind: 'note', text, level: null, tight: false }];
  });
}

function flatten(blocks: readonly Block[]): string {
  return blocks
    .map((block) => block.text.replace(/\s+/g, ' ').trim())
    .filter((text) => text !== '')
    .join(' ');
}

function isDeletedRow(row: XmlElement): boolean {
  return childNamed(childNamed(row, 'w:trPr'), 'w:del') !== undefined;
}

function rowsOf(table: XmlElement): XmlElement[] {
  return table.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name === 'w:tr') return [child];
    return transparent.has(child.name) ? rowsOf(child) : [];
  });
}

function cellsOf(row: XmlElement): XmlElement[] {
  return row.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name === 'w:tc') return [child];
    return transparent.has(child.name) ? cellsOf(child) : [];
  });
}

/** Empty cells for the grid columns that a row starting late leaves out. */
function skippedColumns(row: XmlElement): string[] {
  const value = Number(childNamed(childNamed(row, 'w:trPr'), 'w:gridBefore')?.attributes['w:val'] ?? 0);
  return new Array<string>(Math.min(Math.max(Math.trunc(value) || 0, 0), 63)).fill('');
}

/**
 * A table row by row, cells separated by ' | '. A merged cell stands once, where it begins; below it, a cell merged
 * downwards leaves its place empty, so that columns stay aligned. The rows of a nested table follow the row it is in.
 */
function readTable(table: XmlElement, context: BodyContext, reading: Reading): void {
  let isFirst = true;
  for (const row of rowsOf(table)) {
    if (isDeletedRow(row)) {
      context.counts.deletions += 1;
      continue;
    }
    const cells: string[] = skippedColumns(row);
    const after: Block[] = [];
    for (const cell of cellsOf(row)) {
      const blocks = readBlocks(cell, context);
      const isNested = (block: Block) => block.kind === 'row' || block.kind === 'note';
      cells.push(flatten(blocks.filter((block) => !isNested(block))));
      after.push(...blocks.filter(isNested));
    }
    if (cells.some((cell) => cell !== '')) {
      reading.blocks.push({ kind: 'row', text: cells.join(' | '), level: null, tight: !isFirst });
      isFirst = false;
    }
    reading.blocks.push(...after.map((block) => ({ ...block, tight: true })));
  }
  reading.previousWasList = false;
}

/** The paragraphs of a notes part by id, without the separators Word keeps among them. */
export function indexNotes(
  root: XmlElement,
  name: 'w:footnote' | 'w:endnote',
): ReadonlyMap<string, XmlElement> {
  const notes = childrenNamed(root, name).filter(
    (note) => (note.attributes['w:type'] ?? 'normal') === 'normal',
  );
  return new Map(notes.map((note) => [note.attributes['w:id'] ?? '', note]));
}
