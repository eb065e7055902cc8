// Listens to the keyboard for every command that has keys.
import { useEffect } from 'react';
import { listCommands, type Command } from './commands.ts';
import { editsText, matchPress, placePress, readBinding, typesText, type Press } from './keys.ts';

/** A sequence is given up after this long without a press. */
const patienceMs = 1500;

/** Once, by the frame. A key that a view has taken for itself is left alone. */
export function useCommandKeys(): void {
  useEffect(() => {
    let pending: readonly Press[] = [];
    let lastMs = 0;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isModifier(event.key)) return;
      if (event.timeStamp - lastMs > patienceMs) pending = [];
      lastMs = event.timeStamp;
      const usable = usableCommands(event.target);
      const match = matchPress(usable.flatMap(bindingsOf), pending, placePress(event));
      pending = match.pending;
      const command = usable.find(({ id }) => id === match.id);
      if (command === undefined) return;
      event.preventDefault();
      // A key that is held down does a thing once.
      if (!event.repeat) command.run();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}

function isModifier(key: string): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Alt' || key === 'Meta' || key === 'AltGraph';
}

function bindingsOf({ id, keys, otherKeys }: Command) {
  return [keys, otherKeys].flatMap((text) => (text === undefined ? [] : [readBinding(id, text)]));
}

function usableCommands(target: EventTarget | null): readonly Command[] {
  const hasDialog = document.querySelector('[aria-modal=true]') !== null;
  const isTyping = takesText(target);
  return listCommands().flatMap((command) => {
    if (command.enabled === false || (hasDialog && command.inDialog !== true)) return [];
    if (!isTyping) return [command];
    const [keys, otherKeys] = [command.keys, command.otherKeys].map((text) => {
      const binding = text === undefined ? null : readBinding(command.id, text);
      return binding === null || typesText(binding) || editsText(binding) ? undefined : text;
    });
    const { keys: _keys, otherKeys: _other, ...rest } = command;
    return [
      { ...rest, ...(keys === undefined ? {} : { keys }), ...(otherKeys === undefined ? {} : { otherKeys }) },
    ];
  });
}

const wordless = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'file', 'color']);

function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !wordless.has(target.type);
  return target.isContentEditable || target.matches('textarea, select, [role=textbox]');
}
