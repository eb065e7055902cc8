// What a column of the table can do: show, sort, filter, and be edited in place.
import type { ReactNode } from 'react';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  readonly hint?: string;
  /** A CSS grid track, such as `minmax(160px, 1fr)`. */
  readonly width: string;
  readonly numeric?: boolean;
  /** Left out while the table is narrower than so many pixels; it is still filtered by. */
  readonly dropBelow?: number;
  readonly render: (row: Row) => ReactNode;
  /** What rows are sorted by; null stands last in both directions. Without it the column cannot be sorted by. */
  readonly sortBy?: (row: Row) => string | number | null;
  /** Without it the column has no field in the filter row. */
  readonly filter?: TextFilter<Row> | ChoiceFilter<Row>;
  readonly edit?: CellEdit<Row>;
}

/** Keeps the rows whose text holds every word that is typed; case and accents are ignored. */
export interface TextFilter<Row> {
  readonly kind: 'text';
  readonly textOf: (row: Row) => string;
}

/** Keeps the rows that have the choice among theirs. */
export interface ChoiceFilter<Row> {
  readonly kind: 'choice';
  readonly choicesOf: (row: Row) => readonly string[];
  readonly choices: readonly Choice[];
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A cell that becomes a text field on Enter, F2 or a double click. */
export interface CellEdit<Row> {
  readonly textOf: (row: Row) => string;
  /** Called with what was typed, and only when it differs from `textOf`. */
  readonly save: (row: Row, text: string) => void;
  readonly placeholder?: string;
}

/** Column id to what is typed or chosen; '' and a missing entry filter nothing. */
export type Filters = Readonly<Record<string, string>>;

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** The class of a cell, of the head and of the rows alike. */
export function cellClass(column: { readonly numeric?: boolean }): string {
  return column.numeric ? 'cell number' : 'cell';
}
