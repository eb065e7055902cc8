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

export interface Piece extends Span {
  readonly isEvidence: boolean;
}

/** Cuts a text wherever evidence begins or ends; spans may overlap and reach beyond it. */
export function cutText(text: string, evidence: readonly Span[]): readonly Piece[] {
  const inside = ({ start, end }: Span) => [start, end].map((at) => Math.min(text.length, Math.max(0, at)));
  const cuts = [...new Set([0, text.length, ...evidence.flatMap(inside)])].sort(
    (left, right) => left - right,
  );
  return cuts.slice(0, -1).map((start, index) => ({
    start,
    end: cuts[index + 1] ?? text.length,
    isEvidence: evidence.some((span) => span.start <= start && start < span.end),
  }));
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
