// The field that searches inside a document: how many places there are, and which one is shown.
import { CloseButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { words } from '../../../words.ts';
import { mostMatches } from './find-matches.ts';
import type { Find } from './use-find.ts';

const said = words.documents.find;

/** Enter goes to the next place, Shift+Enter to the one before, Escape closes the field. */
export function FindBar({ find, onClosed }: { readonly find: Find; readonly onClosed: () => void }) {
  if (!find.isOpen) return null;
  const close = () => {
    find.close();
    onClosed();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="find-bar" role="search" aria-label={said.title}>
      <input
        ref={find.field}
        className="filter-field"
        type="text"
        aria-label={said.title}
        placeholder={said.title}
        value={find.wanted}
        onChange={(event) => find.setWanted(event.currentTarget.value)}
        onKeyDown={press}
      />
      <span role="status" className="find-count">
        {find.wanted.trim() === ''
          ? ''
          : said.count(find.active + 1, find.matches.length, find.matches.length === mostMatches)}
      </span>
      <button
        type="button"
        className="edge-button"
        aria-label={said.previous}
        title={said.previous}
        onClick={() => find.step(-1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="edge-button"
        aria-label={said.next}
        title={said.next}
        onClick={() => find.step(1)}
      >
        ↓
      </button>
      <CloseButton size="sm" aria-label={said.close} title={said.close} onClick={close} />
    </div>
  );
}
