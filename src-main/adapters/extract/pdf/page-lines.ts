// Gathers the pieces of text of a PDF page into lines, in reading order.
import { orderByColumns } from './columns.ts';

/** A piece of text as placed on the page: device space, y grows downwards, `y` is the baseline, `size` the font's. */
export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly isRtl: boolean;
  /** Runs up or down the page instead of across. */
  readonly isSideways: boolean;
}

/** A line of text, or a part of one that stands apart from the rest (a column, a cell). */
export interface Line {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly isRtl: boolean;
  /** Made of cells side by side: a row of a table. */
  readonly isRow: boolean;
}

const cjk = /[\u2e80-\u30ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]/;

/** Whether two characters are written without a space between: both are Chinese, Japanese or Korean. */
export function joinsWithoutSpace(before: string, after: string): boolean {
  return cjk.test(before) && cjk.test(after);
}

/** Empty space between two intervals, 0 where they overlap. */
function distance(one: { left: number; right: number }, other: { left: number; right: number }): number {
  return Math.max(0, Math.max(one.left, other.left) - Math.min(one.right, other.right));
}

interface Growing {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  rtlCharacters: number;
  last: Piece;
}

function begin(piece: Piece): Growing {
  const { text, left, right, y, size } = piece;
  return { text, left, right, y, size, rtlCharacters: piece.isRtl ? text.length : 0, last: piece };
}

function continues(line: Growing, piece: Piece): boolean {
  const size = Math.max(line.size, piece.size);
  return Math.abs(piece.y - line.y) < 0.45 * size && distance(line.last, piece) < 2 * size;
}

function extend(line: Growing, piece: Piece): void {
  const before = line.text.at(-1) ?? '';
  const after = piece.text.charAt(0);
  const gap = distance(line.last, piece);
  const isApart = gap > (joinsWithoutSpace(before, after) ? 1 : 0.15) * Math.min(line.last.size, piece.size);
  // Where a line changes direction, gaps lie on the wrong side; Latin is never written against Arabic or Hebrew after it.
  const turns = /[A-Za-z]/.test(before) && /[\u0590-\u06ff]/.test(after);
  const needsSpace = (isApart || turns) && !/\s/.test(before) && !/\s/.test(after);
  line.text += (needsSpace ? ' ' : '') + piece.text;
  line.left = Math.min(line.left, piece.left);
  line.right = Math.max(line.right, piece.right);
  // A superscript must not lend its size and height to the line.
  if (piece.size > line.size) [line.size, line.y] = [piece.size, piece.y];
  if (piece.isRtl) line.rtlCharacters += piece.text.length;
  line.last = piece;
}

function finish(line: Growing): Line {
  const text = line.text.replace(/[ \t\u00a0]+/g, ' ').trim();
  const { left, right, y, size } = line;
  return { text, left, right, y, size, isRtl: line.rtlCharacters * 2 > text.length, isRow: false };
}

function gather(pieces: readonly Piece[]): Line[] {
  const lines: Growing[] = [];
  for (const piece of pieces) {
    const current = lines.at(-1);
    const isBlank = piece.text.trim() === '';
    if (current !== undefined && isBlank) {
      // pdf.js writes a wide gap as one blank: it tells of a space, and where it ends the next piece decides.
      if (Math.abs(piece.y - current.y) < 0.45 * current.size && !current.text.endsWith(' '))
        current.text += ' ';
    } else if (current !== undefined && continues(current, piece)) extend(current, piece);
    else if (!isBlank) lines.push(begin(piece));
  }
  return lines.map(finish).filter((line) => line.text !== '');
}

function isSameRow(one: Line, other: Line): boolean {
  return Math.abs(one.y - other.y) < 0.3 * Math.max(one.size, other.size) && distance(one, other) > 0;
}

function joinRow(cells: readonly Line[]): Line {
  const [first] = cells;
  if (first === undefined || cells.length === 1) return first as Line;
  return {
    ...first,
    text: cells.map((cell) => cell.text).join('\t'),
    left: Math.min(...cells.map((cell) => cell.left)),
    right: Math.max(...cells.map((cell) => cell.right)),
    isRow: true,
  };
}

/** Puts lines that stand side by side, and follow each other in the file, into rows. */
function joinRows(lines: readonly Line[]): Line[] {
  const rows: Line[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const previous = row?.at(-1);
    if (row !== undefined && previous !== undefined && row.length < 200 && isSameRow(previous, line))
      row.push(line);
    else rows.push([line]);
  }
  return rows.map(joinRow);
}

/**
 * The lines of a page in reading order: that of the file, which most programs write as it is read, unless it jumps to
 * and fro between two columns of prose; then column after column. Cells side by side become one row with tabs.
 * Sideways text (a stamp in the margin) comes last.
 */
export function readPageLines(pieces: readonly Piece[]): readonly Line[] {
  const upright = gather(pieces.filter((piece) => !piece.isSideways));
  const sideways = gather(pieces.filter((piece) => piece.isSideways));
  return [...(orderByColumns(upright) ?? joinRows(upright)), ...sideways];
}
