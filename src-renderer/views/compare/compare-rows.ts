// Which questions a comparison shows and in which order: pure, so that it can be tried without a page.
import type { ComparisonRow } from '#contract/views';
import { foldText } from '../../ui/table/view-rows.ts';

type Cell = ComparisonRow['cells'][number];

/** `from` the first run `to` the run with this index. */
export interface Transition {
  readonly run: number;
  readonly from: string;
  readonly to: string;
  readonly n: number;
}

export interface CompareFilter {
  readonly onlyChanged: boolean;
  readonly regressionsFirst: boolean;
  /** As `writeTransition` writes it; '' filters nothing. */
  readonly transition: string;
  readonly tag: string;
  readonly text: string;
}

/** The stage of a cell, or why it has none; null where the run has no such item. */
export function stageOf(cell: Cell): string | null {
  return cell === null ? null : (cell.stage ?? cell.excluded ?? 'unjudged');
}

export function writeTransition({ run, from, to }: Omit<Transition, 'n'>): string {
  return `${run} ${from} ${to}`;
}

/** From the first run to each other, where the stage is not the same; the most frequent first. */
export function listTransitions(rows: readonly ComparisonRow[]): readonly Transition[] {
  const counts = new Map<string, Transition>();
  for (const transition of rows.flatMap(transitionsOf)) {
    const key = writeTransition(transition);
    counts.set(key, { ...transition, n: (counts.get(key)?.n ?? 0) + 1 });
  }
  return [...counts.values()].sort((left, right) => left.run - right.run || right.n - left.n);
}

function transitionsOf({ cells }: ComparisonRow): readonly Omit<Transition, 'n'>[] {
  const [first = null, ...others] = cells;
  const from = stageOf(first);
  return others.flatMap((cell, at) => {
    const to = stageOf(cell);
    return from === null || to === null || from === to ? [] : [{ run: at + 1, from, to }];
  });
}

/** Something that is shown is not the same in all runs: a mark, the rank of the first evidence, the stage or its detail. */
export function isChanged({ cells }: ComparisonRow): boolean {
  const told = cells.map((cell) =>
    cell === null
      ? null
      : JSON.stringify([cell.found, cell.grounded, cell.correct, cell.rank, stageOf(cell), cell.detail]),
  );
  return new Set(told).size > 1;
}

const changeOrder: Readonly<Record<ComparisonRow['change'], number>> = {
  regressed: 0,
  mixed: 1,
  improved: 2,
  unknown: 3,
  same: 4,
};

/** In bank order, or regressions first and in bank order among themselves. */
export function filterComparison(
  rows: readonly ComparisonRow[],
  filter: CompareFilter,
): readonly ComparisonRow[] {
  const parts = foldText(filter.text).trim().split(/\s+/);
  const shown = rows.filter((row) => {
    if (filter.onlyChanged && !isChanged(row)) return false;
    if (filter.tag !== '' && !row.tags.includes(filter.tag)) return false;
    if (filter.transition !== '' && !transitionsOf(row).map(writeTransition).includes(filter.transition))
      return false;
    const text = foldText(`${row.questionId} ${row.question}`);
    return parts.every((part) => text.includes(part));
  });
  if (!filter.regressionsFirst) return shown;
  return [...shown].sort((left, right) => rankChange(left) - rankChange(right));
}

export function rankChange({ change }: ComparisonRow): number {
  return changeOrder[change];
}

export interface ChangeCounts {
  readonly improved: number;
  readonly regressed: number;
  readonly same: number;
  /** Not judged in one of the two. */
  readonly unknown: number;
}

/** How many questions changed which way between the first run and the one with this index. */
export function countChanges(rows: readonly ComparisonRow[], run: number): ChangeCounts {
  const counts = { improved: 0, regressed: 0, same: 0, unknown: 0 };
  for (const { cells } of rows) {
    const [before, after] = [cells[0]?.correct ?? null, cells[run]?.correct ?? null];
    if (before === null || after === null) counts.unknown += 1;
    else if (before === after) counts.same += 1;
    else counts[after ? 'improved' : 'regressed'] += 1;
  }
  return counts;
}
