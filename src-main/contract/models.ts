// Embedding models as the app lists and tests them.
import { Type, type Static } from '@sinclair/typebox';

export const ModelRowSchema = Type.Object({
  name: Type.String(),
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
  variant: Type.String(),
  dims: Type.Integer(),
  elapsedMs: Type.Number(),
  /** Cosine of two texts that mean the same, and of the first with one about something else. */
  related: Type.Number(),
  unrelated: Type.Number(),
});
export type ModelTestResult = Static<typeof ModelTestSchema>;
