// The element whose scrolling a table follows: the work area, or the inspector.
import { createContext, useCallback, useContext, useLayoutEffect, useState, type RefObject } from 'react';

const nothing: RefObject<HTMLElement | null> = { current: null };

export const ScrollerContext = createContext<RefObject<HTMLElement | null>>(nothing);

export function useScroller(): RefObject<HTMLElement | null> {
  return useContext(ScrollerContext);
}

/** Pixels from the top of what scrolls to an element in it; measured again whenever something above may have grown. */
export function useOffset(
  body: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
): number {
  const [offset, setOffset] = useState(0);
  const measure = useCallback(() => {
    if (body.current === null || scroller.current === null) return;
    const top = body.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(top + scroller.current.scrollTop);
  }, [body, scroller]);
  useLayoutEffect(() => {
    measure();
    const content = scroller.current?.firstElementChild;
    if (!content) return;
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    return () => observer.disconnect();
  }, [measure, scroller]);
  return offset;
}
