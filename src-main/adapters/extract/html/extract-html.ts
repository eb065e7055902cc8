// Reads an HTML page: what a reader would see, as lines of text, without scripts, navigation and hidden parts.
import { parse } from 'parse5';
import { ExtractionError, type ExtractedDocument } from '../extracted.ts';
import { cleanText } from '../text/clean-text.ts';
import { createTextBuilder, type TextBuilder } from '../text/text-builder.ts';
import { renderTable } from './html-table.ts';
import {
  attributeOf,
  collapse,
  isElement,
  isUnseen,
  names,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.ts';

const blocks = names(
  'address article aside blockquote body center dd details dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu ol optgroup option p pre search section summary ' +
    'table tbody td tfoot th thead tr caption ul',
);
const closeSetBlocks = names('li dd dt');

interface Walk {
  readonly builder: TextBuilder;
  pending: string[];
  /** Level of the heading that is being read, or null. */
  level: number | null;
  /** How many list items or other close-set elements are open. */
  closeSet: number;
  previousCloseSet: boolean;
  preformatted: number;
}

function flush(walk: Walk): void {
  const raw = walk.pending.join('');
  walk.pending = [];
  const text = walk.preformatted > 0 ? raw : raw.replace(/^ | $/gm, '');
  if (text.trim() === '') return;
  if (walk.level !== null) walk.builder.heading(walk.level, text);
  else walk.builder.block(text, { tight: walk.closeSet > 0 && walk.previousCloseSet });
  walk.previousCloseSet = walk.closeSet > 0;
}

function addText(walk: Walk, value: string): void {
  if (walk.preformatted > 0) {
    walk.pending.push(value.replaceAll('\u00ad', ''));
    return;
  }
  const text = collapse(value);
  const last = walk.pending.at(-1) ?? '';
  const afterSpace = last === '' || last.endsWith(' ') || last.endsWith('\n');
  const added = afterSpace && text.startsWith(' ') ? text.slice(1) : text;
  if (added !== '') walk.pending.push(added);
}

type Task = { readonly node: HtmlNode } | { readonly leave: HtmlElement };

/** Handles an element's beginning; returns the tasks for what is inside it. */
function enter(element: HtmlElement, walk: Walk): Task[] {
  const { tagName } = element;
  if (isUnseen(element)) return [];
  if (tagName === 'br') {
    walk.pending.push('\n');
    return [];
  }
  if (tagName === 'table') {
    const rows = renderTable(element);
    if (rows !== null) {
      flush(walk);
      for (const [index, row] of rows.entries()) walk.builder.block(row, { tight: index > 0 });
      walk.previousCloseSet = false;
      return [];
    }
  }
  if (!blocks.has(tagName)) return element.childNodes.map((node) => ({ node }));
  flush(walk);
  if (closeSetBlocks.has(tagName)) walk.closeSet += 1;
  if (tagName === 'pre') walk.preformatted += 1;
  if (/^h[1-6]$/.test(tagName)) walk.level = Number(tagName.slice(1));
  return [...element.childNodes.map((node) => ({ node })), { leave: element }];
}

function leave(element: HtmlElement, walk: Walk): void {
  const { tagName } = element;
  flush(walk);
  if (closeSetBlocks.has(tagName)) walk.closeSet -= 1;
  else if (walk.closeSet === 0) walk.previousCloseSet = false;
  if (tagName === 'pre') walk.preformatted -= 1;
  if (/^h[1-6]$/.test(tagName)) walk.level = null;
}

/** Walks with a stack of its own: pages nest deeper than a call stack goes. */
function walkTree(root: HtmlNode, walk: Walk): void {
  const stack: Task[] = [{ node: root }];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    if ('leave' in task) leave(task.leave, walk);
    else if (isElement(task.node)) for (const inner of enter(task.node, walk).reverse()) stack.push(inner);
    else if (task.node.nodeName === '#text' && 'value' in task.node) addText(walk, task.node.value);
  }
  flush(walk);
}

function findFirst(root: HtmlNode, matches: (element: HtmlElement) => boolean): HtmlElement | null {
  const stack: HtmlNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isElement(node)) continue;
    if (matches(node)) return node;
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child !== undefined) stack.push(child);
    }
  }
  return null;
}

function readTitle(root: HtmlElement): string | null {
  const element = findFirst(
    root,
    ({ tagName, namespaceURI }) => tagName === 'title' && namespaceURI.endsWith('xhtml'),
  );
  const text = element?.childNodes.map((node) => ('value' in node ? node.value : '')).join('') ?? '';
  const title = cleanText(collapse(text)).trim();
  return title === '' ? null : title;
}

function readMetadata(root: HtmlElement): Readonly<Record<string, unknown>> {
  const language = attributeOf(root, 'lang') ?? attributeOf(root, 'xml:lang');
  const meta = findFirst(
    root,
    (element) => element.tagName === 'meta' && attributeOf(element, 'name')?.toLowerCase() === 'description',
  );
  const description = meta === null ? null : attributeOf(meta, 'content');
  return {
    ...(language === null || language === '' ? {} : { language }),
    ...(description === null || description.trim() === ''
      ? {}
      : { description: cleanText(description).trim() }),
  };
}

/** The charset that an HTML page declares of itself in its first 2,048 bytes, or null. */
export function readDeclaredCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  const declared =
    /<meta[^>]{0,400}?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head) ??
    /<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]+)/i.exec(head);
  return declared?.[1] ?? null;
}

/**
 * Reads a page: headings, paragraphs, lists, tables by rows (cells separated by ' | '), preformatted text as it stands.
 * Left out: scripts, styles, templates, navigation, forms' fields, pictures, whatever is hidden by attribute or inline
 * style. Title from <title>, else the first heading of level 1. Throws ExtractionError 'no-text' for an empty page.
 */
export function extractHtml(source: string, fileName: string): ExtractedDocument {
  const page = parse(source, { scriptingEnabled: false });
  const root = page.childNodes.find(isElement);
  const walk: Walk = {
    builder: createTextBuilder(),
    pending: [],
    level: null,
    closeSet: 0,
    previousCloseSet: false,
    preformatted: 0,
  };
  if (root !== undefined) walkTree(root, walk);
  const { text, headings } = walk.builder.build();
  if (root === undefined || text === '')
    throw new ExtractionError(
      'no-text',
      fileName,
      'this page shows no text by itself; it is perhaps filled in by scripts. Save it from the browser as a complete page, or print it to PDF, and add that',
    );
  return {
    title: readTitle(root) ?? headings.find((heading) => heading.level === 1)?.title ?? null,
    text,
    pages: [],
    headings,
    suffix: null,
    metadata: readMetadata(root),
    warnings: [],
  };
}
