// Why chunks stand where they stand, and where the gold went, for one query under a config.
import { Type, type Static } from '@sinclair/typebox';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const Rank = Nullable(Type.Integer({ minimum: 1 }));

/** What one term of the query adds to a retriever's score; contribution = queryWeight x tf x idf x norm where all are given. */
export const TermShareSchema = Type.Object({
  term: Type.String(),
  queryCount: Type.Integer(),
  queryWeight: Type.Number(),
  /** How often it stands in the chunk; absent under LSA, which also counts terms that the chunk does not hold. */
  count: Type.Optional(Type.Integer()),
  tf: Type.Optional(Type.Number()),
  idf: Type.Optional(Type.Number()),
  norm: Type.Optional(Type.Number()),
  contribution: Type.Number(),
});

export const HitExplanationSchema = Type.Object({
  chunkId: Type.String(),
  documentId: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  text: Type.String(),
  /** In the final list, reaching to the end of the corpus; null where it was dropped on the way. */
  position: Rank,
  score: Nullable(Type.Number()),
  /** `own`: the scores of a single list are kept. */
  fusion: Type.String(),
  fusedScore: Type.Number(),
  lists: Type.Array(
    Type.Object({
      retriever: Type.String(),
      rank: Rank,
      score: Nullable(Type.Number()),
      weight: Type.Number(),
      /** share = weight x value; the shares of all lists sum to the fused score. */
      value: Type.Number(),
      share: Type.Number(),
      skipped: Nullable(Type.String()),
    }),
  ),
  reranks: Type.Array(
    Type.Object({
      kind: Type.String(),
      before: Rank,
      rank: Rank,
      score: Nullable(Type.Number()),
      unscored: Type.Boolean(),
    }),
  ),
  /** For every retriever that ranks by terms. */
  terms: Type.Array(
    Type.Object({
      retriever: Type.String(),
      terms: Type.Array(TermShareSchema),
      /** Terms of the query that other chunks hold, and this one does not. */
      missing: Type.Array(Type.String()),
      /** Terms of the query that no chunk holds. */
      unknown: Type.Array(Type.String()),
    }),
  ),
});
export type HitExplanation = Static<typeof HitExplanationSchema>;

const StepRank = { rank: Rank, of: Type.Integer() };

export const GoldTraceSchema = Type.Object({
  group: Type.Integer(),
  chunkId: Type.String(),
  text: Type.String(),
  legs: Type.Array(Type.Object({ retriever: Type.String(), skipped: Nullable(Type.String()), ...StepRank })),
  fused: Type.Object(StepRank),
  reranks: Type.Array(Type.Object({ kind: Type.String(), ...StepRank })),
  final: Type.Object(StepRank),
  selected: Type.Boolean(),
});

export const ExplanationSchema = Type.Object({
  config: Type.String(),
  query: Type.String(),
  question: Nullable(Type.String()),
  /** How many of the final list would be sent. */
  k: Type.Integer(),
  chunks: Type.Integer(),
  hits: Type.Array(HitExplanationSchema),
  /** Of a question with evidence: every expected chunk at every step, down to the end of the corpus. */
  gold: Type.Array(GoldTraceSchema),
  /** Evidence groups that no chunk of this chunking holds. */
  notIndexed: Type.Array(Type.Integer()),
  warnings: Type.Array(Type.String()),
});
export type Explanation = Static<typeof ExplanationSchema>;
