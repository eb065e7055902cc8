// The place in a document that an address names: `?at=123`, or `?mark=100-120`.
import type { Route } from '../../routes.ts';
import type { TextSelection } from '../../ui/document/grow.ts';

/** null where the address names none that lies in a text of this length. A mark comes before an offset. */
export function readPlace(filter: Route['filter'], length: number): TextSelection | null {
  const mark = /^(\d{1,9})-(\d{1,9})$/.exec(filter.mark ?? '');
  const start = mark ? Number(mark[1]) : /^\d{1,9}$/.test(filter.at ?? '') ? Number(filter.at) : null;
  if (start === null || start > length) return null;
  const end = mark ? Number(mark[2]) : start;
  return { start, end: Math.min(length, Math.max(start, end)) };
}
