// A strict JSON reader (RFC 8259) that keeps number tokens as written and sees duplicate keys at any depth.

export type JsonNode =
  | { readonly kind: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly kind: 'array'; readonly items: readonly JsonNode[] }
  | { readonly kind: 'string'; readonly value: string }
  /** `raw` is the token as written: 2, 2.0, 2e0 and -0 stay apart. */
  | { readonly kind: 'number'; readonly raw: string }
  | { readonly kind: 'literal'; readonly value: true | false | null };

export interface JsonEntry {
  readonly key: string;
  readonly value: JsonNode;
}

export type JsonReading =
  | {
      readonly ok: true;
      readonly node: JsonNode;
      /** Where the value ends (exclusive), in UTF-16 code units. */
      readonly end: number;
      /** Keys that some object holds twice, each once, in order of discovery. */
      readonly duplicates: readonly string[];
    }
  | { readonly ok: false; readonly at: number; readonly problem: string };

type Frame =
  | { readonly kind: 'object'; readonly entries: JsonEntry[]; readonly keys: Set<string>; key: string }
  | { readonly kind: 'array'; readonly items: JsonNode[] };

/** The reader's place in the text; `problem` is set once, by whoever first finds the text broken at `at`. */
interface Cursor {
  readonly text: string;
  at: number;
  problem: string | null;
  readonly stack: Frame[];
  readonly duplicates: Set<string>;
}

/** Reads a text that is one JSON value, with JSON white space around it and nothing else (a BOM is something else). */
export function readJson(text: string): JsonReading {
  const reading = readJsonValue(text, 0);
  if (!reading.ok) return reading;
  const after = skipSpace(text, reading.end);
  if (after < text.length) return { ok: false, at: after, problem: 'text after the value' };
  return reading;
}

/**
 * Reads the JSON value that starts at `start` (white space before it allowed), whatever follows it. Linear in what it
 * reads, and nesting costs no call stack.
 */
export function readJsonValue(text: string, start: number): JsonReading {
  const cursor: Cursor = { text, at: start, problem: null, stack: [], duplicates: new Set() };
  for (;;) {
    let node = readLeafOrOpen(cursor);
    while (node !== null) {
      const frame = cursor.stack.at(-1);
      if (frame === undefined) {
        return { ok: true, node, end: cursor.at, duplicates: [...cursor.duplicates] };
      }
      addTo(frame, node);
      node = continueFrame(cursor, frame);
    }
    if (cursor.problem !== null) return { ok: false, at: cursor.at, problem: cursor.problem };
  }
}

export function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** A whole value, or null after opening a container that still wants its first value, or after a problem. */
function readLeafOrOpen(cursor: Cursor): JsonNode | null {
  cursor.at = skipSpace(cursor.text, cursor.at);
  switch (cursor.text[cursor.at]) {
    case '{':
      return openObject(cursor);
    case '[':
      return openArray(cursor);
    case '"': {
      const value = readString(cursor);
      return value === null ? null : { kind: 'string', value };
    }
    case undefined:
      return fail(cursor, 'the text ends where a value should stand');
    default:
      return readNumber(cursor) ?? readLiteral(cursor) ?? fail(cursor, 'no JSON value starts here');
  }
}

function openObject(cursor: Cursor): JsonNode | null {
  cursor.at = skipSpace(cursor.text, cursor.at + 1);
  if (cursor.text[cursor.at] === '}') {
    cursor.at += 1;
    return { kind: 'object', entries: [] };
  }
  const frame: Frame = { kind: 'object', entries: [], keys: new Set(), key: '' };
  if (readKey(cursor, frame)) cursor.stack.push(frame);
  return null;
}

function openArray(cursor: Cursor): JsonNode | null {
  cursor.at = skipSpace(cursor.text, cursor.at + 1);
  if (cursor.text[cursor.at] === ']') {
    cursor.at += 1;
    return { kind: 'array', items: [] };
  }
  cursor.stack.push({ kind: 'array', items: [] });
  return null;
}

/** Reads `"key":` and notes a key the object has already. */
function readKey(cursor: Cursor, frame: Frame & { readonly kind: 'object' }): boolean {
  cursor.at = skipSpace(cursor.text, cursor.at);
  if (cursor.text[cursor.at] !== '"') {
    fail(cursor, 'a field name in double quotes is missing');
    return false;
  }
  const key = readString(cursor);
  if (key === null) return false;
  cursor.at = skipSpace(cursor.text, cursor.at);
  if (cursor.text[cursor.at] !== ':') {
    fail(cursor, 'a colon is missing after a field name');
    return false;
  }
  cursor.at += 1;
  if (frame.keys.has(key)) cursor.duplicates.add(key);
  frame.keys.add(key);
  frame.key = key;
  return true;
}

function addTo(frame: Frame, node: JsonNode): void {
  if (frame.kind === 'array') frame.items.push(node);
  else frame.entries.push({ key: frame.key, value: node });
}

/** After a value inside a container: the finished container, or null when another value is due (or on a problem). */
function continueFrame(cursor: Cursor, frame: Frame): JsonNode | null {
  cursor.at = skipSpace(cursor.text, cursor.at);
  const next = cursor.text[cursor.at];
  if (next === ',') {
    cursor.at += 1;
    if (frame.kind === 'object') readKey(cursor, frame);
    return null;
  }
  if (next !== (frame.kind === 'object' ? '}' : ']')) {
    return fail(
      cursor,
      next === undefined ? 'the text ends inside a value' : 'a comma or closing bracket is missing',
    );
  }
  cursor.at += 1;
  cursor.stack.pop();
  return frame.kind === 'object'
    ? { kind: 'object', entries: frame.entries }
    : { kind: 'array', items: frame.items };
}

function readNumber(cursor: Cursor): JsonNode | null {
  const pattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
  pattern.lastIndex = cursor.at;
  const raw = pattern.exec(cursor.text)?.[0];
  if (raw === undefined) return null;
  cursor.at += raw.length;
  return { kind: 'number', raw };
}

const literals = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

function readLiteral(cursor: Cursor): JsonNode | null {
  for (const [word, value] of literals) {
    if (!cursor.text.startsWith(word, cursor.at)) continue;
    cursor.at += word.length;
    return { kind: 'literal', value };
  }
  return null;
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Reads a string from its opening quote; null after a problem. A lone surrogate, written or escaped, is kept as JSON.parse keeps it. */
function readString(cursor: Cursor): string | null {
  const { text } = cursor;
  let value = '';
  let from = cursor.at + 1;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) {
      cursor.at = at + 1;
      return value + text.slice(from, at);
    }
    if (unit < 0x20) {
      cursor.at = at;
      return fail(cursor, 'a control character stands unescaped in a string');
    }
    if (unit !== 0x5c) continue;
    const escape = readEscape(text, at);
    if (escape === null) {
      cursor.at = at;
      return fail(cursor, 'an escape in a string is not one of JSON');
    }
    value += text.slice(from, at) + escape.character;
    at = escape.end - 1;
    from = escape.end;
  }
  cursor.at = text.length;
  return fail(cursor, 'the text ends inside a string');
}

function readEscape(text: string, at: number): { readonly character: string; readonly end: number } | null {
  const letter = text[at + 1] ?? '';
  if (letter === 'u') {
    const digits = text.slice(at + 2, at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) return null;
    return { character: String.fromCharCode(Number.parseInt(digits, 16)), end: at + 6 };
  }
  const character = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  return character === undefined ? null : { character, end: at + 2 };
}

function fail(cursor: Cursor, problem: string): null {
  cursor.problem ??= problem;
  return null;
}
