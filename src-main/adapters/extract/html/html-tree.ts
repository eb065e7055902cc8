// What the HTML readers share: kinds of nodes, what a reader does not see, and how white space collapses.
import type { DefaultTreeAdapterTypes } from 'parse5';

export type HtmlNode = DefaultTreeAdapterTypes.ChildNode;
export type HtmlElement = DefaultTreeAdapterTypes.Element;

/** A set of space separated words. */
export function names(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

const unseen = names(
  'script style noscript template nav head title iframe object embed svg canvas audio video map datalist select ' +
    'input textarea dialog rt rp annotation annotation-xml frameset noframes',
);

/** The value of an attribute, or null. */
export function attributeOf(element: HtmlElement, name: string): string | null {
  return element.attrs.find((attribute) => attribute.name === name)?.value ?? null;
}

/** True for elements, as against text and comments. */
export function isElement(node: HtmlNode): node is HtmlElement {
  return 'tagName' in node;
}

/** True for elements a reader does not see, or sees as navigation only. */
export function isUnseen(element: HtmlElement): boolean {
  if (unseen.has(element.tagName) || attributeOf(element, 'hidden') !== null) return true;
  if (attributeOf(element, 'role') === 'navigation') return true;
  const style = attributeOf(element, 'style');
  return (
    style !== null && /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i.test(style)
  );
}

/** Text with runs of HTML white space made one space; no-break spaces stay, soft hyphens go. */
export function collapse(text: string): string {
  return text.replaceAll('\u00ad', '').replace(/[ \t\n\f\r]+/g, ' ');
}
