// Where the keyboard stands in a table: on which row, in which cell, and which cell is being edited.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './columns.ts';
import type { EditEnd } from './cell-editor.tsx';

export interface CellPlace {
  readonly key: string;
  /** Index of the column. */
  readonly column: number;
}

export interface Cursor {
  readonly key: string | null;
  /** Index of the active row among the rows shown; -1 = none. */
  readonly index: number;
  /** Index of the active column; -1 = the whole row. */
  readonly column: number;
  readonly editing: CellPlace | null;
  readonly moveTo: (key: string, column?: number) => void;
  readonly setColumn: (column: number) => void;
  /** -1 for the column takes the first that can be edited; does nothing where there is none. */
  readonly edit: (key: string, column: number) => void;
  readonly endEdit: (how: EditEnd) => void;
}

interface CursorInput<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly selected: string | null;
  /** Changes when the rows are other ones, as under another filter. */
  readonly listKey: string;
}

export function useCursor<Row>({ rows, columns, keyOf, selected, listKey }: CursorInput<Row>): Cursor {
  const [moved, setMoved] = useState<string | null>(null);
  const [column, setColumn] = useState(-1);
  const [editing, setEditing] = useState<CellPlace | null>(null);
  const [lastSelected, setLastSelected] = useState(selected);
  if (selected !== lastSelected) {
    setLastSelected(selected);
    // Opened by another hand, as a new row is: the cursor goes along.
    if (selected !== null) setMoved(selected);
  }
  const key = moved ?? selected;
  const keys = useMemo(() => rows.map(keyOf), [rows, keyOf]);
  const index = useMemo(() => (key === null ? -1 : keys.indexOf(key)), [keys, key]);
  useNeighbour({ keys, index, listKey, isMoved: moved !== null, setMoved });

  const isEditable = (at: number) => columns[at]?.edit !== undefined;
  const firstEditable = columns.findIndex(({ edit }) => edit !== undefined);
  function moveTo(next: string, at?: number): void {
    setMoved(next);
    if (at !== undefined) setColumn(at);
  }
  function edit(next: string, at: number): void {
    const place = at < 0 ? firstEditable : at;
    if (!isEditable(place)) return;
    moveTo(next, place);
    setEditing({ key: next, column: place });
  }
  function endEdit(how: EditEnd): void {
    setEditing(null);
    if (editing === null || how === 'stay' || how === 'leave') return;
    const place = nextEditable(keys, editing, how === 'next' ? 1 : -1, columns.map(isEditableColumn));
    if (place !== null) edit(place.key, place.column);
  }
  return { key, index, column, editing, moveTo, setColumn, edit, endEdit };
}

function isEditableColumn<Row>({ edit }: Column<Row>): boolean {
  return edit !== undefined;
}

/** The editable cell after or before one, row by row; null at either end. */
export function nextEditable(
  keys: readonly string[],
  from: CellPlace,
  step: 1 | -1,
  editable: readonly boolean[],
): CellPlace | null {
  let row = keys.indexOf(from.key);
  let column = from.column + step;
  while (row >= 0 && row < keys.length) {
    for (; column >= 0 && column < editable.length; column += step)
      if (editable[column]) return { key: keys[row] ?? from.key, column };
    row += step;
    column = step === 1 ? 0 : editable.length - 1;
  }
  return null;
}

interface NeighbourInput {
  readonly keys: readonly string[];
  readonly index: number;
  readonly listKey: string;
  readonly isMoved: boolean;
  readonly setMoved: (key: string) => void;
}

/** When the active row goes away under the same filter, as by deletion, the one that took its place is active. */
function useNeighbour({ keys, index, listKey, isMoved, setMoved }: NeighbourInput): void {
  const last = useRef({ index: -1, listKey });
  useLayoutEffect(() => {
    const before = last.current;
    last.current = { index, listKey };
    if (index >= 0 || before.index < 0 || !isMoved || before.listKey !== listKey) return;
    const neighbour = keys[Math.min(before.index, keys.length - 1)];
    if (neighbour !== undefined) setMoved(neighbour);
  });
}
