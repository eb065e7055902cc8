// Which rows of a table are selected for an action on all of them, and how keys and clicks change that.
import { useMemo, useState } from 'react';

export interface RowChoice<Row> {
  /** Selected and shown: what a filter hides is not acted on. */
  readonly chosen: readonly Row[];
  readonly isChosen: (key: string) => boolean;
  readonly toggle: (index: number) => void;
  /** From the row toggled or moved to last, to this one; all of them selected. */
  readonly extend: (from: number, to: number) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
}

export function useChoice<Row>(rows: readonly Row[], keyOf: (row: Row) => string): RowChoice<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const chosen = useMemo(
    () => (keys.size === 0 ? [] : rows.filter((row) => keys.has(keyOf(row)))),
    [rows, keys, keyOf],
  );
  const keyAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? null : keyOf(row);
  };
  return {
    chosen,
    isChosen: (key) => keys.has(key),
    toggle(index) {
      const key = keyAt(index);
      if (key === null) return;
      const next = new Set(keys);
      if (!next.delete(key)) next.add(key);
      setKeys(next);
      setAnchor(key);
    },
    extend(from, to) {
      const known = rows.findIndex((row) => keyOf(row) === anchor);
      const start = known < 0 ? from : known;
      const [first, last] = start <= to ? [start, to] : [to, start];
      setAnchor(keyAt(start));
      setKeys(new Set([...keys, ...rows.slice(first, last + 1).map(keyOf)]));
    },
    chooseAll: () => setKeys(new Set(rows.map(keyOf))),
    clear() {
      setKeys(new Set());
      setAnchor(null);
    },
  };
}
