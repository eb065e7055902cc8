// Finds where a text stops being JSON, since the engine's own message often does not say it.

const token =
  /[ \t\r\n]+|"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[{}[\],:]/y;

type Expected = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'nothing';

/** Returns the line, from 1, of the first token that cannot stand there, or of the end where something is missing. */
export function jsonErrorLine(text: string): number {
  return text.slice(0, jsonErrorOffset(text)).split('\n').length;
}

function jsonErrorOffset(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const [found] = token.exec(text) ?? [];
    if (found === undefined) return at;
    if (/^\s/.test(found)) continue;
    const next: Expected | null = step(expected, found, open);
    if (next === null) return at;
    expected = next;
  }
  return text.trimEnd().length;
}

/** What may follow the token, or null when it cannot stand here. Keeps the stack of open brackets. */
function step(expected: Expected, found: string, open: ('{' | '[')[]): Expected | null {
  const after: Expected = open.length === 0 ? 'nothing' : 'comma-or-end';
  if (found === '}' || found === ']') {
    const [bracket, ends] = found === '}' ? ['{', 'key-or-end'] : ['[', 'value-or-end'];
    if (open.at(-1) !== bracket || (expected !== 'comma-or-end' && expected !== ends)) return null;
    open.pop();
    return open.length === 0 ? 'nothing' : 'comma-or-end';
  }
  if (found === ',') return expected !== 'comma-or-end' ? null : open.at(-1) === '{' ? 'key' : 'value';
  if (found === ':') return expected === 'colon' ? 'value' : null;
  if (expected === 'key' || expected === 'key-or-end') return found.startsWith('"') ? 'colon' : null;
  if (expected !== 'value' && expected !== 'value-or-end') return null;
  if (found !== '{' && found !== '[') return after;
  open.push(found);
  return found === '{' ? 'key-or-end' : 'value-or-end';
}
