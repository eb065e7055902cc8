// Where the text that is selected on the page stands in the text that an element shows.
import type { Span } from './span.ts';

/** null where nothing in the element is selected. The element shows the text and nothing else. */
export function readSelection(element: HTMLElement): Span | null {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!element.contains(range.commonAncestorContainer)) return null;
  const before = document.createRange();
  before.selectNodeContents(element);
  before.setEnd(range.startContainer, range.startOffset);
  const start = before.toString().length;
  return { start, end: start + range.toString().length };
}
