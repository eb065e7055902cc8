// Which chunks a retriever, or a whole config, may return at all.
import { Type, type Static } from '@sinclair/typebox';
import { optional, positive } from './tagged.ts';

const Names = Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }))]);
const Scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean()]);

/** Every condition given must hold; of several values of one condition any is enough. */
export const FilterSchema = Type.Object({
  document: optional(Names),
  /** Glob over the document's path: `*` within a folder, `**` across folders, `?` one character. */
  path: optional(Names),
  /** One of the strings of the document's metadata field `tags`. */
  tag: optional(Names),
  /** The page a chunk begins on, or the first and last page. */
  page: optional(Type.Union([positive, Type.Tuple([positive, positive])])),
  /** A heading the chunk stands under, at any level, compared without case. */
  heading: optional(Names),
  /** Any field of the document's metadata; a list there matches by any of its values. */
  metadata: optional(Type.Record(Type.String(), Type.Union([Scalar, Type.Array(Scalar)]))),
});
export type Filter = Static<typeof FilterSchema>;
