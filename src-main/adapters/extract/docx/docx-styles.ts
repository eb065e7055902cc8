// Reads the paragraph styles of a Word document: which of them are headings, and of what level.
import { childNamed, childrenNamed, type XmlElement } from './xml.ts';

/** What a paragraph is by its style: a heading of a level from 1 to 9, the document's title, or plain. */
export interface ParagraphRole {
  readonly level: number | null;
  readonly isTitle: boolean;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | null;
  readonly outline: number | null;
}

export type Styles = ReadonlyMap<string, Style>;

const BASE_CHAIN_CAP = 20;

function outlineOf(properties: XmlElement | undefined): number | null {
  const value = childNamed(properties, 'w:outlineLvl')?.attributes['w:val'];
  return value === undefined ? null : Number(value);
}

/** Reads word/styles.xml. */
export function readStyles(root: XmlElement): Styles {
  const styles = new Map<string, Style>();
  for (const style of childrenNamed(root, 'w:style')) {
    const id = style.attributes['w:styleId'];
    if (id === undefined) continue;
    styles.set(id, {
      name: (childNamed(style, 'w:name')?.attributes['w:val'] ?? id).toLowerCase(),
      basedOn: childNamed(style, 'w:basedOn')?.attributes['w:val'] ?? null,
      outline: outlineOf(childNamed(style, 'w:pPr')),
    });
  }
  return styles;
}

function levelOfName(name: string): number | null {
  const digit = /^heading ?([1-9])$/.exec(name)?.[1];
  return digit === undefined ? null : Number(digit);
}

/** Outline levels count from 0 and 9 means body text (ECMA-376 part 1, 17.3.1.20). */
function levelOfOutline(outline: number | null): number | null {
  return outline !== null && outline >= 0 && outline < 9 ? outline + 1 : null;
}

/** The role of a paragraph: its own outline level, else that of its style or of a style it is based on. */
export function roleOf(paragraph: XmlElement, styles: Styles): ParagraphRole {
  const properties = childNamed(paragraph, 'w:pPr');
  const own = outlineOf(properties);
  if (own !== null) return { level: levelOfOutline(own), isTitle: false };
  let id = childNamed(properties, 'w:pStyle')?.attributes['w:val'] ?? null;
  for (let step = 0; id !== null && step < BASE_CHAIN_CAP; step += 1) {
    const style: Style = styles.get(id) ?? { name: id.toLowerCase(), basedOn: null, outline: null };
    if (style.name === 'title') return { level: null, isTitle: true };
    const level = levelOfName(style.name) ?? levelOfOutline(style.outline);
    if (level !== null || style.outline !== null) return { level, isTitle: false };
    id = style.basedOn;
  }
  return { level: null, isTitle: false };
}
