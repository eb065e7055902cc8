// Gold: a question's evidence, resolved to places in the texts of the corpus.

/** One place that holds the evidence of its group; offsets are UTF-16 code units. `whole`: any chunk of the document will do. */
export interface GoldMember {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
  readonly whole: boolean;
  /** 1 to 4. */
  readonly grade: number;
}

/** Members are ORed: the group is found when any of them is. Never empty. */
export interface GoldGroup {
  readonly group: number;
  readonly members: readonly GoldMember[];
}

/** Why a question cannot be scored: its label is wrong, or the extracted text lacks what the label points at. */
export interface GoldProblem {
  readonly kind: 'label' | 'ingestion';
  readonly reason: string;
}

/** Groups ascend by number. With a problem, the groups are those that still resolve, and must not be scored. */
export interface Gold {
  readonly groups: readonly GoldGroup[];
  readonly problem: GoldProblem | null;
}

/** A slice [start, end) of a document's text: what a chunk, a passage and a hit have in common. */
export interface Place {
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}
