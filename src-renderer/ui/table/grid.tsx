// The grid of a table: head and rows, with the keys and clicks that move in them.
import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import { useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useKeepInPlace } from '../keep-in-place.ts';
import { useOffset, useScroller } from '../scroller.ts';
import type { Column } from './columns.ts';
import { TableHead } from './head.tsx';
import { actionOf, type KeyAction } from './keys.ts';
import type { PartProps } from './props.ts';
import { TableRow, type RowActions } from './row.tsx';
import { useCursor, type Cursor } from './use-cursor.ts';

export function Grid<Row>(given: PartProps<Row>) {
  const grid = useRef<HTMLDivElement>(null);
  const columns = useFittingColumns(given.columns, grid);
  const props = { ...given, columns };
  const { view, choice, isSelectable = false } = props;
  const rows = view.shown;
  const id = useId();
  const listKey = `${props.listKey ?? ''} ${view.key}`;
  const cursor = useCursor({ ...props, rows, selected: props.selected ?? null, listKey });
  const headRows = columns.some(({ filter }) => filter !== undefined) ? 2 : 1;
  const { body, shown, height, reveal } = useShownRows({ props, cursor, listKey, headRows });
  const hasCells = columns.some(({ edit }) => edit !== undefined);
  const template = [...(isSelectable ? [chooseWidth] : []), ...columns.map(({ width }) => width)].join(' ');
  const actions = useActions(props, cursor, grid);
  const press = (event: KeyboardEvent) => {
    const action = readKey(event, props, cursor, hasCells);
    if (action === null) return;
    event.preventDefault();
    doAction(action, props, cursor, reveal);
  };
  return (
    <div
      ref={grid}
      className="table"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.length + headRows}
      aria-multiselectable={isSelectable || undefined}
      aria-activedescendant={activeId(id, cursor, shown)}
      onKeyDown={press}
      onFocus={() => {
        const first = rows[0];
        if (cursor.index < 0 && first !== undefined) cursor.moveTo(props.keyOf(first));
      }}
    >
      <TableHead
        columns={columns}
        template={template}
        view={view}
        choice={isSelectable ? choice : null}
        onDown={() => grid.current?.focus({ preventScroll: true })}
      />
      <div ref={body} role="rowgroup" className="table-body" style={{ height }}>
        {shown.map((place) => drawRow(place, { props, cursor, id, headRows, hasCells, template, actions }))}
      </div>
    </div>
  );
}

const chooseWidth = '24px';
const usualHeight = 32;
/** Rows drawn beyond the view. */
const overscan = 12;

