// What is being typed into a field, until it is saved: on Enter, on leaving the field, and when the field goes away.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

export interface Typed {
  readonly value: string;
  readonly isTyping: boolean;
  readonly onType: (text: string) => void;
  readonly commit: () => void;
  /** Enter saves (Shift+Enter is a new line), Escape gives up what was typed. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface Started<Value> {
  readonly text: string;
  /** What stood there when typing began: somebody else may change it meanwhile. */
  readonly seen: Value;
}

/** `save` is called with what differs from `write(value)`, and with the value that was seen when typing began. */
export function useTyped<Value>(
  value: Value,
  write: (value: Value) => string,
  save: (text: string, seen: Value) => void,
): Typed {
  const [started, setStarted] = useState<Started<Value> | null>(null);
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    const isChanged = started !== null && started.text !== write(started.seen);
    pending.current = isChanged ? () => save(started.text, started.seen) : null;
  });
  useEffect(() => () => pending.current?.(), []);
  const commit = () => {
    pending.current?.();
    pending.current = null;
    setStarted(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey) commit();
    else if (event.key === 'Escape' && started !== null) {
      pending.current = null;
      setStarted(null);
    } else return;
    event.preventDefault();
  };
  return {
    value: started?.text ?? write(value),
    isTyping: started !== null,
    onType: (text) => setStarted((now) => ({ text, seen: now?.seen ?? value })),
    commit,
    onKeyDown,
  };
}
