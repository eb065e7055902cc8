// Finds where a text stops being JSON, by line and column; the browser's own parser does not always say.
export interface JsonError {
  /** Both from 1; columns count UTF-16 code units. */
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly reason: JsonErrorReason;
}

export type JsonErrorReason =
  | 'value'
  | 'field-name'
  | 'colon'
  | 'comma-or-brace'
  | 'comma-or-bracket'
  | 'end'
  | 'string-end'
  | 'escape'
  | 'control-character'
  | 'number'
  | 'twice';

class Stop extends Error {
  readonly offset: number;
  readonly reason: JsonErrorReason;

  constructor(offset: number, reason: JsonErrorReason) {
    super(reason);
    this.offset = offset;
    this.reason = reason;
  }
}

/** null where `JSON.parse` takes the text and no object has a field twice. */
export function locateJsonError(text: string): JsonError | null {
  try {
    const end = skipSpace(text, readValue(text, skipSpace(text, 0)));
    if (end < text.length) throw new Stop(end, 'end');
    return null;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const before = text.slice(0, error.offset).split('\n');
    return {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      offset: error.offset,
      reason: error.reason,
    };
  }
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const plainText = /[^"\\\u0000-\u001f]*/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where the match that begins at `at` ends; null where there is none. */
function match(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function skipSpace(text: string, at: number): number {
  return match(space, text, at) ?? at;
}

/** Each reader begins at the first character of what it reads and returns where that ends. */
function readValue(text: string, at: number): number {
  const first = text[at];
  if (first === '{') return readObject(text, at);
  if (first === '[') return readList(text, at);
  if (first === '"') return readText(text, at);
  const end = match(literal, text, at) ?? match(number, text, at);
  if (end === null) throw new Stop(at, first === '-' ? 'number' : 'value');
  if (/[\w.+-]/.test(text[end] ?? '')) throw new Stop(end, 'number');
  return end;
}

function readText(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    at = match(plainText, text, at) ?? at;
    if (at >= text.length || text[at] === '\n' || text[at] === '\r') throw new Stop(start, 'string-end');
    if (text[at] === '"') return at + 1;
    if (text[at] !== '\\') throw new Stop(at, 'control-character');
    const end = match(escape, text, at);
    if (end === null) throw new Stop(at, 'escape');
    at = end;
  }
}

function readList(text: string, start: number): number {
  let at = skipSpace(text, start + 1);
  if (text[at] === ']') return at + 1;
  for (;;) {
    at = skipSpace(text, readValue(text, at));
    if (text[at] === ']') return at + 1;
    if (text[at] !== ',') throw new Stop(at, 'comma-or-bracket');
    at = skipSpace(text, at + 1);
  }
}

function readObject(text: string, start: number): number {
  const names = new Set<string>();
  let at = skipSpace(text, start + 1);
  if (text[at] === '}') return at + 1;
  for (;;) {
    if (text[at] !== '"') throw new Stop(at, 'field-name');
    const end = readText(text, at);
    const name = JSON.parse(text.slice(at, end)) as string;
    if (names.has(name)) throw new Stop(at, 'twice');
    names.add(name);
    at = skipSpace(text, end);
    if (text[at] !== ':') throw new Stop(at, 'colon');
    at = skipSpace(text, readValue(text, skipSpace(text, at + 1)));
    if (text[at] === '}') return at + 1;
    if (text[at] !== ',') throw new Stop(at, 'comma-or-brace');
    at = skipSpace(text, at + 1);
  }
}
