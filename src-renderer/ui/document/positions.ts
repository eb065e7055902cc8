// From a place in the page to an offset of the document's text, and back. A block holds its slice of the text and nothing else.

/** Marks the element that holds a block; its value is the offset where the block starts. */
export const blockAttribute = 'data-block';

/** An offset of the text, or null where the place lies outside of it. */
export function offsetAt(root: HTMLElement, node: Node, inside: number): number | null {
  if (node === root) {
    const next = root.children[inside];
    return next ? startOf(next) : lengthOf(root);
  }
  const element = node instanceof Element ? node : node.parentElement;
  const block = element?.closest(`[${blockAttribute}]`);
  if (!block || !root.contains(block)) return null;
  const before = document.createRange();
  before.setStart(block, 0);
  before.setEnd(node, inside);
  return startOf(block) + before.toString().length;
}

function startOf(block: Element): number {
  return Number(block.getAttribute(blockAttribute));
}

function lengthOf(root: HTMLElement): number {
  const last = root.lastElementChild;
  return last === null ? 0 : startOf(last) + (last.textContent?.length ?? 0);
}

/** The part of the page's selection that lies in the text; null where none of it does. `focus` is the end that moves. */
export function readSelection(root: HTMLElement): { readonly anchor: number; readonly focus: number } | null {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const { anchorNode, focusNode, anchorOffset, focusOffset } = selection;
  if (anchorNode === null || focusNode === null) return null;
  if (!selection.getRangeAt(0).intersectsNode(root)) return null;
  return {
    anchor: offsetAt(root, anchorNode, anchorOffset) ?? clamp(root, anchorNode, anchorOffset),
    focus: offsetAt(root, focusNode, focusOffset) ?? clamp(root, focusNode, focusOffset),
  };
}

/** A selection that begins or ends beside the text reaches to the end of it that lies that way. */
function clamp(root: HTMLElement, node: Node, inside: number): number {
  const all = document.createRange();
  all.selectNodeContents(root);
  return all.comparePoint(node, inside) < 0 ? 0 : lengthOf(root);
}

/** Puts the page's selection on a slice of the text. */
export function writeSelection(root: HTMLElement, anchor: number, focus: number): void {
  const from = placeOf(root, anchor);
  const to = placeOf(root, focus);
  if (from === null || to === null) return;
  document.getSelection()?.setBaseAndExtent(from.node, from.inside, to.node, to.inside);
}

/** The place in the page of an offset, in the text node that holds it. */
export function placeOf(
  root: HTMLElement,
  offset: number,
): { readonly node: Node; readonly inside: number } | null {
  const block = findBlock(root, offset);
  if (block === null) return null;
  let left = offset - startOf(block);
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0;
    if (left < length) return { node, inside: left };
    left -= length;
    last = node;
  }
  return last === null ? null : { node: last, inside: last.nodeValue?.length ?? 0 };
}

function findBlock(root: HTMLElement, offset: number): Element | null {
  const { children } = root;
  let low = 0;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const child = children[middle];
    if (child && startOf(child) <= offset) low = middle;
    else high = middle - 1;
  }
  return children[low] ?? null;
}

/** null where the text is empty. */
export function rangeOf(root: HTMLElement, start: number, end: number): Range | null {
  const from = placeOf(root, start);
  const to = placeOf(root, end);
  if (from === null || to === null) return null;
  const range = document.createRange();
  range.setStart(from.node, from.inside);
  range.setEnd(to.node, to.inside);
  return range;
}
