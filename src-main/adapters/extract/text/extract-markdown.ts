// Reads Markdown and plain text: the text stays verbatim, headings and front matter are found in it.
import type { ExtractedDocument, Heading } from '../extracted.ts';

interface Line {
  readonly text: string;
  readonly start: number;
}

interface FrontMatter {
  readonly values: Readonly<Record<string, string>>;
  /** Offset of the first character after it. */
  readonly end: number;
}

/** No heading is longer; the patterns below are slow on endless lines. */
const HEADING_LINE_CAP = 1000;

const atxHeading = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;
const fence = /^[ \t]*(?:[-*+>][ \t]+)*(`{3,}|~{3,})(.*)$/;
const underline = /^ {0,3}(=+|-+)[ \t]*$/;

function splitLines(text: string, from: number): Line[] {
  const lines: Line[] = [];
  let start = from;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    lines.push({ text: text.slice(start, stop), start });
    start = stop + 1;
  }
  return lines;
}

/** A heading's words without its markup: links keep their label, emphasis and code marks go. */
function plainTitle(raw: string): string {
  return raw
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/!?\[([^\]]*)\]\[[^\]]*\]/g, '$1')
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, '$2')
    .replace(/(^|\s)[*_](\S(?:.*?\S)?)[*_](?=\s|$|\p{P})/gu, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+\-.!])/g, '$1')
    .trim();
}

function unquote(value: string): string {
  const trimmed = value.trim();
  const quoted = /^"(.*)"$|^'(.*)'$/.exec(trimmed);
  return quoted === null ? trimmed : (quoted[1] ?? quoted[2] ?? '');
}

function readFrontMatter(text: string): FrontMatter {
  const block = /^---[ \t]*\n([\s\S]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text);
  if (block === null) return { values: {}, end: 0 };
  const values: [string, string][] = [];
  for (const line of (block[1] ?? '').split('\n')) {
    const pair = /^([\p{L}\p{N}_-]+):[ \t]*(\S.*)$/u.exec(line);
    if (pair !== null) values.push([pair[1] ?? '', unquote(pair[2] ?? '')]);
  }
  // A thematic break, prose and another break look alike; without a single `key:` line it is no front matter.
  if (!/^[\p{L}\p{N}_-]+:(?:\s|$)/mu.test(block[1] ?? '')) return { values: {}, end: 0 };
  return { values: Object.fromEntries(values), end: block[0].length };
}

function isParagraph(line: string): boolean {
  return (
    line.length <= HEADING_LINE_CAP &&
    line.trim() !== '' &&
    !/^(?: {4}|\t| {0,3}(?:[>|#]|[-*+][ \t]|\d+[.)][ \t]))/.test(line)
  );
}

/** Headings of both styles (`# a` and underlined) outside code fences, with the offsets of the lines they begin. */
export function findMarkdownHeadings(text: string, from = 0): readonly Heading[] {
  const headings: Heading[] = [];
  const lines = splitLines(text, from);
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.text.length > HEADING_LINE_CAP) continue;
    const mark = fence.exec(line.text);
    const run = mark?.[1] ?? '';
    const rest = mark?.[2] ?? '';
    if (open !== null) {
      if (run.startsWith(open) && rest.trim() === '') open = null;
      continue;
    }
    if (mark !== null && !(run.startsWith('`') && rest.includes('`'))) {
      open = run;
      continue;
    }
    const atx = atxHeading.exec(line.text);
    const title = plainTitle(atx?.[2] ?? '');
    if (atx !== null && title !== '')
      headings.push({ level: (atx[1] ?? '').length, title, start: line.start });
    const above = lines[index - 1];
    const rule = underline.exec(line.text);
    if (rule === null || above === undefined || !isParagraph(above.text)) continue;
    const isOnlyLine = !isParagraph(lines[index - 2]?.text ?? '');
    if (isOnlyLine)
      headings.push({
        level: rule[1]?.startsWith('=') ? 1 : 2,
        title: plainTitle(above.text),
        start: above.start,
      });
  }
  return headings;
}

/** True for a text without a telling name that has at least two `#` headings after blank lines, or one and a fence or link. */
export function looksLikeMarkdown(text: string): boolean {
  const sample = text.slice(0, 100_000);
  const spaced = sample.match(/(?:^|\n\n)#{1,6} \S.*(?=\n\n|\n*$)/g)?.length ?? 0;
  const marks = /^(?:```|~~~)/m.test(sample) || /\[[^\]\n]+\]\([^)\s]+\)/.test(sample);
  return spaced >= 2 || (spaced === 1 && marks);
}

/**
 * Markdown as a document: `text` verbatim, title from the front matter or else the first heading of level 1. The plain
 * `key: value` lines of the front matter become metadata; its lists and nested values are left alone.
 */
export function extractMarkdown(text: string): ExtractedDocument {
  const front = readFrontMatter(text);
  const headings = findMarkdownHeadings(text, front.end);
  const title = front.values['title'] ?? headings.find((heading) => heading.level === 1)?.title ?? null;
  return { title, text, pages: [], headings, suffix: null, metadata: front.values, warnings: [] };
}

/** Plain text as a document: verbatim, without title or headings. */
export function extractPlainText(text: string): ExtractedDocument {
  return { title: null, text, pages: [], headings: [], suffix: null, metadata: {}, warnings: [] };
}
