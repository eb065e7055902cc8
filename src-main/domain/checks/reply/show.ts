// Shows a value of a reply inside a message: quoted, short, on one line.
import type { JsonNode } from '../strict-json.ts';

const longest = 80;

/** A text in double quotes with its control characters escaped, cut at 80 characters. */
export function showText(text: string): string {
  if (text.length <= longest) return JSON.stringify(text);
  return JSON.stringify(`${text.slice(0, longest)}...`);
}

/** A JSON value as written, or what kind of container it is. */
export function showNode(node: JsonNode | undefined): string {
  switch (node?.kind) {
    case undefined:
      return 'missing';
    case 'string':
      return showText(node.value);
    case 'number':
      return node.raw.length > longest ? `${node.raw.slice(0, longest)}...` : node.raw;
    case 'literal':
      return String(node.value);
    case 'array':
      return 'a list';
    case 'object':
      return 'an object';
  }
}
