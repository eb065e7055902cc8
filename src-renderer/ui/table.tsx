// The one table: draws only the rows in sight, scrolls with the page, and is worked by keyboard.
import { defaultRangeExtractor, useVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
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
  const { rows, keyOf, columns, rowHeight = 32, selected = null } = props;
  const id = useId();
  const body = useRef<HTMLDivElement>(null);
  const scroller = useScroller();
  const [moved, setMoved] = useState<string | null>(null);
  const active = moved ?? selected;
  const activeIndex = rows.findIndex((row) => keyOf(row) === active);
  const scrollMargin = useOffset(body, scroller);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    scrollMargin,
    rangeExtractor: (range) => withActive(range, activeIndex),
    ...reach,
  });
  const top = activeIndex < 0 ? -1 : scrollMargin + activeIndex * rowHeight;
  useKeepInPlace(scroller, { key: active, top, list: props.listKey ?? '' }, scrollMargin > 0);
  const shown = virtual.getVirtualItems();
  const template = columns.map((column) => column.width).join(' ');

  function move(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setMoved(keyOf(row));
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' });
  }
  const open = () => openRow(props, activeIndex);
  const press = (event: KeyboardEvent) =>
    pressKey(event, { count: rows.length, active: activeIndex, move, open });

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
      onKeyDown={press}
      onFocus={() => {
        if (activeIndex < 0 && rows[0] !== undefined) setMoved(keyOf(rows[0]));
      }}
    >
      <TableHead columns={columns} template={template} />
      <div ref={body} role="rowgroup" className="table-body" style={{ height: virtual.getTotalSize() }}>
        <ShownRows
          {...props}
          id={id}
          shown={shown}
          active={active}
          scrollMargin={scrollMargin}
          onTouch={setMoved}
        />
      </div>
    </div>
  );
}

/** The active row is drawn wherever it is: a screen reader is told of it by its id. */
function withActive(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || indexes.includes(active) ? indexes : [...indexes, active];
}

function openRow<Row>({ rows, onOpen }: TableProps<Row>, index: number): void {
  const row = rows[index];
  if (row !== undefined) onOpen?.(row);
}

interface KeyActions {
  readonly count: number;
  readonly active: number;
  readonly move: (index: number) => void;
  readonly open: () => void;
}

function pressKey(event: KeyboardEvent, { count, active, move, open }: KeyActions): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = nextIndex(event.key, active, count);
  if (target !== null) move(target);
  else if (event.key === 'Enter' && active >= 0) open();
  else return;
  event.preventDefault();
}

interface ShownRowsProps<Row> extends TableProps<Row> {
  readonly id: string;
  readonly shown: readonly VirtualItem[];
  readonly active: string | null;
  readonly scrollMargin: number;
  readonly onTouch: (key: string) => void;
}

/** The rows in view, and a few around them. */
function ShownRows<Row>(props: ShownRowsProps<Row>) {
  const { rows, columns, keyOf, rowHeight = 32, selected = null, id, shown, active, scrollMargin } = props;
  const template = columns.map((column) => column.width).join(' ');
  return shown.map(({ index, start }) => {
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
        style={{
          gridTemplateColumns: template,
          height: rowHeight,
          transform: `translateY(${start - scrollMargin}px)`,
        }}
        onOpen={props.onOpen}
        onTouch={() => props.onTouch(key)}
      />
    );
  });
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
