// What a table is given, and what its parts share.
import type { ReactNode } from 'react';
import type { Column, Filters } from './columns.ts';
import type { RowChoice } from './use-choice.ts';
import type { TableView } from './use-view.ts';

export interface TableProps<Row> {
  /** Says what the table holds. */
  readonly label: string;
  /** Filters, sorting and editing are the columns' own: see `Column`. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** A function that stays the same, or says the same. */
  readonly keyOf: (row: Row) => string;
  readonly rowHeight?: number;
  /** Key of the row that is open in the inspector. */
  readonly selected?: string | null;
  /** Changes when the rows are other ones, as under another filter. */
  readonly listKey?: string;
  /** A click or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** Filters kept outside, as in the address, and who is told when they change. */
  readonly filters?: Filters;
  readonly onFilters?: (filters: Filters) => void;
  /** Rows have a box, and Space and Shift with an arrow select them. */
  readonly isSelectable?: boolean;
  /** Writes a number of rows with its noun. */
  readonly noun?: (n: number) => string;
  /** Stands beside the count: actions on what is shown or selected. */
  readonly tools?: (state: TableState<Row>) => ReactNode;
}

export interface TableState<Row> {
  readonly shown: readonly Row[];
  readonly chosen: readonly Row[];
  readonly clearChoice: () => void;
}

export type PartProps<Row> = TableProps<Row> & {
  readonly view: TableView<Row>;
  readonly choice: RowChoice<Row>;
};
