// Where the evidence of a question stands inside a passage: pure, so that the drawing has nothing to decide.
import type { Evidence } from '#contract/bank';
import type { Passage } from '#contract/items';

export interface Piece {
  readonly text: string;
  readonly isEvidence: boolean;
}

/** Cuts a passage's text where evidence of its document begins or ends. Offsets are UTF-16 code units of the document. */
export function markEvidence(passage: Passage, evidence: readonly Evidence[]): readonly Piece[] {
  const { start: from, text } = passage;
  const marked = new Array<boolean>(text.length).fill(false);
  for (const { document, start, end } of evidence) {
    if (document !== passage.documentId || start === undefined || end === undefined) continue;
    marked.fill(true, Math.max(0, start - from), Math.min(text.length, Math.max(0, end - from)));
  }
  const pieces: Piece[] = [];
  let begin = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && marked[at] === marked[begin]) continue;
    pieces.push({ text: text.slice(begin, at), isEvidence: marked[begin] === true });
    begin = at;
  }
  return pieces;
}
