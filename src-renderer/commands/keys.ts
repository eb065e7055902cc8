// Key bindings: how they are written, matched against presses, and told to people. Pure, so that it can be tried without a page.
import { matchKeyBindingPress, parseKeybinding, type KeyBindingPress } from 'tinykeys';

/** What matters of a keyboard event. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly getModifierState: (name: string) => boolean;
}

export interface Binding {
  readonly id: string;
  readonly presses: readonly KeyBindingPress[];
}

/** `keys` in the syntax of tinykeys, presses of a sequence divided by spaces: `$mod+KeyZ`, `KeyG KeyB`, `Shift+?`. */
export function readBinding(id: string, keys: string): Binding {
  return { id, presses: parseKeybinding(keys) };
}

/**
 * A letter of a Latin layout counts by what is written on it, any other key by where it stands: Z is where the layout
 * has it, and a Cyrillic or Greek layout uses the places of the Latin letters.
 */
export function placePress(press: Press): Press {
  const isLatin = /^[a-z]$/i.test(press.key);
  const code = isLatin ? `Key${press.key.toUpperCase()}` : press.code;
  return { key: press.key, code, getModifierState: (name) => press.getModifierState(name) };
}

export interface KeyMatch {
  /** The binding whose last key was pressed; null = none. */
  readonly id: string | null;
  /** Presses that may go on to a sequence. */
  readonly pending: readonly Press[];
}

/** Of two bindings that match, the longer one wins, then the later one. `press` comes from `placePress`. */
export function matchPress(bindings: readonly Binding[], pending: readonly Press[], press: Press): KeyMatch {
  const typed = [...pending, press];
  const fits = bindings.filter(
    ({ presses }) => presses.length >= typed.length && typed.every((one, at) => fitsPress(one, presses[at])),
  );
  const whole = fits.findLast(({ presses }) => presses.length === typed.length);
  if (whole !== undefined) return { id: whole.id, pending: [] };
  if (fits.length > 0) return { id: null, pending: typed };
  // What began a sequence led nowhere: the press is read on its own.
  return pending.length === 0 ? { id: null, pending: [] } : matchPress(bindings, [], press);
}

function fitsPress(press: Press, wanted: KeyBindingPress | undefined): boolean {
  return wanted !== undefined && matchKeyBindingPress(press as unknown as KeyboardEvent, wanted);
}

/** A key that types a character: it must not act while somebody types. */
export function typesText({ presses }: Binding): boolean {
  const [modifiers = [], key = ''] = presses[0] ?? [];
  const isChord = modifiers.some((name) => name !== 'Shift');
  return !isChord && !/^(F\d+|Escape)$/.test(String(key));
}

const editingKeys = new Set(['KeyZ', 'KeyY', 'KeyA', 'KeyC', 'KeyX', 'KeyV']);

/** What every text field does itself: undo, redo, select all, cut, copy and paste. */
export function editsText({ presses }: Binding): boolean {
  const [modifiers = [], key = ''] = presses[0] ?? [];
  return modifiers.some((name) => name === 'Control' || name === 'Meta') && editingKeys.has(String(key));
}

const keyNames: Readonly<Record<string, string>> = {
  Control: 'Ctrl',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Slash: '/',
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Minus: '-',
  Equal: '=',
};
const appleNames: Readonly<Record<string, string>> = { Meta: '⌘', Alt: '⌥', Control: '⌃', Shift: '⇧' };

/** `Ctrl+Z`, on a Mac `⌘Z`; the presses of a sequence as separate entries. */
export function tellKeys(keys: string, isApple: boolean): readonly string[] {
  return keys
    .trim()
    .split(/\s+/)
    .map((press) => tellPress(press, isApple));
}

function tellPress(press: string, isApple: boolean): string {
  const parts = press.split(/(?<=.)\+/).map((part) => {
    const name = part === '$mod' ? (isApple ? 'Meta' : 'Control') : part;
    const plain = name.replace(/^(Key|Digit)(?=.$)/, '');
    return (isApple ? appleNames[plain] : undefined) ?? keyNames[plain] ?? plain;
  });
  // A character that Shift makes is told as itself.
  const last = parts.at(-1) ?? '';
  const shown = /^[?!:]$/.test(last) ? parts.filter((part) => part !== 'Shift' && part !== '⇧') : parts;
  return shown.join(isApple ? '' : '+');
}
