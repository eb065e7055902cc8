// Brings a place of the text into sight, however far away it is and however roughly the heights before it are known.
import { useEffect, type RefObject } from 'react';
import { useScroller } from '../scroller.ts';
import { rangeOf } from './positions.ts';

export interface ScrollTarget {
  readonly start: number;
  readonly end?: number;
  /** Another number asks again for the same place. */
  readonly ask?: number;
}

/** Heights settle as blocks are laid out, so the place is looked for again until it stays, for at most so many frames. */
const mostFrames = 12;

export function useScrollTo(root: RefObject<HTMLElement | null>, target: ScrollTarget | null): void {
  const scroller = useScroller();
  const { start, end, ask } = target ?? {};
  useEffect(() => {
    if (start === undefined) return;
    let frame = 0;
    let left = mostFrames;
    const step = () => {
      const moved = bring(root.current, scroller.current, start, end ?? start);
      left -= 1;
      if (left > 0 && moved) frame = requestAnimationFrame(step);
    };
    step();
    return () => cancelAnimationFrame(frame);
  }, [root, scroller, start, end, ask]);
}

/** False once the place is where it should be: a third below the top of what scrolls. */
function bring(root: HTMLElement | null, scroller: HTMLElement | null, start: number, end: number): boolean {
  const range = root === null ? null : rangeOf(root, start, Math.max(end, start + 1));
  if (range === null || scroller === null) return false;
  const box = scroller.getBoundingClientRect();
  const rect = range.getClientRects()[0] ?? range.getBoundingClientRect();
  const before = scroller.scrollTop;
  scroller.scrollTop += rect.top - box.top - scroller.clientHeight / 3;
  return Math.abs(scroller.scrollTop - before) > 1;
}
