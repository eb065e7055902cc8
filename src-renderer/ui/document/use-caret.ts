// Selecting text by pointer and by keyboard: the page's selection, read and moved in offsets of the text.
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useScroller } from '../scroller.ts';
import type { TextSelection } from './grow.ts';
import { placeOf, rangeOf, readSelection, writeSelection } from './positions.ts';

/** Where the caret is drawn, in pixels of the text's own area. */
export interface CaretPlace {
  readonly left: number;
  readonly top: number;
  readonly height: number;
}

interface CaretInput {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly selection: TextSelection | null;
  readonly onSelect: ((selection: TextSelection | null) => void) | undefined;
  /** Changes when the text nodes may have changed. */
  readonly drawn: unknown;
}

export function useCaret({ root, selection, onSelect, drawn }: CaretInput) {
  const [caret, setCaret] = useState<CaretPlace | null>(null);
  const scroller = useScroller();
  const told = useRef<TextSelection | null>(selection);
  const tell = useRef(onSelect);
  useLayoutEffect(() => {
    tell.current = onSelect;
  });
  const follow = useCallback(() => {
    const area = root.current;
    if (area === null) return;
    const places = readSelection(area);
    setCaret(document.activeElement === area && places !== null ? caretAt(area, places.focus) : null);
    if (places === null) return;
    const { anchor, focus } = places;
    const next = anchor === focus ? null : { start: Math.min(anchor, focus), end: Math.max(anchor, focus) };
    if (isSame(next, told.current)) return;
    told.current = next;
    tell.current?.(next);
  }, [root]);
  useEffect(() => {
    document.addEventListener('selectionchange', follow);
    return () => document.removeEventListener('selectionchange', follow);
  }, [follow]);
  useGivenSelection(root, selection, told, drawn);
  useKeptHighlight(root, selection, drawn);
  return {
    caret,
    onFocus: follow,
    onBlur: () => setCaret(null),
    onKeyDown(event: KeyboardEvent) {
      const area = root.current;
      if (area === null || !press(event, area)) return;
      event.preventDefault();
      follow();
      reveal(area, scroller.current);
    },
  };
}

function isSame(one: TextSelection | null, other: TextSelection | null): boolean {
  return one?.start === other?.start && one?.end === other?.end;
}

/** A selection that was changed by other means, as by a button, becomes the page's, unless that one is elsewhere. */
function useGivenSelection(
  root: RefObject<HTMLDivElement | null>,
  selection: TextSelection | null,
  told: RefObject<TextSelection | null>,
  drawn: unknown,
): void {
  useLayoutEffect(() => {
    const area = root.current;
    if (area === null) return;
    told.current = selection;
    const places = readSelection(area);
    if (places === null) return;
    if (selection === null) {
      if (places.anchor !== places.focus) writeSelection(area, places.focus, places.focus);
      return;
    }
    const { start, end } = selection;
    if (Math.min(places.anchor, places.focus) === start && Math.max(places.anchor, places.focus) === end)
      return;
    const isBackward = places.focus < places.anchor;
    writeSelection(area, isBackward ? end : start, isBackward ? start : end);
  }, [root, selection, told, drawn]);
}

const highlightName = 'document-selection';

/** Keeps the selection visible while the focus is in a field; without the API of highlights only the page's own is seen. */
function useKeptHighlight(
  root: RefObject<HTMLDivElement | null>,
  selection: TextSelection | null,
  drawn: unknown,
): void {
  useLayoutEffect(() => {
    const area = root.current;
    if (area === null || selection === null || !('highlights' in CSS)) return;
    const range = rangeOf(area, selection.start, selection.end);
    if (range === null) return;
    const highlight = CSS.highlights.get(highlightName) ?? new Highlight();
    highlight.add(range);
    CSS.highlights.set(highlightName, highlight);
    return () => {
      highlight.delete(range);
    };
  }, [root, selection, drawn]);
}

const moves: Readonly<Record<string, readonly [direction: string, unit: string]>> = {
  ArrowLeft: ['left', 'character'],
  ArrowRight: ['right', 'character'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
  Home: ['backward', 'lineboundary'],
  End: ['forward', 'lineboundary'],
};

/** True where the key was one of the text's. Escape takes back a selection, and is left to others when there is none. */
function press(event: KeyboardEvent, root: HTMLElement): boolean {
  const before = readSelection(root);
  if (event.key === 'Escape') {
    if (before === null || before.anchor === before.focus) return false;
    writeSelection(root, before.focus, before.focus);
    return true;
  }
  const isWhole = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.code === 'KeyA';
  if (isWhole) {
    writeSelection(root, 0, Number.MAX_SAFE_INTEGER);
    return true;
  }
  const move = moves[event.key];
  const selection = document.getSelection();
  if (move === undefined || selection === null || event.metaKey) return false;
  if (before === null) {
    const start = firstInSight(root);
    writeSelection(root, start, start);
  }
  const [direction, unit] = move;
  selection.modify(event.shiftKey ? 'extend' : 'move', direction as 'left', unitOf(event, unit) as 'word');
  keepInside(root, selection, before, event.shiftKey);
  return true;
}

/** With Ctrl or Alt a step is a word, and an end is that of the text. */
function unitOf({ ctrlKey, altKey }: KeyboardEvent, unit: string): string {
  if (!ctrlKey && !altKey) return unit;
  if (unit === 'character') return 'word';
  return unit === 'lineboundary' ? 'documentboundary' : unit;
}

/** A step that leaves the text ends at its edge. */
function keepInside(
  root: HTMLElement,
  selection: Selection,
  before: { readonly anchor: number } | null,
  isExtending: boolean,
): void {
  const { focusNode, focusOffset } = selection;
  if (focusNode === null || root.contains(focusNode)) return;
  const all = document.createRange();
  all.selectNodeContents(root);
  const edge = all.comparePoint(focusNode, focusOffset) < 0 ? 0 : Number.MAX_SAFE_INTEGER;
  writeSelection(root, isExtending ? (before?.anchor ?? edge) : edge, edge);
}

/** The offset of the first character that can be seen: where the caret begins. */
function firstInSight(root: HTMLElement): number {
  for (const block of root.children) {
    const { top, bottom } = block.getBoundingClientRect();
    const start = Number(block.getAttribute('data-block'));
    if (top >= 0 || bottom > 120) return start;
  }
  return 0;
}

/** null where the offset has no place, as in an empty text. */
function caretAt(root: HTMLElement, offset: number): CaretPlace | null {
  const place = placeOf(root, offset);
  const frame = root.getBoundingClientRect();
  if (place === null) return null;
  const range = document.createRange();
  range.setStart(place.node, place.inside);
  range.collapse(true);
  let rect = range.getClientRects()[0];
  if (rect === undefined) {
    // Beside a line break nothing is measured: the character there is.
    range.setEnd(place.node, Math.min(place.inside + 1, place.node.nodeValue?.length ?? 0));
    rect = range.getBoundingClientRect();
  }
  return { left: rect.left - frame.left, top: rect.top - frame.top, height: rect.height || 18 };
}

/** Scrolls just as far as the moving end of the selection needs. */
function reveal(root: HTMLElement, scroller: HTMLElement | null): void {
  const places = readSelection(root);
  const place = places === null ? null : caretAt(root, places.focus);
  if (place === null || scroller === null) return;
  const top = place.top + root.getBoundingClientRect().top;
  const { top: high, bottom: low } = scroller.getBoundingClientRect();
  const room = 48;
  if (top < high + room) scroller.scrollTop -= high + room - top;
  else if (top + place.height > low - room) scroller.scrollTop += top + place.height + room - low;
}
