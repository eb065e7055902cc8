// Finds two columns of prose on a page and puts their lines into reading order.
import type { Line } from './page-lines.ts';

const LEAST_LINES_PER_COLUMN = 5;
const BIN = 2;

interface Gutter {
  readonly left: number;
  readonly right: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function extentOf(lines: readonly Line[]): { left: number; right: number } {
  let [left, right] = [Infinity, -Infinity];
  for (const line of lines) {
    left = Math.min(left, line.left);
    right = Math.max(right, line.right);
  }
  return { left, right };
}

/** The widest vertical stripe in the middle of the page that lines of less than 60 % of the width leave free. */
function findGutter(lines: readonly Line[]): Gutter | null {
  const { left, right } = extentOf(lines);
  const width = right - left;
  if (!(width > 0) || width > 100_000) return null;
  const narrow = lines.filter((line) => line.right - line.left < 0.6 * width);
  const covered = new Uint8Array(Math.ceil(width / BIN) + 1);
  for (const line of narrow)
    covered.fill(1, Math.floor((line.left - left) / BIN), Math.ceil((line.right - left) / BIN));
  let best: Gutter | null = null;
  let start = -1;
  for (let bin = Math.floor(covered.length * 0.25); bin <= covered.length * 0.75; bin += 1) {
    if (covered[bin] === 0 && start < 0) start = bin;
    if (start < 0 || (covered[bin] === 0 && bin + 1 <= covered.length * 0.75)) continue;
    const stripe = { left: left + start * BIN, right: left + bin * BIN };
    if (best === null || stripe.right - stripe.left > best.right - best.left) best = stripe;
    start = -1;
  }
  return best !== null && best.right - best.left >= 0.5 * median(narrow.map((line) => line.size))
    ? best
    : null;
}

type Side = 'left' | 'right' | 'across';

function sideOf(line: Line, gutter: Gutter): Side {
  if (line.right <= gutter.left + BIN) return 'left';
  return line.left >= gutter.right - BIN ? 'right' : 'across';
}

/** Prose fills its column; cells of a table do not. */
function isProse(lines: readonly Line[]): boolean {
  const { left, right } = extentOf(lines);
  const filled = median(lines.map((line) => line.right - line.left)) >= 0.6 * (right - left);
  return (
    lines.length >= LEAST_LINES_PER_COLUMN && filled && median(lines.map((line) => line.text.length)) >= 15
  );
}

/** How often the file's order goes from the right column back to the left one. */
function countReturns(sides: readonly Side[]): number {
  let count = 0;
  let previous: Side = 'left';
  for (const side of sides) {
    if (side === 'left' && previous === 'right') count += 1;
    if (side !== 'across') previous = side;
  }
  return count;
}

function readBand(band: readonly Line[], gutter: Gutter): Line[] {
  const byHeight = [...band].sort((one, other) => one.y - other.y || one.left - other.left);
  const left = byHeight.filter((line) => sideOf(line, gutter) === 'left');
  const right = byHeight.filter((line) => sideOf(line, gutter) === 'right');
  const rtl = byHeight.filter((line) => line.isRtl).length * 2 > byHeight.length;
  return rtl ? [...right, ...left] : [...left, ...right];
}

/**
 * Lines of a page with two columns of prose whose file order jumps between the columns, put in order: lines across both
 * columns divide the page into bands, and each band is read column by column (right to left: the right one first).
 * Null when the page has no such columns, or the file's order is already column after column.
 */
export function orderByColumns(lines: readonly Line[]): Line[] | null {
  if (lines.length < 2 * LEAST_LINES_PER_COLUMN) return null;
  const gutter = findGutter(lines);
  if (gutter === null) return null;
  const sides = lines.map((line) => sideOf(line, gutter));
  const columnLines = (side: Side) => lines.filter((_, index) => sides[index] === side);
  if (!isProse(columnLines('left')) || !isProse(columnLines('right'))) return null;
  if (countReturns(sides) <= Math.max(2, columnLines('across').length)) return [...lines];
  const ordered: Line[] = [];
  let band: Line[] = [];
  for (const line of [...lines].sort((one, other) => one.y - other.y)) {
    if (sideOf(line, gutter) !== 'across') band.push(line);
    else {
      ordered.push(...readBand(band, gutter), line);
      band = [];
    }
  }
  return [...ordered, ...readBand(band, gutter)];
}
