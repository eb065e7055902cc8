// What every table says: sorting, filters and selection. Part of words.ts.
import { formatCount } from '../ui/number-format.ts';
import { count } from './count.ts';

export const tableWords = {
  rows: (n: number) => count(n, 'row', 'rows'),
  /** `all` is written with its noun. */
  shown: (shown: number, all: string) => `${formatCount(shown)} of ${all}`,
  chosen: (n: number) => `${formatCount(n)} selected`,
  filter: (column: string) => `Filter by ${column}`,
  anything: 'any',
  clearFilters: 'Clear filters',
  noneMatch: 'No row matches these filters.',
  sort: (column: string) => `Sort by ${column}`,
  chooseAll: 'Select every row shown',
  choose: (key: string) => `Select ${key}`,
  editHint: 'Enter, F2 or a double click edits this cell',
  edit: (column: string, key: string) => `${column} of ${key}`,
} as const;
