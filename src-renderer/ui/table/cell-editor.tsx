// The text field that a cell becomes while it is edited in place.
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';

export type EditEnd = 'stay' | 'next' | 'previous' | 'leave';

interface CellEditorProps {
  readonly label: string;
  readonly text: string;
  readonly placeholder: string | undefined;
  /** The one of the beginning is called. */
  readonly onSave: (text: string) => void;
  /** `leave`: the focus went elsewhere by itself. */
  readonly onEnd: (how: EditEnd) => void;
}

/** Enter and Tab save, Escape does not; so does leaving by a click, or the page: what was typed is never dropped in silence. */
export function CellEditor({ label, text, placeholder, onSave, onEnd }: CellEditorProps) {
  const [typed, setTyped] = useState(text);
  // As it was when the edit began: the row may be changed by somebody else meanwhile.
  const [began] = useState({ text, onSave });
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => {
    pending.current = typed === began.text ? null : () => began.onSave(typed);
  });
  useEffect(() => () => pending.current?.(), []);
  const isOver = useRef(false);
  const end = (how: EditEnd, isSaved: boolean) => {
    if (isOver.current) return;
    isOver.current = true;
    if (isSaved) pending.current?.();
    pending.current = null;
    onEnd(how);
  };
  const press = (event: KeyboardEvent) => {
    // The table's own keys rest while a cell is edited.
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') end('stay', true);
    else if (event.key === 'Escape') end('stay', false);
    else if (event.key === 'Tab') end(event.shiftKey ? 'previous' : 'next', true);
    else return;
    event.preventDefault();
  };
  return (
    <input
      className="cell-editor"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      ref={selectAll}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={press}
      onBlur={() => end('leave', true)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

function selectAll(field: HTMLInputElement | null): void {
  if (field === null || field === document.activeElement) return;
  field.focus({ preventScroll: true });
  field.select();
}
