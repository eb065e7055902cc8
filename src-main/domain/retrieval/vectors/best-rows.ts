// The best few of many rows by a number each, in a bounded heap, so that a long corpus is never sorted.

/** A heap whose root is the worst row kept; a row is better by its value, ties go to the earlier row. */
export interface BestRows {
  /** Offers a row. Rows are offered in ascending order; NaN is never kept. */
  offer(row: number, value: number): void;
  /** The value that a later row has to exceed to be kept; -Infinity while there is room. */
  lowest(): number;
  /** Takes out all rows, best first, with their values; the heap is empty afterwards. */
  drain(): { readonly rows: Uint32Array; readonly values: Float64Array };
}

/** @param limit most rows kept, >= 0 */
export function createBestRows(limit: number): BestRows {
  const rows = new Uint32Array(limit);
  const values = new Float64Array(limit);
  let size = 0;
  return {
    offer(row, value) {
      if (size < limit) {
        if (Number.isNaN(value)) return;
        siftUp(rows, values, size, row, value);
        size += 1;
      } else if (limit > 0 && value > (values[0] as number)) {
        siftDown(rows, values, size, row, value);
      }
    },
    lowest: () => (size < limit ? -Infinity : (values[0] ?? Infinity)),
    drain() {
      const kept = size;
      // The worst is taken again and again, so the list fills from its end.
      for (size -= 1; size > 0; size -= 1) {
        const row = rows[0] as number;
        const value = values[0] as number;
        siftDown(rows, values, size, rows[size] as number, values[size] as number);
        rows[size] = row;
        values[size] = value;
      }
      size = 0;
      return { rows: rows.slice(0, kept), values: values.slice(0, kept) };
    },
  };
}

function siftUp(rows: Uint32Array, values: Float64Array, from: number, row: number, value: number): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(row, value, rows[parent] as number, values[parent] as number)) break;
    rows[at] = rows[parent] as number;
    values[at] = values[parent] as number;
    at = parent;
  }
  rows[at] = row;
  values[at] = value;
}

/** Replaces the root of the first `size` entries. */
function siftDown(rows: Uint32Array, values: Float64Array, size: number, row: number, value: number): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    const right = child + 1;
    if (
      right < size &&
      isWorse(rows[right] as number, values[right] as number, rows[child] as number, values[child] as number)
    ) {
      child = right;
    }
    if (!isWorse(rows[child] as number, values[child] as number, row, value)) break;
    rows[at] = rows[child] as number;
    values[at] = values[child] as number;
    at = child;
  }
  rows[at] = row;
  values[at] = value;
}

function isWorse(row: number, value: number, otherRow: number, otherValue: number): boolean {
  return value < otherValue || (value === otherValue && row > otherRow);
}
