// Spans of a document's text that are being chosen as evidence: pure. Offsets are UTF-16 code units.
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Without the white space at either end; null where there is nothing else. */
export function trimSpan(text: string, { start, end }: Span): Span | null {
  const slice = text.slice(start, end);
  const from = start + slice.length - slice.trimStart().length;
  const to = start + slice.trimEnd().length;
  return from < to ? { start: from, end: to } : null;
}

/** Moves one edge of a span by a word: -1 towards the beginning of the text, 1 towards its end. A word at least is left. */
export function moveEdge(text: string, span: Span, edge: 'start' | 'end', direction: -1 | 1): Span {
  const moved =
    edge === 'start'
      ? { start: wordStart(text, span.start, direction), end: span.end }
      : { start: span.start, end: wordEnd(text, span.end, direction) };
  return trimSpan(text, moved) ?? span;
}

const blank = /\s/;

function wordStart(text: string, from: number, direction: -1 | 1): number {
  let at = from;
  if (direction === 1) {
    while (at < text.length && !isBlank(text, at)) at += 1;
    while (at < text.length && isBlank(text, at)) at += 1;
    return at;
  }
  while (at > 0 && isBlank(text, at - 1)) at -= 1;
  while (at > 0 && !isBlank(text, at - 1)) at -= 1;
  return at;
}

function wordEnd(text: string, from: number, direction: -1 | 1): number {
  let at = from;
  if (direction === -1) {
    while (at > 0 && !isBlank(text, at - 1)) at -= 1;
    while (at > 0 && isBlank(text, at - 1)) at -= 1;
    return at;
  }
  while (at < text.length && isBlank(text, at)) at += 1;
  while (at < text.length && !isBlank(text, at)) at += 1;
  return at;
}

function isBlank(text: string, at: number): boolean {
  return blank.test(text.charAt(at));
}

export interface Piece {
  readonly start: number;
  readonly text: string;
  readonly isEvidence: boolean;
  readonly isChosen: boolean;
}

/** Cuts a text wherever evidence or the chosen span begins or ends. */
export function cutText(text: string, evidence: readonly Span[], chosen: Span | null): readonly Piece[] {
  const inside = ({ start, end }: Span) => [start, end].map((at) => Math.min(text.length, Math.max(0, at)));
  const cuts = new Set([
    0,
    text.length,
    ...[...evidence, ...(chosen === null ? [] : [chosen])].flatMap(inside),
  ]);
  const ordered = [...cuts].sort((left, right) => left - right);
  return ordered.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, ordered[index + 1]),
    isEvidence: evidence.some((span) => holds(span, start)),
    isChosen: chosen !== null && holds(chosen, start),
  }));
}

function holds({ start, end }: Span, at: number): boolean {
  return start <= at && at < end;
}

export interface Holder {
  readonly id: string;
  readonly isWhole: boolean;
}

/** The chunks that hold a span, or a part of it, in their order. */
export function chunksHolding(
  chunks: readonly (Span & { readonly id: string })[],
  span: Span,
): readonly Holder[] {
  return chunks
    .filter(({ start, end }) => start < span.end && end > span.start)
    .map(({ id, start, end }) => ({ id, isWhole: start <= span.start && end >= span.end }));
}
