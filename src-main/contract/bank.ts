// The bank: questions, their evidence, and the journal of edits.
import { Type, type Static } from '@sinclair/typebox';
import { HashSchema } from './documents.ts';

/**
 * Where an answer stands. With `start`, `end` and `quote` it is a span of the document's text (UTF-16 code units);
 * with a quote alone it waits to be placed; with none of them it is the whole document.
 * Members of one group are ORed; groups combine by the question's `require`.
 */
export const EvidenceSchema = Type.Object({
  document: Type.String({ minLength: 1 }),
  documentHash: Type.Optional(HashSchema),
  start: Type.Optional(Type.Integer({ minimum: 0 })),
  end: Type.Optional(Type.Integer({ minimum: 0 })),
  unit: Type.Optional(Type.Literal('utf16')),
  quote: Type.Optional(Type.String()),
  prefix: Type.Optional(Type.String()),
  suffix: Type.Optional(Type.String()),
  group: Type.Integer({ minimum: 1 }),
  grade: Type.Optional(Type.Integer({ minimum: 1, maximum: 4 })),
  by: Type.Optional(Type.String()),
  at: Type.Optional(Type.String()),
});
export type Evidence = Static<typeof EvidenceSchema>;

/** How a reply is compared with the accepted answers. `parts` is an AND of ORs; `number` takes a tolerance (absolute). */
export const MatchSchema = Type.Union([
  Type.Literal('contains'),
  Type.Literal('exact'),
  Type.Literal('regex'),
  Type.Literal('number'),
  Type.Object({ kind: Type.Literal('contains') }),
  Type.Object({ kind: Type.Literal('exact') }),
  Type.Object({ kind: Type.Literal('regex'), flags: Type.Optional(Type.String({ pattern: '^[imsu]*$' })) }),
  Type.Object({ kind: Type.Literal('number'), tolerance: Type.Optional(Type.Number({ minimum: 0 })) }),
  Type.Object({
    kind: Type.Literal('parts'),
    parts: Type.Array(Type.Array(Type.String(), { minItems: 1 }), { minItems: 1 }),
  }),
]);
export type Match = Static<typeof MatchSchema>;

export const JudgmentSchema = Type.Object({ document: Type.String(), grade: Type.Literal(0) });

export const RequireSchema = Type.Union([Type.Literal('any'), Type.Literal('all')]);

/** One line of bank/questions.jsonl. Unknown fields survive. */
export const QuestionSchema = Type.Object({
  id: Type.String({ minLength: 1 }),
  question: Type.String({ minLength: 1, pattern: '\\S' }),
  answers: Type.Array(Type.String({ minLength: 1 })),
  evidence: Type.Array(EvidenceSchema),
  require: Type.Optional(RequireSchema),
  unanswerable: Type.Optional(Type.Boolean()),
  match: Type.Optional(MatchSchema),
  tags: Type.Optional(Type.Array(Type.String())),
  origin: Type.Optional(Type.Unknown()),
  judgments: Type.Optional(Type.Array(JudgmentSchema)),
  scriptedReply: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
});
export type Question = Static<typeof QuestionSchema>;

/**
 * A question on its way into the bank. Evidence needs no more than a document, a group and, for a span, `start` and
 * `end`: quote, prefix, suffix, hash, author and time are filled in from the document.
 */
export const QuestionDraftSchema = Type.Composite([
  Type.Omit(QuestionSchema, ['id', 'answers', 'evidence']),
  Type.Object({
    id: Type.Optional(Type.String({ minLength: 1 })),
    answers: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
    evidence: Type.Optional(Type.Array(EvidenceSchema)),
  }),
]);
export type QuestionDraft = Static<typeof QuestionDraftSchema>;

/** One line of bank/journal.jsonl: `before` is null for an addition, `after` for a removal. */
export const BankEditSchema = Type.Object({
  at: Type.String(),
  by: Type.String(),
  /** Edits of one action (an import, say) share this id: they are undone together. */
  action: Type.String(),
  what: Type.String(),
  id: Type.String(),
  before: Type.Union([QuestionSchema, Type.Null()]),
  after: Type.Union([QuestionSchema, Type.Null()]),
  /** The action that this one takes back, or does again. */
  undoes: Type.Optional(Type.String()),
  redoes: Type.Optional(Type.String()),
});
export type BankEdit = Static<typeof BankEditSchema>;
