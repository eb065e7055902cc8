// Small documents, questions and gold for the tests of labels, metrics and evaluation.
import type { Evidence, Question } from '#contract/bank';
import type { Chunk, CorpusDocument } from '#contract/documents';
import type { Gold, GoldMember } from '#domain/labels/gold';

export const hashA = `sha256:${'a'.repeat(64)}`;
export const hashB = `sha256:${'b'.repeat(64)}`;

export function document(id: string, text: string): CorpusDocument {
  return {
    id,
    title: null,
    text,
    textHash: hashA,
    language: null,
    path: null,
    mediaType: 'text/plain',
    collection: null,
    pages: [],
    headings: [],
    metadata: {},
    warnings: [],
  };
}

export function corpus(texts: Readonly<Record<string, string>>): ReadonlyMap<string, CorpusDocument> {
  return new Map(Object.entries(texts).map(([id, text]) => [id, document(id, text)]));
}

export function question(fields: Partial<Question> = {}): Question {
  return { id: 'q', question: 'How long?', answers: ['14 days'], evidence: [], ...fields };
}

export function evidence(fields: Partial<Evidence> = {}): Evidence {
  return { document: 'd', group: 1, ...fields };
}

export function whole(documentId: string, grade = 1): GoldMember {
  return { documentId, start: 0, end: 1, whole: true, grade };
}

export function span(documentId: string, start: number, end: number, grade = 1): GoldMember {
  return { documentId, start, end, whole: false, grade };
}

/** Gold whose groups are numbered from 1 in the order given. */
export function gold(...groups: readonly (readonly GoldMember[])[]): Gold {
  return { groups: groups.map((members, index) => ({ group: index + 1, members })), problem: null };
}

/** Chunks of one document, cut at the places given, with ids `<documentId>#<n>` from 1. */
export function chunks(documentId: string, places: readonly (readonly [number, number])[]): readonly Chunk[] {
  return places.map(([start, end], index) => ({
    id: `${documentId}#${index + 1}`,
    index,
    documentId,
    start,
    end,
  }));
}
