// Documents, imported collections and chunks: what a corpus is made of.
import { Type, type Static } from '@sinclair/typebox';

/** `sha256:` and 64 hexadecimal digits. */
export const HashSchema = Type.String({ pattern: '^sha256:[0-9a-f]{64}$' });

export const PageStartSchema = Type.Object({ page: Type.Integer(), start: Type.Integer({ minimum: 0 }) });
export const HeadingStartSchema = Type.Object({
  level: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  start: Type.Integer({ minimum: 0 }),
});

/** One line of documents/documents.jsonl that describes a file whose text was extracted. Offsets are UTF-16 code units of the text. */
export const DocumentRecordSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  /** Path of the copied source, relative to documents/. */
  path: Type.String({ minLength: 1 }),
  /** Hash of where the source came from, so that two files of one name from two folders stay two documents. */
  origin: Type.Optional(HashSchema),
  sourceHash: HashSchema,
  textHash: HashSchema,
  mediaType: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  pages: Type.Optional(Type.Array(PageStartSchema)),
  headings: Type.Optional(Type.Array(HeadingStartSchema)),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  extraction: Type.Object({
    characters: Type.Integer({ minimum: 0 }),
    encoding: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    warnings: Type.Array(Type.String()),
  }),
});
export type DocumentRecord = Static<typeof DocumentRecordSchema>;

/** One line of documents/documents.jsonl that stands for an imported collection kept verbatim in documents/<collection>.jsonl. */
export const CollectionRecordSchema = Type.Object({
  collection: Type.String({ minLength: 1 }),
  path: Type.String({ minLength: 1 }),
  sourceHash: HashSchema,
  documents: Type.Integer({ minimum: 0 }),
  language: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});
export type CollectionRecord = Static<typeof CollectionRecordSchema>;

/** One line of an imported collection. */
export const CollectionLineSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  text: Type.String(),
  metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
export type CollectionLine = Static<typeof CollectionLineSchema>;

/** One document as a screen shows it: its text, and what stands where in it. Offsets are UTF-16 code units. */
export const DocumentTextSchema = Type.Object({
  id: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  text: Type.String(),
  path: Type.Union([Type.String(), Type.Null()]),
  mediaType: Type.String(),
  collection: Type.Union([Type.String(), Type.Null()]),
  language: Type.Union([Type.String(), Type.Null()]),
  pages: Type.Array(PageStartSchema),
  headings: Type.Array(HeadingStartSchema),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  warnings: Type.Array(Type.String()),
});

/** A document with its text, as everything after loading sees it. */
export interface CorpusDocument {
  readonly id: string;
  readonly title: string | null;
  readonly text: string;
  readonly textHash: string;
  /** ISO 639-1 code found when the document was added, or null when unsure. */
  readonly language: string | null;
  readonly path: string | null;
  readonly mediaType: string;
  readonly collection: string | null;
  readonly pages: readonly { readonly page: number; readonly start: number }[];
  readonly headings: readonly { readonly level: number; readonly title: string; readonly start: number }[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

/** All documents in corpus order: the order of first addition. */
export interface Corpus {
  readonly documents: readonly CorpusDocument[];
  /** Hash over ids and text hashes in corpus order. */
  readonly hash: string;
}

/** A contiguous slice [start, end) of a document's text; `index` is its place in corpus order, from 0. */
export interface Chunk {
  readonly id: string;
  readonly index: number;
  readonly documentId: string;
  readonly start: number;
  readonly end: number;
}
