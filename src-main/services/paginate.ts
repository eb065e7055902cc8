// Cuts a list into pages. A cursor is the number of rows already given.
import { AppError } from '#contract/failure';

const defaultLimit = 500;

export function paginate<Row>(
  rows: readonly Row[],
  page: { readonly limit?: number; readonly cursor?: string },
): { readonly rows: readonly Row[]; readonly total: number; readonly next: string | null } {
  const start = page.cursor === undefined ? 0 : Number(page.cursor);
  if (!Number.isInteger(start) || start < 0)
    throw new AppError('invalid-input', `The cursor "${page.cursor}" was not given by this list.`);
  const end = start + (page.limit ?? defaultLimit);
  return { rows: rows.slice(start, end), total: rows.length, next: end < rows.length ? String(end) : null };
}
