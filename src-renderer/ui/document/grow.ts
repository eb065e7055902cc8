// Moves one edge of a selection by a word or a sentence, so that evidence can be fitted without a pointer: pure.

/** A slice [start, end) of the text, in UTF-16 code units. */
export interface TextSelection {
  readonly start: number;
  readonly end: number;
}

export type Unit = 'word' | 'sentence';

/** Text around an edge that is cut into words or sentences; a sentence beyond it is taken as ending there. */
const reach = 4000;

/**
 * The selection with one edge moved to the next edge of a word or sentence, backwards (-1) or forwards (1). An edge
 * never passes the other one: the selection keeps at least one word or sentence, else it stays as it is.
 */
export function moveEdge(
  text: string,
  { start, end }: TextSelection,
  edge: 'start' | 'end',
  direction: 1 | -1,
  unit: Unit,
  language: string | null,
): TextSelection {
  const from = edge === 'start' ? start : end;
  const edges = edgesAround(text, from, edge, unit, language);
  const next = direction === 1 ? edges.find((at) => at > from) : edges.filter((at) => at < from).at(-1);
  if (next === undefined) return { start, end };
  const moved = edge === 'start' ? { start: next, end } : { start, end: next };
  return moved.end > moved.start ? moved : { start, end };
}

/** Where words or sentences near an offset begin (`start`) or end (`end`), rising; white space and punctuation are no words. */
function edgesAround(
  text: string,
  offset: number,
  edge: 'start' | 'end',
  unit: Unit,
  language: string | null,
): readonly number[] {
  const low = Math.max(0, offset - reach);
  const high = Math.min(text.length, offset + reach);
  const segmenter = segmenterOf(language, unit);
  const edges: number[] = [];
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(low, high))) {
    if (unit === 'word' ? isWordLike !== true : segment.trim() === '') continue;
    const lead = segment.length - segment.trimStart().length;
    const first = low + index + lead;
    edges.push(edge === 'start' ? first : first + segment.trim().length);
  }
  return edges;
}

/** A language that the system does not know is cut by the general rules. */
function segmenterOf(language: string | null, granularity: Unit): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language ?? undefined, { granularity });
  } catch {
    return new Intl.Segmenter(undefined, { granularity });
  }
}
