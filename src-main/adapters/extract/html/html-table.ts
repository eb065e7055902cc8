// Renders a data table of an HTML page as rows of text; tables used for layout are left to the ordinary walk.
import { attributeOf, collapse, isElement, isUnseen, type HtmlElement, type HtmlNode } from './html-tree.ts';

const SPAN_CAP = 1000;
const sections = new Set(['thead', 'tbody', 'tfoot']);
const breaking = new Set(['br', 'p', 'div', 'li', 'ul', 'ol', 'dl', 'dt', 'dd', 'tr', 'td', 'th', 'pre']);
const layoutMarks = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'article', 'section', 'main']);

function elementsIn(parent: HtmlElement): HtmlElement[] {
  return parent.childNodes.filter(isElement).filter((element) => !isUnseen(element));
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  return elementsIn(table).flatMap((child) => {
    if (child.tagName === 'tr') return [child];
    return sections.has(child.tagName) ? elementsIn(child).filter((row) => row.tagName === 'tr') : [];
  });
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return elementsIn(row).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

/** All visible text of a cell on one line, or null when the cell holds what only layout cells hold. */
function cellText(cell: HtmlElement): string | null {
  const parts: string[] = [];
  const stack: HtmlNode[] = [...cell.childNodes].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (isElement(node)) {
      if (layoutMarks.has(node.tagName)) return null;
      if (isUnseen(node)) continue;
      if (breaking.has(node.tagName)) parts.push(' ');
      for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
        const child = node.childNodes[index];
        if (child !== undefined) stack.push(child);
      }
    } else if (node.nodeName === '#text' && 'value' in node) parts.push(node.value);
  }
  return collapse(parts.join('')).trim();
}

function spanOf(cell: HtmlElement, name: 'rowspan' | 'colspan'): number {
  const span = Number.parseInt(attributeOf(cell, name) ?? '1', 10);
  return Number.isFinite(span) && span > 0 ? Math.min(span, SPAN_CAP) : 1;
}

/** A column covered from above: for `rows` more rows; only the first column of the covering cell leaves an empty place. */
interface Held {
  readonly rows: number;
  readonly isFirst: boolean;
}

/** Skips the columns covered from above, and takes one row off what covers them. */
function passHeld(held: Held[], from: number, cells: string[]): number {
  let column = from;
  for (let cover = held[column]; cover !== undefined && cover.rows > 0; cover = held[column]) {
    held[column] = { ...cover, rows: cover.rows - 1 };
    if (cover.isFirst) cells.push('');
    column += 1;
  }
  return column;
}

/** The cells of one row, or null for a row of layout; `held` is brought up to date. */
function renderRow(row: HtmlElement, held: Held[]): string[] | null {
  const cells: string[] = [];
  let column = 0;
  for (const cell of cellsOf(row)) {
    column = passHeld(held, column, cells);
    const text = cellText(cell);
    if (text === null) return null;
    cells.push(text);
    const rows = spanOf(cell, 'rowspan') - 1;
    const end = column + spanOf(cell, 'colspan');
    for (let isFirst = true; column < end; column += 1, isFirst = false) held[column] = { rows, isFirst };
  }
  passHeld(held, column, cells);
  return cells;
}

/**
 * The table's caption and rows, cells separated by ' | '; a cell over several columns or rows stands once, and below it
 * the place of its first column stays empty. Null for a layout table: one that says so, has a single column, or holds
 * headings or other tables.
 */
export function renderTable(table: HtmlElement): readonly string[] | null {
  const role = attributeOf(table, 'role');
  if (role === 'presentation' || role === 'none') return null;
  const lines: string[] = [];
  for (const child of elementsIn(table)) {
    const caption = child.tagName === 'caption' ? cellText(child) : '';
    if (caption === null) return null;
    if (caption !== '') lines.push(caption);
  }
  const held: Held[] = [];
  let widest = 0;
  for (const row of rowsOf(table)) {
    const cells = renderRow(row, held);
    if (cells === null) return null;
    widest = Math.max(widest, cells.length);
    if (cells.some((cell) => cell !== '')) lines.push(cells.join(' | '));
  }
  return widest > 1 ? lines : null;
}
