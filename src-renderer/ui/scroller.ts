// The element whose scrolling a table follows: the work area, or the inspector.
import { createContext, useContext, type RefObject } from 'react';

const nothing: RefObject<HTMLElement | null> = { current: null };

export const ScrollerContext = createContext<RefObject<HTMLElement | null>>(nothing);

export function useScroller(): RefObject<HTMLElement | null> {
  return useContext(ScrollerContext);
}
