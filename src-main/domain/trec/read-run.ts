// A TREC run, the field's plain format for the ranked lists of any system: `query Q0 document rank score tag`.
import type { Problem } from '#contract/failure';

export interface TrecRun {
  /** By query id, best first. */
  readonly lists: ReadonlyMap<string, readonly { readonly id: string; readonly score: number }[]>;
  readonly problems: readonly Problem[];
}

/**
 * Reads a run as trec_eval does: columns are parted by white space, the rank column is passed over, and the order is
 * that of the scores, ties by id descending bytewise (`sort` of the UTF-8 bytes). A document that stands twice in one
 * list is a problem, as in trec_eval; lines that are wrong are reported by number and left out.
 * @param file its name, for the problems
 */
export function readTrecRun(text: string, file: string): TrecRun {
  const scores = new Map<string, Map<string, number>>();
  const problems: Problem[] = [];
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  for (const [index, line] of lines.entries()) {
    const columns = line.trim().split(/\s+/);
    if (columns.length === 1 && columns[0] === '') continue;
    const complain = (message: string, value: unknown) =>
      problems.push({ file, line: index + 1, message, value });
    const [query, , id, , score] = columns;
    if (columns.length !== 6 || query === undefined || id === undefined) {
      complain(`has ${columns.length} columns instead of 6 (query Q0 document rank score tag)`, line.trim());
      continue;
    }
    const value = parseScore(score);
    if (value === null) {
      complain('the score, the fifth column, is not a number', score);
      continue;
    }
    const list = scores.get(query) ?? new Map<string, number>();
    scores.set(query, list);
    if (list.has(id)) complain(`names ${id} a second time for the query ${query}`, id);
    else list.set(id, value);
  }
  const lists = new Map(
    [...scores].map(([query, list]) => [
      query,
      [...list].map(([id, score]) => ({ id, score })).sort(compareTrec),
    ]),
  );
  return { lists, problems };
}

function compareTrec(
  left: { readonly id: string; readonly score: number },
  right: { readonly id: string; readonly score: number },
): number {
  return right.score - left.score || compareBytes(right.id, left.id);
}

/** UTF-8 bytes and code points sort alike; UTF-16 code units do not. */
function compareBytes(left: string, right: string): number {
  const a = Array.from(left, (character) => character.codePointAt(0) ?? 0);
  const b = Array.from(right, (character) => character.codePointAt(0) ?? 0);
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function parseScore(text: string | undefined): number | null {
  if (text === undefined || !/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text)) return null;
  return Number(text);
}
