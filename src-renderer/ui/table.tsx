// The one table: draws only the rows in sight, scrolls with the page, and is worked by keyboard.
import { Button } from '@mantine/core';
import { words } from '../words.ts';
import { Grid } from './table/grid.tsx';
import type { PartProps, TableProps } from './table/props.ts';
import { useChoice } from './table/use-choice.ts';
import { useView } from './table/use-view.ts';

export type { Column } from './table/columns.ts';

/** Arrows, Page Up and Down, Home and End move the active row; Enter opens it, or edits the active cell. */
export function Table<Row>(props: TableProps<Row>) {
  const { rows, columns } = props;
  const view = useView({ rows, columns, filters: props.filters, onFilters: props.onFilters });
  const choice = useChoice(view.shown, props.keyOf);
  const isPlain = props.tools === undefined && columns.every(({ filter }) => filter === undefined);
  return (
    <>
      {isPlain ? null : <TableLine {...props} view={view} choice={choice} />}
      <Grid {...props} view={view} choice={choice} />
      {view.isFiltered && view.shown.length === 0 ? (
        <p className="table-none">{words.table.noneMatch}</p>
      ) : null}
    </>
  );
}

/** How many rows are shown and selected, and what can be done with them. */
function TableLine<Row>({ rows, view, choice, noun = words.table.rows, tools }: PartProps<Row>) {
  const { chosen } = choice;
  return (
    <div className="table-line">
      <span role="status">
        {view.isFiltered ? words.table.shown(view.shown.length, noun(rows.length)) : noun(rows.length)}
        {chosen.length > 0 ? `, ${words.table.chosen(chosen.length)}` : ''}
      </span>
      {view.isFiltered ? (
        <Button size="compact-xs" variant="default" onClick={view.clearFilters}>
          {words.table.clearFilters}
        </Button>
      ) : null}
      {tools?.({ shown: view.shown, chosen, clearChoice: choice.clear })}
    </div>
  );
}
