// Joins the lines of PDF pages into paragraphs, and words broken at line ends where that is certain.
import { joinsWithoutSpace, type Line } from './page-lines.ts';

/** How words are written elsewhere in the document: what makes joining a broken one certain. */
export type Vocabulary = ReadonlySet<string>;

const WINDOW = 12;
const word = /\p{L}[\p{L}\p{M}]*(?:[-\u2010]\p{L}[\p{L}\p{M}]*)*/gu;
const brokenEnd = /(\p{L}[\p{L}\p{M}]*)[-\u2010]$/u;
const smallStart = /^\p{Ll}[\p{L}\p{M}]*/u;
const bullet = /^(?:[\u2022\u25e6\u25aa\u2023\u25cf\u25cb\u25a0\uf0b7]|[-\u2013\u2014*]\s)/;
const sentenceEnd = /[.!?\u2026:;\u3002\uff01\uff1f\u061f](?:["'\u201d\u2019\u00bb)\]])*$/;

/** Collects every whole word of the document, lower-cased, hyphenated ones with their hyphen; broken ones left out. */
export function collectVocabulary(pages: readonly (readonly Line[])[]): Vocabulary {
  const words = new Set<string>();
  for (const lines of pages)
    for (const [index, line] of lines.entries()) {
      const afterBreak = brokenEnd.test(lines[index - 1]?.text ?? '');
      const whole = line.text.replace(brokenEnd, '').replace(afterBreak ? smallStart : /^$/, '');
      for (const [match] of whole.matchAll(word)) words.add(match.toLowerCase().replaceAll('\u2010', '-'));
    }
  return words;
}

interface Frame {
  readonly left: number;
  readonly right: number;
}

/** Whether `below` comes right under `above` in one column, so that both tell of the column's width. */
function isClose(above: Line | undefined, below: Line | undefined): boolean {
  if (above === undefined || below === undefined) return false;
  const step = below.y - above.y;
  const overlaps = above.left < below.right && above.right > below.left;
  return (
    overlaps && step > 0 && step < 3 * below.size && Math.abs(above.size - below.size) < 0.1 * below.size
  );
}

/** The edges of the column around a line: the farthest among the lines that come close above and below it. */
function frameAround(lines: readonly Line[], index: number): Frame {
  let [first, last] = [index, index];
  while (index - first < WINDOW && isClose(lines[first - 1], lines[first])) first -= 1;
  while (last - index < WINDOW && isClose(lines[last], lines[last + 1])) last += 1;
  const column = lines.slice(first, last + 1);
  return {
    left: Math.min(...column.map((line) => line.left)),
    right: Math.max(...column.map((line) => line.right)),
  };
}

/** The usual distance of baselines on a page: the median of the steps down that are no gaps. */
function usualLeading(lines: readonly Line[]): number {
  const steps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above === undefined) continue;
    const step = (line.y - above.y) / line.size;
    if (step > 0.8 && step < 2.5) steps.push(step);
  }
  steps.sort((one, other) => one - other);
  return steps[Math.floor(steps.length / 2)] ?? 1.25;
}

/** The line ended though the next line's first word would have fitted: the writer broke it. */
function endsEarly(above: Line, below: Line, frame: Frame): boolean {
  const first = /^\S+/.exec(below.text)?.[0] ?? '';
  const letters = joinsWithoutSpace(below.text.charAt(0), below.text.charAt(1)) ? 2 : first.length;
  const letterWidth = (below.right - below.left) / Math.max(1, below.text.length);
  const room = above.isRtl ? above.left - frame.left : frame.right - above.right;
  return room > Math.max((letters + 1) * letterWidth * 1.15, above.size);
}

function isIndented(above: Line, below: Line): boolean {
  const shift = below.isRtl ? above.right - below.right : below.left - above.left;
  return shift > 0.7 * below.size && shift < 6 * below.size && !bullet.test(above.text);
}

function startsParagraph(lines: readonly Line[], index: number, leading: number): boolean {
  const [above, below] = [lines[index - 1], lines[index]];
  if (above === undefined || below === undefined) return true;
  if (above.isRow || below.isRow || Math.abs(above.size - below.size) > 0.08 * below.size) return true;
  if (bullet.test(below.text)) return true;
  const step = (below.y - above.y) / below.size;
  // Up again: another column, in which a sentence may go on.
  if (step < 0.3) return sentenceEnd.test(above.text) || !/^[\p{Ll}\p{Lo}]/u.test(below.text);
  if (step > 1.35 * leading) return true;
  if (brokenEnd.test(above.text) && smallStart.test(below.text)) return false;
  return isIndented(above, below) || endsEarly(above, below, frameAround(lines, index - 1));
}

/** Two lines of a paragraph as one text. `uncertain` counts the hyphens that may be only a line's. */
function joinLines(
  before: string,
  after: string,
  vocabulary: Vocabulary,
  tally: { uncertain: number },
): string {
  if (before.endsWith('\u00ad')) return before.slice(0, -1) + after;
  const first = brokenEnd.exec(before)?.[1];
  const second = smallStart.exec(after)?.[0];
  if (first === undefined || second === undefined)
    return joinsWithoutSpace(before.at(-1) ?? '', after.charAt(0)) ? before + after : `${before} ${after}`;
  const [joined, hyphenated] = [first + second, `${first}-${second}`].map((text) => text.toLowerCase());
  if (hyphenated !== undefined && vocabulary.has(hyphenated)) return before + after;
  if (joined !== undefined && vocabulary.has(joined)) return before.slice(0, -1) + after;
  tally.uncertain += 1;
  return before + after;
}

/**
 * The text of one page: paragraphs on one line each with blank lines between, rows of tables line by line. A new
 * paragraph begins at a gap, an indent, another size of type, a bullet, or after a line that ended early. A word broken
 * at a line's end is joined only when the document writes it whole elsewhere (and never with the hyphen), or when the
 * hyphen is a soft one; otherwise the hyphen stays, without a space, and is counted.
 */
export function renderPage(
  lines: readonly Line[],
  vocabulary: Vocabulary,
): { text: string; uncertain: number } {
  const tally = { uncertain: 0 };
  const leading = usualLeading(lines);
  const blocks: { text: string; isRow: boolean }[] = [];
  for (const [index, line] of lines.entries()) {
    const block = blocks.at(-1);
    if (block === undefined || startsParagraph(lines, index, leading))
      blocks.push({ text: line.text, isRow: line.isRow });
    else block.text = joinLines(block.text, line.text, vocabulary, tally);
  }
  const text = blocks
    .map((block, index) => {
      if (index === 0) return block.text;
      return (block.isRow && blocks[index - 1]?.isRow === true ? '\n' : '\n\n') + block.text;
    })
    .join('');
  return { text: text.replaceAll('\u00ad', ''), uncertain: tally.uncertain };
}
