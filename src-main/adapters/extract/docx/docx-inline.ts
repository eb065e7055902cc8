// Reads what stands inside one paragraph of a Word document: its text as it is once all tracked changes are accepted.
import { childNamed, childrenNamed, textInside, type XmlElement } from './xml.ts';

/** Counts of what is said in the warnings, over a whole document. */
export interface DocxCounts {
  insertions: number;
  deletions: number;
  hidden: number;
  foreignParts: number;
}

/** A reference to a note: `kind` and `id` as the file has them. */
export interface NoteReference {
  readonly kind: 'footnote' | 'endnote';
  readonly id: string;
}

/** What paragraphs need from the document around them. */
export interface InlineContext {
  readonly counts: DocxCounts;
  /** The place of a note among those referred to, from 1; null for one that is not there or was read before. */
  numberNote(reference: NoteReference): number | null;
}

/** A paragraph's text, the notes it refers to (their numbers), and the text boxes anchored in it. */
export interface InlineText {
  readonly text: string;
  readonly notes: readonly number[];
  readonly boxes: readonly XmlElement[];
}

interface Collected {
  readonly parts: string[];
  readonly notes: number[];
  readonly boxes: XmlElement[];
}

/** Whether an on/off property such as `w:vanish` is present and not switched off. */
export function isOn(property: XmlElement | undefined): boolean {
  if (property === undefined) return false;
  return !['0', 'false', 'off', 'none'].includes(property.attributes['w:val'] ?? 'true');
}

/** The branch of an alternative that newer programs show; the fallback repeats the same text for older ones. */
export function chooseAlternative(element: XmlElement): XmlElement | undefined {
  return childNamed(element, 'mc:Choice') ?? childNamed(element, 'mc:Fallback');
}

function addNote(
  element: XmlElement,
  kind: NoteReference['kind'],
  context: InlineContext,
  into: Collected,
): void {
  const number = context.numberNote({ kind, id: element.attributes['w:id'] ?? '' });
  // The number itself would cut the sentence it stands in, which labels quote and readers search for.
  if (number !== null) into.notes.push(number);
}

const literals: Readonly<Record<string, string>> = {
  'w:tab': '\t',
  'w:ptab': '\t',
  'w:br': '\n',
  'w:cr': '\n',
  'w:noBreakHyphen': '\u2011',
};

const silent = new Set(['w:pPr', 'w:rPr', 'w:delText', 'w:instrText', 'w:delInstrText', 'w:rt', 'w:sdtPr']);

function collect(element: XmlElement, context: InlineContext, into: Collected): void {
  for (const child of element.children) if (typeof child !== 'string') collectOne(child, context, into);
}

function collectOne(element: XmlElement, context: InlineContext, into: Collected): void {
  const { name } = element;
  const literal = literals[name];
  if (literal !== undefined) into.parts.push(literal);
  else if (name === 'w:t' || name === 'm:t') into.parts.push(textInside(element).replaceAll('\u00ad', ''));
  else if (name === 'w:del' || name === 'w:moveFrom') context.counts.deletions += 1;
  else if (name === 'w:footnoteReference') addNote(element, 'footnote', context, into);
  else if (name === 'w:endnoteReference') addNote(element, 'endnote', context, into);
  else if (name === 'w:txbxContent') into.boxes.push(element);
  else if (name === 'mc:AlternateContent') {
    const chosen = chooseAlternative(element);
    if (chosen !== undefined) collect(chosen, context, into);
  } else if (name === 'w:r' && isOn(childNamed(childNamed(element, 'w:rPr'), 'w:vanish'))) {
    context.counts.hidden += 1;
  } else if (!silent.has(name)) {
    if (name === 'w:ins' || name === 'w:moveTo') context.counts.insertions += 1;
    collect(element, context, into);
  }
}

/** Reads a paragraph: deleted and hidden text and field codes left out, inserted text and field results kept. */
export function readInline(paragraph: XmlElement, context: InlineContext): InlineText {
  const into: Collected = { parts: [], notes: [], boxes: [] };
  collect(paragraph, context, into);
  return { text: into.parts.join(''), notes: into.notes, boxes: into.boxes };
}

/** Whether the paragraph's end was deleted as a tracked change, which joins it to the next paragraph. */
export function isMarkDeleted(paragraph: XmlElement): boolean {
  const properties = childNamed(childNamed(paragraph, 'w:pPr'), 'w:rPr');
  return properties !== undefined && childrenNamed(properties, 'w:del').length > 0;
}
