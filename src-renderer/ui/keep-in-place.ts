// Keeps the row the analyst looks at where it is on screen, whatever grows above it or is put in before it.
import { useLayoutEffect, useRef, type RefObject } from 'react';

interface Place {
  /** Key of the row; null = none. */
  readonly key: string | null;
  /** Pixels from the top of what scrolls to the top of the row; negative = the row is not in the list. */
  readonly top: number;
  /** What the list shows: under another filter every row moves, and none is followed. */
  readonly list: string;
}

/**
 * Scrolls by as much as the row has moved since it was drawn last, if it was in sight then. A row that is open when the
 * list is drawn for the first time is brought into sight.
 */
export function useKeepInPlace(
  scroller: RefObject<HTMLElement | null>,
  place: Place,
  isMeasured: boolean,
): void {
  const last = useRef<Place | null>(null);
  const { key, top, list } = place;
  useLayoutEffect(() => {
    const area = scroller.current;
    if (area === null || !isMeasured) return;
    const before = last.current;
    last.current = { key, top, list };
    if (top < 0) return;
    if (before === null) {
      if (key !== null && !isInSight(area, top)) area.scrollTop = top - area.clientHeight / 2;
    } else if (before.key === key && before.list === list && before.top >= 0 && before.top !== top) {
      if (isInSight(area, before.top)) area.scrollTop += top - before.top;
    }
  }, [scroller, key, top, list, isMeasured]);
}

/** A row that touches the edge counts: the analyst may be scrolling to it. */
function isInSight({ scrollTop, clientHeight }: HTMLElement, top: number): boolean {
  return top >= scrollTop && top < scrollTop + clientHeight;
}
