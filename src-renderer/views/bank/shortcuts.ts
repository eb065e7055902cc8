// Keys of the bank, by physical position, at rest while somebody types.
import { useEffect } from 'react';

export interface Shortcut {
  /** `KeyN`, or `$mod+Shift+KeyZ`: `$mod` is Ctrl, and Command on a Mac. */
  readonly keys: string;
  readonly isEnabled: boolean;
  readonly run: () => void;
}

export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      const shortcut = shortcuts.find(({ keys }) => keys === namePress(event));
      if (shortcut === undefined || !shortcut.isEnabled) return;
      event.preventDefault();
      shortcut.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [shortcuts]);
}

function namePress(event: KeyboardEvent): string {
  const parts = [
    event.ctrlKey || event.metaKey ? '$mod' : '',
    event.altKey ? 'Alt' : '',
    event.shiftKey ? 'Shift' : '',
    event.code,
  ];
  return parts.filter((part) => part !== '').join('+');
}

/** Undo inside a field is the field's own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio]), textarea, select'))
  );
}
