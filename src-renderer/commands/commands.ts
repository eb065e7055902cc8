// The one registry of commands: views say what can be done, and the palette, the sheet of shortcuts and the keys follow.
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { tellKeys } from './keys.ts';
import { words } from '../words.ts';

export interface Command {
  /** Unique; a later registration of the same id, as by a view, stands before an earlier one. */
  readonly id: string;
  /** What it does, as a button would say it. */
  readonly title: string;
  readonly group: string;
  /** Syntax of tinykeys with physical codes: `$mod+KeyZ`, `KeyN`, `KeyG KeyB` (one after the other). */
  readonly keys?: string;
  /** A second way to press it. */
  readonly otherKeys?: string;
  readonly run: () => void;
  /** false: known, and of no use now. */
  readonly enabled?: boolean;
  /** Works while a dialog is open too. */
  readonly inDialog?: boolean;
}

let registered: ReadonlyMap<string, readonly Command[]> = new Map();
let all: readonly Command[] = [];
const listeners = new Set<() => void>();

function register(owner: string, commands: readonly Command[]): void {
  const next = new Map(registered);
  if (commands.length > 0) next.set(owner, commands);
  else next.delete(owner);
  registered = next;
  const byId = new Map([...registered.values()].flat().map((command) => [command.id, command]));
  all = [...byId.values()];
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Every command of what is on screen now. */
export function listCommands(): readonly Command[] {
  return all;
}

export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, listCommands);
}

/** Makes commands known as long as the component is on screen. They may be made anew at each render. */
export function useCommands(commands: readonly Command[]): void {
  const owner = useId();
  const latest = useRef(commands);
  useLayoutEffect(() => {
    latest.current = commands;
  });
  const shape = JSON.stringify(commands);
  useEffect(() => {
    // Known by their place: what they do may change at each render without anybody being told.
    const stable = latest.current.map((command, at) => ({
      ...command,
      run: () => latest.current[at]?.run(),
    }));
    register(owner, stable);
    return () => register(owner, []);
  }, [owner, shape]);
}

const isApple = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

/** The presses of a shortcut as people read them. */
export function shortcutParts(keys: string): readonly string[] {
  return tellKeys(keys, isApple);
}

/** `Undo (Ctrl+Z)`: for the tooltip of a button that does the same as a command. */
export function shortcutHint(title: string, keys: string | undefined): string {
  return keys === undefined ? title : `${title} (${shortcutParts(keys).join(words.commands.then)})`;
}
