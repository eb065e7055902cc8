// A small XML reader for the parts of Office files: elements, attributes, text. No DTD, no entities but the five.

/** An element. `name` carries the reader's own prefix for known namespaces, so `w:p` is a paragraph whatever the file calls it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
}

export type XmlNode = XmlElement | string;

/** Malformed XML; `message` says where and what. */
export class XmlError extends Error {}

const DEPTH_CAP = 1000;

const prefixes: Readonly<Record<string, string>> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://purl.org/dc/elements/1.1/': 'dc',
};

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,8}));/g, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return named[name] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

interface OpenElement {
  readonly rawName: string;
  readonly element: { name: string; attributes: Record<string, string>; children: XmlNode[] };
}

const attributePattern = /([^\s=/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function readAttributes(source: string, aliases: Map<string, string>): Record<string, string> {
  const raw: [string, string][] = [];
  for (const match of source.matchAll(attributePattern)) {
    const name = match[1] ?? '';
    const value = decodeEntities(match[2] ?? match[3] ?? '');
    if (name.startsWith('xmlns:')) aliases.set(name.slice(6), prefixes[value] ?? name.slice(6));
    else if (name === 'xmlns') aliases.set('', prefixes[value] ?? '');
    else raw.push([name, value]);
  }
  return Object.fromEntries(raw.map(([name, value]) => [canonical(name, aliases, false), value]));
}

function canonical(rawName: string, aliases: Map<string, string>, isElement: boolean): string {
  const colon = rawName.indexOf(':');
  if (colon < 0) {
    const prefix = isElement ? (aliases.get('') ?? '') : '';
    return prefix === '' ? rawName : `${prefix}:${rawName}`;
  }
  const prefix = rawName.slice(0, colon);
  return `${aliases.get(prefix) ?? prefix}:${rawName.slice(colon + 1)}`;
}

/** End of the construct that begins at `from` with `<!` or `<?`; text of a CDATA section, or null. */
function readDeclaration(source: string, from: number): { end: number; text: string | null } {
  const kinds: readonly (readonly [string, string])[] = [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ];
  for (const [open, close] of kinds) {
    if (!source.startsWith(open, from)) continue;
    const at = source.indexOf(close, from + open.length);
    if (at < 0) throw new XmlError(`"${open}" at character ${String(from)} is never closed`);
    const text = open === '<![CDATA[' ? source.slice(from + open.length, at) : null;
    return { end: at + close.length, text };
  }
  throw new XmlError('a document type declaration, which Office files never have');
}

/** Position of the `>` that closes the tag at `from`; a `>` inside a quoted value does not count. */
function findTagEnd(source: string, from: number): number {
  let quote = '';
  for (let at = from; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  throw new XmlError(`the tag at character ${String(from)} is never closed`);
}

/**
 * Parses one XML part into its root element. `skip` names elements that are left out with all they hold, which keeps
 * long documents small in memory. Throws XmlError for malformed or too deeply nested input. Iterative.
 */
export function parseXml(source: string, skip: ReadonlySet<string> = new Set()): XmlElement {
  const aliases = new Map<string, string>();
  const root: OpenElement = { rawName: '', element: { name: '', attributes: {}, children: [] } };
  const stack: OpenElement[] = [root];
  let position = source.indexOf('<');
  while (position >= 0 && position < source.length) {
    const parent = stack.at(-1) ?? root;
    const next = source.charAt(position + 1);
    if (next === '!' || next === '?') {
      const declaration = readDeclaration(source, position);
      if (declaration.text !== null) parent.element.children.push(declaration.text);
      position = declaration.end;
    } else {
      const end = findTagEnd(source, position + 1);
      readTag(source.slice(position + 1, end), stack, aliases, skip);
      position = end + 1;
    }
    const following = source.indexOf('<', position);
    const stop = following < 0 ? source.length : following;
    const holder = stack.at(-1) ?? root;
    if (stop > position && holder !== root)
      holder.element.children.push(decodeEntities(source.slice(position, stop)));
    position = following;
  }
  const open = stack.length > 1 ? stack.at(-1) : undefined;
  if (open !== undefined) throw new XmlError(`<${open.rawName}> is never closed`);
  const top = root.element.children.find((child): child is XmlElement => typeof child !== 'string');
  if (top === undefined) throw new XmlError('no element');
  return top;
}

function readTag(
  tag: string,
  stack: OpenElement[],
  aliases: Map<string, string>,
  skip: ReadonlySet<string>,
): void {
  if (tag.startsWith('/')) {
    const closed = stack.length > 1 ? stack.pop() : undefined;
    if (closed === undefined || closed.rawName !== tag.slice(1).trim())
      throw new XmlError(`</${tag.slice(1)}> closes nothing that is open`);
    const parent = stack.at(-1);
    if (parent !== undefined && skip.has(closed.element.name)) parent.element.children.pop();
    return;
  }
  const isEmpty = tag.endsWith('/');
  const body = isEmpty ? tag.slice(0, -1) : tag;
  const rawName = /^[^\s/>]+/.exec(body)?.[0];
  if (rawName === undefined) throw new XmlError('a tag without a name');
  const attributes = readAttributes(body.slice(rawName.length), aliases);
  const element = { name: canonical(rawName, aliases, true), attributes, children: [] };
  if (!(isEmpty && skip.has(element.name))) stack.at(-1)?.element.children.push(element);
  if (isEmpty) return;
  stack.push({ rawName, element });
  if (stack.length > DEPTH_CAP) throw new XmlError(`elements nested deeper than ${String(DEPTH_CAP)}`);
}

/** The child elements of that name. */
export function childrenNamed(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  );
}

/** The first child element of that name. */
export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element === undefined ? undefined : childrenNamed(element, name)[0];
}

/** All text inside, in order. */
export function textInside(element: XmlElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : textInside(child))).join('');
}
