// Short messages about what was just done, each with a way to take it back or look at it.
import { CloseButton } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { words } from '../words.ts';

export interface Notice {
  readonly message: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Shown extends Notice {
  readonly id: number;
}

/** Long enough to be read and to reach the button by keyboard; it waits while the pointer or the focus is on it. */
const shownMs = 12_000;
const mostShown = 3;
let shown: readonly Shown[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a message below the work; the oldest goes when there are too many. Returns the function that takes it away. */
export function notify(notice: Notice): () => void {
  lastId += 1;
  const id = lastId;
  change([...shown, { ...notice, id }].slice(-mostShown));
  return () => dismiss(id);
}

function dismiss(id: number): void {
  change(shown.filter((notice) => notice.id !== id));
}

/** Where the messages stand: drawn once, by the frame. */
export function Notices() {
  const notices = useSyncExternalStore(subscribe, () => shown);
  return (
    <section className="toasts" aria-label={words.commands.messages}>
      <div role="status" aria-live="polite">
        {notices.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} />
        ))}
      </div>
    </section>
  );
}

function NoticeLine({ notice: { id, message, action } }: { readonly notice: Shown }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  return (
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className="toast-message">{message}</span>
      {action === undefined ? null : (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            dismiss(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <CloseButton size="sm" aria-label={words.frame.close} onClick={() => dismiss(id)} />
    </div>
  );
}
