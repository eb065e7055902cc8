// The models of this user, those that embed and those that score pairs, as the app lists and tests them.
import { Type, type Static } from '@sinclair/typebox';

/** `cross-encoder`: scores a query and a text together, for a rerank step. */
export const ModelKindSchema = Type.Union([Type.Literal('embedding'), Type.Literal('cross-encoder')]);
export type ModelKind = Static<typeof ModelKindSchema>;

export const ModelRowSchema = Type.Object({
  name: Type.String(),
  kind: ModelKindSchema,
  folder: Type.String(),
  /** `buildable`: made when first used. */
  state: Type.Union([Type.Literal('ready'), Type.Literal('buildable'), Type.Literal('damaged')]),
  problem: Type.Union([Type.String(), Type.Null()]),
  source: Type.Union([Type.String(), Type.Null()]),
  variants: Type.Array(Type.String()),
  bytes: Type.Integer(),
});
export type ModelRow = Static<typeof ModelRowSchema>;

export const ModelTestSchema = Type.Object({
  name: Type.String(),
  kind: ModelKindSchema,
  variant: Type.String(),
  /** Null for a cross-encoder, which makes no vectors. */
  dims: Type.Union([Type.Integer(), Type.Null()]),
  elapsedMs: Type.Number(),
  /**
   * Of a question with a text that answers it, and with one about something else: the cosine of their vectors, or a
   * cross-encoder's score of the pair.
   */
  related: Type.Number(),
  unrelated: Type.Number(),
});
export type ModelTestResult = Static<typeof ModelTestSchema>;
