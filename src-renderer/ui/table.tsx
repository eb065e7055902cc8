// The one table: draws only the rows in sight, scrolls with the page, and is worked by keyboard.
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useScroller } from './scroller.ts';
import { useKeepInPlace } from './keep-in-place.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly hint?: string;
  /** A CSS grid track, such as `minmax(160px, 1fr)`. */
  readonly width: string;
  readonly numeric?: boolean;
  readonly render: (row: Row) => ReactNode;
}

export interface TableProps<Row> {
  /** Says what the table holds. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly rowHeight?: number;
  /** Key of the row that is open in the inspector. */
  readonly selected?: string | null;
  /** Changes when the rows are other ones, as under another filter. */
  readonly listKey?: string;
  /** A click or Enter. */
  readonly onOpen?: (row: Row) => void;
}

/** Rows drawn beyond the view, and the room kept free above (the head) and below the active row. */
const reach = { overscan: 12, scrollPaddingStart: 40, scrollPaddingEnd: 8 };

/** Arrows, Page Up and Down, Home and End move the active row; Enter opens it. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, keyOf, columns, selected = null } = props;
  const id = useId();
  const state = useTable(props);
  const { shown, active, activeIndex, rowHeight } = state;
  const gridTemplateColumns = columns.map((column) => column.width).join(' ');
  return (
    <div
      className="table"
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={
        shown.some(({ index }) => index === activeIndex) ? `${id}-${activeIndex}` : undefined
      }
      onKeyDown={state.press}
      onFocus={state.enter}
    >
      <TableHead columns={columns} template={gridTemplateColumns} />
      <div ref={state.body} role="rowgroup" className="table-body" style={{ height: state.height }}>
        {shown.map(({ index, offset }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = keyOf(row);
          return (
            <TableRow
              key={key}
              id={`${id}-${index}`}
              index={index}
              row={row}
              columns={columns}
              isSelected={key === selected}
              isActive={key === active}
              style={{ gridTemplateColumns, height: rowHeight, transform: `translateY(${offset}px)` }}
              onOpen={props.onOpen}
              onTouch={() => state.setActive(key)}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Which rows are in sight, which one is active, and what keys do. */
function useTable<Row>({
  rows,
  keyOf,
  rowHeight = 32,
  selected = null,
  listKey = '',
  onOpen,
}: TableProps<Row>) {
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const [moved, setActive] = useState<string | null>(null);
  const active = moved ?? selected;
  const activeIndex = rows.findIndex((row) => keyOf(row) === active);
  const scrollMargin = useOffset(body, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 8,
  });
  const top = activeIndex < 0 ? -1 : scrollMargin + activeIndex * rowHeight;
  useKeepInPlace(scroller, { key: active, top, list: listKey }, scrollMargin > 0);

  function move(target: number): void {
    const index = Math.min(rows.length - 1, Math.max(0, target));
    const row = rows[index];
    if (row === undefined) return;
    setActive(keyOf(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  }
  function press(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = nextIndex(event.key, activeIndex, rows.length);
    const row = rows[activeIndex];
    if (target !== null) move(target);
    else if (event.key === 'Enter' && row !== undefined) onOpen?.(row);
    else return;
    event.preventDefault();
  }
  function enter(): void {
    if (activeIndex < 0 && rows[0] !== undefined) setActive(keyOf(rows[0]));
  }
  const shown = virtual
    .getVirtualItems()
    .map(({ index, start }) => ({ index, offset: start - scrollMargin }));
  return {
    body,
    shown,
    height: virtual.getTotalSize(),
    rowHeight,
    active,
    activeIndex,
    setActive,
    press,
    enter,
  };
}

interface TableRowProps<Row> {
  readonly id: string;
  /** Place in the whole list, from 0. */
  readonly index: number;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly style: CSSProperties;
  readonly onOpen: ((row: Row) => void) | undefined;
  readonly onTouch: () => void;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, onOpen } = props;
  return (
    <div
      id={props.id}
      role="row"
      // Counted from 1, and the head is the first.
      aria-rowindex={props.index + 2}
      aria-selected={props.isSelected}
      data-active={props.isActive || undefined}
      data-opens={onOpen !== undefined || undefined}
      className="table-row"
      style={props.style}
      onClick={() => {
        props.onTouch();
        onOpen?.(row);
      }}
    >
      {props.columns.map((column) => (
        <div key={column.id} role="gridcell" className={cellClass(column)}>
          {column.render(row)}
        </div>
      ))}
    </div>
  );
}

function TableHead<Row>(props: { readonly columns: readonly Column<Row>[]; readonly template: string }) {
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-row" style={{ gridTemplateColumns: props.template }}>
        {props.columns.map((column) => (
          <div key={column.id} role="columnheader" className={cellClass(column)} title={column.hint}>
            {column.header}
          </div>
        ))}
      </div>
    </div>
  );
}

function cellClass(column: { readonly numeric?: boolean }): string {
  return column.numeric ? 'cell number' : 'cell';
}

/** null for a key that moves nothing. */
function nextIndex(key: string, from: number, count: number): number | null {
  const page = 10;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + page,
    PageUp: from - page,
    Home: 0,
    End: count - 1,
  };
  return targets[key] ?? null;
}

/** How far below the top of what scrolls the rows begin; measured again whenever something above them may have grown. */
function useOffset(body: RefObject<HTMLDivElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [offset, setOffset] = useState(0);
  const measure = useCallback(() => {
    if (body.current === null || scroller.current === null) return;
    const top = body.current.getBoundingClientRect().top - scroller.current.getBoundingClientRect().top;
    setOffset(Math.round(top + scroller.current.scrollTop));
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
