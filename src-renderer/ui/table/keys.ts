// What each key does in a table: pure, so that it can be tried without a page.
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

export interface KeyState {
  readonly count: number;
  /** Index of the active row; -1 = none. */
  readonly active: number;
  /** Index of the active column; -1 = the whole row. */
  readonly column: number;
  readonly columns: number;
  readonly hasCells: boolean;
  readonly isSelectable: boolean;
}

export type KeyAction =
  | { readonly kind: 'move' | 'extend'; readonly to: number }
  | { readonly kind: 'column'; readonly to: number }
  | { readonly kind: 'open' | 'edit' | 'choose' | 'choose-all' | 'clear' };

const page = 10;

/** null for a key that means nothing here. */
export function actionOf(press: KeyPress, state: KeyState): KeyAction | null {
  const { key } = press;
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey)
    return state.isSelectable && key.toLowerCase() === 'a' && !press.shiftKey ? { kind: 'choose-all' } : null;
  const to = nextIndex(key, state.active, state.count);
  if (to !== null) return { kind: press.shiftKey && state.isSelectable ? 'extend' : 'move', to };
  if (state.hasCells && (key === 'ArrowLeft' || key === 'ArrowRight')) {
    const column = Math.min(state.columns - 1, Math.max(-1, state.column + (key === 'ArrowRight' ? 1 : -1)));
    return { kind: 'column', to: column };
  }
  if (state.isSelectable && key === 'Escape') return { kind: 'clear' };
  if (state.active < 0) return null;
  if (key === 'Enter') return { kind: state.column >= 0 ? 'edit' : 'open' };
  if (key === 'F2' && state.hasCells) return { kind: 'edit' };
  if (key === ' ' && state.isSelectable) return { kind: 'choose' };
  return null;
}

/** null for a key that moves nothing; stays inside the rows. */
function nextIndex(key: string, from: number, count: number): number | null {
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  const target = Object.hasOwn(targets, key) ? (targets[key] ?? null) : null;
  return target === null ? null : Math.min(count - 1, Math.max(0, target));
}
