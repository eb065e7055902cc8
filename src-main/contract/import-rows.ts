// Rows of other tools' files, as the imports read them. Fields that are not named here are kept on the question.
import { Type, type Static } from '@sinclair/typebox';
import { EvidenceSchema, MatchSchema, RequireSchema } from './bank.ts';

const optional = Type.Optional;
const oneOrMany = Type.Union([
  Type.String({ minLength: 1 }),
  Type.Array(Type.String({ minLength: 1 })),
  Type.Null(),
]);

/** One line of the bank format `jsonl`. */
export const ImportRowSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  question: Type.String({ pattern: '\\S' }),
  answers: optional(Type.Array(Type.String({ minLength: 1 }))),
  /** Found in the documents; each quote is a group. */
  evidenceQuote: optional(oneOrMany),
  /** Document or chunk ids; each is a group. */
  expected: optional(oneOrMany),
  evidence: optional(Type.Array(EvidenceSchema)),
  unanswerable: optional(Type.Boolean()),
  tags: optional(Type.Array(Type.String())),
  origin: optional(Type.Unknown()),
  match: optional(MatchSchema),
  require: optional(RequireSchema),
  scriptedReply: optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
});
export type ImportRow = Static<typeof ImportRowSchema>;

export const BeirDocumentSchema = Type.Object({
  _id: Type.String({ minLength: 1 }),
  title: optional(Type.Union([Type.String(), Type.Null()])),
  text: Type.String(),
  metadata: optional(Type.Record(Type.String(), Type.Unknown())),
});

export const BeirQuerySchema = Type.Object({
  _id: Type.String({ minLength: 1 }),
  text: Type.String({ pattern: '\\S' }),
  answers: optional(Type.Array(Type.String({ minLength: 1 }))),
  spans: optional(
    Type.Array(
      Type.Object({
        doc: Type.String(),
        start: Type.Integer({ minimum: 0 }),
        end: Type.Integer({ minimum: 0 }),
      }),
    ),
  ),
});
export type BeirQuery = Static<typeof BeirQuerySchema>;
