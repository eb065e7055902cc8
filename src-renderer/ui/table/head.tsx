// The head of a table: names of the columns, which sort, and below them the row of filters.
import type { KeyboardEvent } from 'react';
import { words } from '../../words.ts';
import { cellClass, type Column } from './columns.ts';
import type { RowChoice } from './use-choice.ts';
import type { TableView } from './use-view.ts';

const text = words.table;

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly template: string;
  readonly view: TableView<Row>;
  /** null = rows cannot be selected. */
  readonly choice: RowChoice<Row> | null;
  /** From a filter down to the rows. */
  readonly onDown: () => void;
}

export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, template, view, choice } = props;
  return (
    <div role="rowgroup" className="table-head">
      <div role="row" aria-rowindex={1} className="table-row" style={{ gridTemplateColumns: template }}>
        {choice === null ? null : <ChooseAll view={view} choice={choice} />}
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} view={view} />
        ))}
      </div>
      {columns.some(({ filter }) => filter !== undefined) ? <FilterRow {...props} /> : null}
    </div>
  );
}

function ChooseAll<Row>({
  view,
  choice,
}: {
  readonly view: TableView<Row>;
  readonly choice: RowChoice<Row>;
}) {
  const [some, all] = [choice.chosen.length > 0, choice.chosen.length === view.shown.length];
  return (
    <div role="columnheader" className="cell choose-cell">
      <label className="choose">
        <input
          type="checkbox"
          aria-label={text.chooseAll}
          title={text.chooseAll}
          checked={some && all}
          ref={(box) => {
            if (box !== null) box.indeterminate = some && !all;
          }}
          onChange={() => (some && all ? choice.clear() : choice.chooseAll())}
        />
      </label>
    </div>
  );
}

function ColumnHead<Row>({ column, view }: { readonly column: Column<Row>; readonly view: TableView<Row> }) {
  const { id, header, hint, sortBy } = column;
  if (sortBy === undefined)
    return (
      <div role="columnheader" className={cellClass(column)} title={hint}>
        {header}
      </div>
    );
  const sort = view.sort?.column === id ? view.sort : null;
  const word = sort === null ? 'none' : sort.isDescending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" className={cellClass(column)} aria-sort={word}>
      <button
        type="button"
        className="sort-button"
        title={hint ?? text.sort(header)}
        onClick={() => view.toggleSort(id)}
      >
        <span className="clip">{header}</span>
        {sort === null ? null : <span aria-hidden="true">{sort.isDescending ? '↓' : '↑'}</span>}
      </button>
    </div>
  );
}

function FilterRow<Row>({ columns, template, view, choice, onDown }: TableHeadProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={2}
      className="table-row filter-row"
      style={{ gridTemplateColumns: template }}
    >
      {choice === null ? null : <div role="gridcell" className="cell" />}
      {columns.map((column) => (
        <div key={column.id} role="gridcell" className="cell">
          <FilterField column={column} view={view} onDown={onDown} />
        </div>
      ))}
    </div>
  );
}

interface FilterFieldProps<Row> {
  readonly column: Column<Row>;
  readonly view: TableView<Row>;
  readonly onDown: () => void;
}

function FilterField<Row>({ column: { id, header, filter }, view, onDown }: FilterFieldProps<Row>) {
  if (filter === undefined) return null;
  const value = view.filters[id] ?? '';
  const shared = {
    'aria-label': text.filter(header),
    className: 'filter-field',
    'data-used': value === '' ? undefined : true,
    value,
  };
  if (filter.kind === 'choice')
    return (
      <select {...shared} onChange={(event) => view.setFilter(id, event.currentTarget.value)}>
        <option value="">{text.anything}</option>
        {filter.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    );
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') view.setFilter(id, '');
    else if (event.key === 'ArrowDown') onDown();
    else return;
    event.preventDefault();
  };
  return (
    <input
      {...shared}
      type="search"
      placeholder={header}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => view.setFilter(id, event.currentTarget.value)}
      onKeyDown={press}
    />
  );
}
