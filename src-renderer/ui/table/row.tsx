// One row of a table; drawn again only when something about it has changed.
import { memo, type MouseEvent } from 'react';
import { words } from '../../words.ts';
import { CellEditor, type EditEnd } from './cell-editor.tsx';
import { cellClass, type Column } from './columns.ts';

/** What a row can ask of its table; stays the same object, so that rows need not be drawn again. */
export interface RowActions<Row> {
  readonly touch: (row: Row, column: number) => void;
  readonly edit: (row: Row, column: number) => void;
  readonly choose: (index: number, isRange: boolean) => void;
  readonly endEdit: (how: EditEnd) => void;
}

export interface TableRowProps<Row> {
  readonly id: string;
  readonly rowKey: string;
  /** Place among the rows shown, from 0. */
  readonly index: number;
  /** Counted from 1, head included. */
  readonly rowIndex: number;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly height: number;
  readonly top: number;
  readonly opens: boolean;
  readonly isOpen: boolean;
  readonly isActive: boolean;
  /** Of the active row: index of the active column; -1 = the whole row. */
  readonly activeColumn: number;
  /** Index of the column whose cell is edited; -1 = none. */
  readonly editedColumn: number;
  readonly hasCells: boolean;
  /** null = rows cannot be selected. */
  readonly isChosen: boolean | null;
  readonly actions: RowActions<Row>;
}

function DrawnRow<Row>(props: TableRowProps<Row>) {
  const { row, columns, isChosen, isOpen, actions } = props;
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.rowIndex}
      aria-selected={isChosen ?? isOpen}
      aria-current={isChosen !== null && isOpen ? true : undefined}
      data-open={isOpen || undefined}
      data-active={props.isActive || undefined}
      data-opens={props.opens || undefined}
      className="table-row"
      style={{
        gridTemplateColumns: props.template,
        height: props.height,
        transform: `translateY(${props.top}px)`,
      }}
      onClick={(event) => actions.touch(row, columnOf(event))}
      onDoubleClick={() => actions.edit(row, -1)}
    >
      {isChosen === null ? null : <ChooseCell {...props} isChosen={isChosen} />}
      {columns.map((column, at) => (
        <Cell key={column.id} {...props} column={column} at={at} />
      ))}
    </div>
  );
}

/** Functions that compare equal are drawn from the same data: `memo` sees to the rest. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;

/** The column that was clicked; -1 = beside them. */
function columnOf({ target }: MouseEvent): number {
  const cell = target instanceof Element ? target.closest('[data-column]') : null;
  return cell === null ? -1 : Number(cell.getAttribute('data-column'));
}

function ChooseCell<Row>(props: TableRowProps<Row> & { readonly isChosen: boolean }) {
  return (
    <div role="gridcell" className="cell choose-cell" onClick={(event) => event.stopPropagation()}>
      <label className="choose">
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={words.table.choose(props.rowKey)}
          checked={props.isChosen}
          onClick={(event) => props.actions.choose(props.index, event.shiftKey)}
          onChange={() => undefined}
        />
      </label>
    </div>
  );
}

function Cell<Row>(props: TableRowProps<Row> & { readonly column: Column<Row>; readonly at: number }) {
  const { row, column, at, hasCells, actions } = props;
  const { edit } = column;
  return (
    <div
      id={`${props.id}-${at}`}
      role="gridcell"
      className={cellClass(column)}
      data-column={at}
      data-active={(props.isActive && props.activeColumn === at) || undefined}
      aria-readonly={hasCells ? edit === undefined : undefined}
      title={edit === undefined ? undefined : words.table.editHint}
    >
      {edit !== undefined && props.editedColumn === at ? (
        <CellEditor
          label={words.table.edit(column.header, props.rowKey)}
          text={edit.textOf(row)}
          placeholder={edit.placeholder}
          onSave={(text) => edit.save(row, text)}
          onEnd={actions.endEdit}
        />
      ) : (
        column.render(row)
      )}
    </div>
  );
}
