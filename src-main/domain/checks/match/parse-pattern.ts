// Parses a regular expression, already known to be valid, into the tree that match-pattern.ts runs.

export type PatternNode =
  /** One code point that `test` accepts. */
  | { readonly kind: 'character'; readonly test: RegExp }
  | { readonly kind: 'assertion'; readonly what: Assertion }
  | { readonly kind: 'sequence'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly node: PatternNode; readonly min: number; readonly max: number };

export type Assertion = 'start' | 'end' | 'boundary' | 'not-boundary';

interface Cursor {
  readonly pattern: string;
  readonly flags: string;
  at: number;
  /** The first thing met that cannot be run in bounded time or is not known here. */
  unsupported: string | null;
}

const wordClass = '\\p{L}\\p{M}\\p{N}_';

/** The tree of a pattern that is valid with the flag u, or what in it is not supported. */
export function parsePattern(
  pattern: string,
  flags: string,
): { readonly node: PatternNode } | { readonly unsupported: string } {
  const cursor: Cursor = { pattern, flags, at: 0, unsupported: null };
  const node = parseChoice(cursor);
  return cursor.unsupported === null ? { node } : { unsupported: cursor.unsupported };
}

function parseChoice(cursor: Cursor): PatternNode {
  const nodes = [parseSequence(cursor)];
  while (cursor.pattern[cursor.at] === '|') {
    cursor.at += 1;
    nodes.push(parseSequence(cursor));
  }
  return { kind: 'choice', nodes };
}

function parseSequence(cursor: Cursor): PatternNode {
  const nodes: PatternNode[] = [];
  while (cursor.at < cursor.pattern.length && cursor.unsupported === null) {
    const next = cursor.pattern[cursor.at];
    if (next === '|' || next === ')') break;
    nodes.push(parseQuantifier(cursor, parseAtom(cursor)));
  }
  return { kind: 'sequence', nodes };
}

function parseQuantifier(cursor: Cursor, node: PatternNode): PatternNode {
  const match = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(cursor.pattern.slice(cursor.at));
  if (match === null) return node;
  const [whole, sign, least = '', comma, most = ''] = match;
  cursor.at += whole.length;
  if (sign !== undefined) {
    return {
      kind: 'repeat',
      node,
      min: sign === '+' ? 1 : 0,
      max: sign === '?' ? 1 : Number.POSITIVE_INFINITY,
    };
  }
  const min = Number(least);
  const open = most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return { kind: 'repeat', node, min, max: comma === '' ? min : open };
}

function parseAtom(cursor: Cursor): PatternNode {
  const next = takeCharacter(cursor);
  switch (next) {
    case '^':
      return { kind: 'assertion', what: 'start' };
    case '$':
      return { kind: 'assertion', what: 'end' };
    case '(':
      return parseGroup(cursor);
    case '[':
      return makeCharacter(cursor, parseClass(cursor));
    case '\\':
      return parseEscape(cursor);
    default:
      return makeCharacter(cursor, next);
  }
}

function parseGroup(cursor: Cursor): PatternNode {
  const opening = /^\?(?:[:=!]|<[=!]|<[^>]*>|[^:]*:)/.exec(cursor.pattern.slice(cursor.at))?.[0] ?? '';
  if (/^\?<?[=!]$/.test(opening)) return refuse(cursor, `a look-around, (${opening} ...)`);
  if (/^\?[^:<]/.test(opening)) return refuse(cursor, `the modifiers (${opening} ...)`);
  cursor.at += opening.length;
  const node = parseChoice(cursor);
  cursor.at += 1;
  return node;
}

function parseEscape(cursor: Cursor): PatternNode {
  const letter = cursor.pattern[cursor.at] ?? '';
  if (letter === 'b' || letter === 'B') {
    cursor.at += 1;
    return { kind: 'assertion', what: letter === 'b' ? 'boundary' : 'not-boundary' };
  }
  if (/[1-9k]/.test(letter)) return refuse(cursor, `a back-reference, \\${letter}`);
  const escape = takeEscape(cursor);
  if (escape === '\\w') return makeCharacter(cursor, `[${wordClass}]`);
  if (escape === '\\W') return makeCharacter(cursor, `[^${wordClass}]`);
  return makeCharacter(cursor, escape);
}

/** The rest of an escape after its backslash, as source: \n, \cJ, \x41, \u0041, \u{41}, \p{L}, a surrogate pair of two. */
function takeEscape(cursor: Cursor): string {
  const rest = cursor.pattern.slice(cursor.at);
  const long =
    /^(?:[pPu]\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z])/.exec(
      rest,
    );
  const taken = long?.[0] ?? String.fromCodePoint(rest.codePointAt(0) ?? 0);
  cursor.at += taken.length;
  return `\\${taken}`;
}

/** The source of a class from after its '[', with \w widened to every script. */
function parseClass(cursor: Cursor): string {
  let source = '[';
  while (cursor.at < cursor.pattern.length) {
    const next = takeCharacter(cursor);
    if (next === ']') break;
    const part = next === '\\' ? takeEscape(cursor) : next;
    if (part === '\\W') refuse(cursor, '\\W inside a class');
    source += part === '\\w' ? wordClass : part;
  }
  return `${source}]`;
}

function takeCharacter(cursor: Cursor): string {
  const next = String.fromCodePoint(cursor.pattern.codePointAt(cursor.at) ?? 0);
  cursor.at += next.length;
  return next;
}

function makeCharacter(cursor: Cursor, source: string): PatternNode {
  const flags = `u${cursor.flags.includes('i') ? 'i' : ''}${cursor.flags.includes('s') ? 's' : ''}`;
  return { kind: 'character', test: new RegExp(`^(?:${source})$`, flags) };
}

function refuse(cursor: Cursor, what: string): PatternNode {
  cursor.unsupported ??= what;
  return { kind: 'sequence', nodes: [] };
}
