// Searching inside one document: what is looked for, the places found, and the one that is shown.
import { useDeferredValue, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { findMatches, matchFrom } from './find-matches.ts';
import type { TextSelection } from '../grow.ts';
import type { Mark } from '../segments.ts';

export interface Find {
  readonly isOpen: boolean;
  readonly wanted: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly matches: readonly TextSelection[];
  /** Index among the matches; -1 = none. */
  readonly active: number;
  readonly marks: readonly Mark[];
  readonly open: () => void;
  readonly close: () => void;
  readonly setWanted: (text: string) => void;
  readonly step: (direction: 1 | -1) => void;
}

/** `onShow` is told which place to bring into sight; `from` says where the analyst is reading. */
export function useFind(text: string, onShow: (place: TextSelection) => void, from: () => number): Find {
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState('');
  const [active, setActive] = useState(-1);
  const field = useRef<HTMLInputElement>(null);
  const looked = useDeferredValue(isOpen ? wanted : '');
  const matches = useMemo(() => findMatches(text, looked), [text, looked]);
  const [shownFor, setShownFor] = useState(matches);
  if (shownFor !== matches) {
    setShownFor(matches);
    setActive(matchFrom(matches, from()));
  }
  const place = matches[active];
  const show = useRef(onShow);
  useEffect(() => {
    show.current = onShow;
  });
  useEffect(() => {
    if (place) show.current(place);
  }, [place]);
  const marks = useMemo(
    () =>
      matches.flatMap(({ start, end }, index): Mark[] => {
        const match: Mark = { id: `match ${index}`, start, end, kind: 'match', label: '' };
        return index === active ? [match, { ...match, id: 'active match', kind: 'active' }] : [match];
      }),
    [matches, active],
  );
  return {
    isOpen,
    wanted,
    field,
    matches,
    active,
    marks,
    open() {
      setOpen(true);
      // The field may be there only after this is drawn.
      requestAnimationFrame(() => field.current?.select());
    },
    close: () => setOpen(false),
    setWanted,
    step(direction) {
      if (matches.length > 0) setActive((active + direction + matches.length) % matches.length);
    },
  };
}