/** The columns that there is room for. The same list stays the same object, so that rows need not be drawn again. */
function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  grid: RefObject<HTMLElement | null>,
): readonly Column<Row>[] {
  const [width, setWidth] = useState(Infinity);
  const canDrop = columns.some(({ dropBelow }) => dropBelow !== undefined);
  useLayoutEffect(() => {
    const element = grid.current;
    if (element === null || !canDrop) return;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [grid, canDrop]);
  const limits = columns.map(({ dropBelow = 0 }) => (width >= dropBelow ? '1' : '0')).join('');
  return useMemo(() => columns.filter((_, index) => limits[index] === '1'), [columns, limits]);
}

interface ShownInput<Row> {
  readonly props: PartProps<Row>;
  readonly cursor: Cursor;
  readonly listKey: string;
  readonly headRows: number;
}

interface RowPlace {
  readonly index: number;
  /** Pixels below the head. */
  readonly top: number;
}

/** The rows in view and a few around them, and how the view follows the active one. */
function useShownRows<Row>({ props, cursor, listKey, headRows }: ShownInput<Row>) {
  const { rowHeight = usualHeight, view, selected = null } = props;
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const scrollMargin = useOffset(body, scroller);
  const virtual = useVirtualizer({
    count: view.shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin,
    overscan,
    // The room kept free above (the head) and below the active row.
    scrollPaddingStart: headRows === 1 ? 40 : 72,
    scrollPaddingEnd: 8,
    rangeExtractor: (range) => withActive(range, cursor.index),
  });
  const top = cursor.index < 0 ? -1 : scrollMargin + cursor.index * rowHeight;
  useKeepInPlace(scroller, { key: cursor.key, top, list: listKey }, scrollMargin > 0);
  const reveal = (index: number) => virtual.scrollToIndex(index, { align: 'auto' });
  useReveal(selected, cursor.index, reveal);
  useReveal(cursor.editing?.key ?? null, cursor.index, reveal);
  const shown: readonly RowPlace[] = virtual
    .getVirtualItems()
    .map(({ index, start }: VirtualItem) => ({ index, top: start - scrollMargin }));
  return { body, shown, height: virtual.getTotalSize(), reveal };
}

/** The active row is drawn wherever it is: a screen reader is told of it by its id. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || indexes.includes(active) ? indexes : [...indexes, active];
}

/** Brings a row into sight that was opened by another hand, as a new one is, or that is edited next. */
function useReveal(selected: string | null, index: number, reveal: (index: number) => void): void {
  const last = useRef(selected);
  useLayoutEffect(() => {
    // A row that is still on its way into the list is waited for.
    if (selected === last.current || (selected !== null && index < 0)) return;
    last.current = selected;
    if (selected !== null) reveal(index);
  });
}

function activeId(id: string, { index, column }: Cursor, shown: readonly RowPlace[]): string | undefined {
  if (!shown.some((place) => place.index === index)) return undefined;
  return column < 0 ? `${id}-${index}` : `${id}-${index}-${column}`;
}

interface DrawInput<Row> {
  readonly props: PartProps<Row>;
  readonly cursor: Cursor;
  readonly id: string;
  readonly headRows: number;
  readonly hasCells: boolean;
  readonly template: string;
  readonly actions: RowActions<Row>;
}

function drawRow<Row>({ index, top }: RowPlace, input: DrawInput<Row>) {
  const { props, cursor, id, headRows, hasCells, template, actions } = input;
  const { view, columns, keyOf, choice, rowHeight = usualHeight, selected = null } = props;
  const row = view.shown[index];
  if (row === undefined) return null;
  const key = keyOf(row);
  const isActive = key === cursor.key;
  return (
    <TableRow
      key={key}
      id={`${id}-${index}`}
      rowKey={key}
      index={index}
      rowIndex={index + 1 + headRows}
      row={row}
      columns={columns}
      template={template}
      height={rowHeight}
      top={top}
      opens={props.onOpen !== undefined}
      isOpen={key === selected}
      isActive={isActive}
      activeColumn={isActive ? cursor.column : -1}
      editedColumn={cursor.editing?.key === key ? cursor.editing.column : -1}
      hasCells={hasCells}
      isChosen={props.isSelectable === true ? choice.isChosen(key) : null}
      actions={actions}
    />
  );
}

/** What rows ask for, in an object that stays the same. */
function useActions<Row>(
  props: PartProps<Row>,
  cursor: Cursor,
  grid: RefObject<HTMLDivElement | null>,
): RowActions<Row> {
  const lastColumn = useRef(-1);
  const now: RowActions<Row> = {
    touch(row, column) {
      const hasEdit = props.columns[column]?.edit !== undefined;
      lastColumn.current = column;
      cursor.moveTo(props.keyOf(row), hasEdit ? column : -1);
      props.onOpen?.(row);
    },
    // Opening the row may have moved its cells: the one that was clicked first is meant.
    edit: (row) => lastColumn.current >= 0 && cursor.edit(props.keyOf(row), lastColumn.current),
    choose(index, isRange) {
      if (isRange) props.choice.extend(index, index);
      else props.choice.toggle(index);
    },
    endEdit(how) {
      if (how === 'stay') grid.current?.focus({ preventScroll: true });
      cursor.endEdit(how);
    },
  };
  const latest = useRef(now);
  useLayoutEffect(() => {
    latest.current = now;
  });
  return useMemo(
    () => ({
      touch: (...input) => latest.current.touch(...input),
      edit: (...input) => latest.current.edit(...input),
      choose: (...input) => latest.current.choose(...input),
      endEdit: (...input) => latest.current.endEdit(...input),
    }),
    [],
  );
}

/** Fields in the head and in cells keep their keys. */
function readKey<Row>(
  event: KeyboardEvent,
  props: PartProps<Row>,
  cursor: Cursor,
  hasCells: boolean,
): KeyAction | null {
  if (event.target !== event.currentTarget) return null;
  const action = actionOf(event, {
    count: props.view.shown.length,
    active: cursor.index,
    column: cursor.column,
    columns: props.columns.length,
    hasCells,
    isSelectable: props.isSelectable ?? false,
  });
  // Escape closes what is open, once nothing is selected.
  return action?.kind === 'clear' && props.choice.chosen.length === 0 ? null : action;
}

function doAction<Row>(
  action: KeyAction,
  props: PartProps<Row>,
  cursor: Cursor,
  reveal: (index: number) => void,
): void {
  const { view, keyOf, columns, choice, onOpen } = props;
  const row = view.shown[cursor.index];
  switch (action.kind) {
    case 'move':
    case 'extend': {
      const target = view.shown[action.to];
      if (target === undefined) return;
      if (action.kind === 'extend') choice.extend(Math.max(0, cursor.index), action.to);
      cursor.moveTo(keyOf(target));
      return reveal(action.to);
    }
    case 'column':
      return cursor.setColumn(action.to);
    case 'choose-all':
      return choice.chooseAll();
    case 'clear':
      return choice.clear();
    case 'choose':
      return choice.toggle(cursor.index);
    case 'open':
      return row === undefined ? undefined : onOpen?.(row);
    case 'edit': {
      if (row === undefined) return;
      const isReadOnly = cursor.column >= 0 && columns[cursor.column]?.edit === undefined;
      return isReadOnly ? onOpen?.(row) : cursor.edit(keyOf(row), cursor.column);
    }
  }
}
