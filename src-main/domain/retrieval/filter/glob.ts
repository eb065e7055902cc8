// Globs over paths, matched in time linear in the length of the path: no pattern can make it slow.

type Token =
  | { readonly kind: 'character'; readonly character: string }
  /** `?`: one character but `/`. `*`: any number of those. `**`: any characters. `**` + `/`: any number of whole folders. */
  | { readonly kind: 'one' | 'many' | 'across' | 'folders' };

/**
 * Returns a test for whole paths, by code point, case-sensitive, both sides in NFC: `*` any characters within a folder, `?`
 * one of them, `**` any characters across folders; `**` and a slash at the start of a folder's name also match no folder,
 * so that `docs/**` + `/a.md` finds docs/a.md. Everything else stands for itself.
 *
 * It keeps the set of places in the pattern that the path so far can have reached (Thompson, 'Regular expression search
 * algorithm', CACM 1968), so it never goes back.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
  const tokens = readTokens(Array.from(pattern.normalize('NFC')));
  return function matches(path) {
    let places = new Uint8Array(tokens.length + 1);
    places[0] = 1;
    // A run of whole folders can only begin or end at the start of a name.
    spread(tokens, places, true);
    for (const character of path.normalize('NFC')) {
      const next = new Uint8Array(tokens.length + 1);
      advance(tokens, places, character, next);
      spread(tokens, next, character === '/');
      places = next;
    }
    return places[tokens.length] === 1;
  };
}

function readTokens(characters: readonly string[]): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] as string;
    if (character === '?') tokens.push({ kind: 'one' });
    else if (character !== '*') tokens.push({ kind: 'character', character });
    else if (characters[at + 1] !== '*') tokens.push({ kind: 'many' });
    else {
      const opens = at === 0 || characters[at - 1] === '/';
      at += 1;
      const folders = opens && characters[at + 1] === '/';
      if (folders) at += 1;
      tokens.push({ kind: folders ? 'folders' : 'across' });
    }
  }
  return tokens;
}

/** Also reaches what stands after a token that may match nothing. */
function spread(tokens: readonly Token[], places: Uint8Array, startsName: boolean): void {
  for (const [at, { kind }] of tokens.entries()) {
    if (places[at] !== 1) continue;
    if (kind === 'many' || kind === 'across' || (kind === 'folders' && startsName)) places[at + 1] = 1;
  }
}

function advance(tokens: readonly Token[], places: Uint8Array, character: string, next: Uint8Array): void {
  for (const [at, token] of tokens.entries()) {
    if (places[at] !== 1) continue;
    if (token.kind === 'character') {
      if (token.character === character) next[at + 1] = 1;
    } else if (token.kind === 'one') {
      if (character !== '/') next[at + 1] = 1;
    } else if (token.kind === 'many') {
      if (character !== '/') next[at] = 1;
    } else next[at] = 1;
  }
}
