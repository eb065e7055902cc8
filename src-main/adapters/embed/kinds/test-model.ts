// Tries a model on three short texts: what belongs together must come out nearer than what does not.
import type { ModelKind } from '#contract/models';
import { modelVariants, type ModelVariant } from '../model-manifest.ts';
import type { ResolvedModel } from '../model-store.ts';
import { kindOf } from './model-kind.ts';

export interface ModelTest {
  readonly name: string;
  readonly kind: ModelKind;
  readonly variant: ModelVariant;
  /** Null for a cross-encoder, which makes no vectors. */
  readonly dims: number | null;
  readonly elapsedMs: number;
  /**
   * Of a question with a text that answers it, and with one about something else: the cosine of their vectors, or the
   * score of the pair.
   */
  readonly related: number;
  readonly unrelated: number;
}

/** How a resolved model is asked. */
export interface ModelCalls {
  /** Rows of length 1. */
  embed(
    model: ResolvedModel,
    variant: ModelVariant,
    texts: readonly string[],
  ): Promise<{ readonly vectors: Float32Array; readonly dims: number }>;
  score(
    model: ResolvedModel,
    variant: ModelVariant,
    query: string,
    texts: readonly string[],
  ): Promise<{ readonly scores: Float64Array }>;
}

const question = 'How long do I have to return a purchase?';
const answer = 'Items can be sent back within thirty days of buying them.';
const other = 'The volcano erupted twice in the last century.';

/** Tries a model as what it is, with the fp32 weights where there are any. */
export async function testModel(model: ResolvedModel, calls: ModelCalls): Promise<ModelTest> {
  const { name, manifest } = model;
  const kind = kindOf(manifest);
  const hasFloats = manifest.files.some(({ path }) => path === modelVariants.fp32);
  const variant: ModelVariant = hasFloats ? 'fp32' : 'int8';
  const startMs = performance.now();
  const compared =
    kind === 'embedding' ? await compare(model, variant, calls) : await score(model, variant, calls);
  return { name, kind, variant, elapsedMs: performance.now() - startMs, ...compared };
}

type Compared = Pick<ModelTest, 'dims' | 'related' | 'unrelated'>;

async function compare(model: ResolvedModel, variant: ModelVariant, calls: ModelCalls): Promise<Compared> {
  const { vectors, dims } = await calls.embed(model, variant, [question, answer, other]);
  const row = (index: number) => vectors.subarray(index * dims, (index + 1) * dims);
  return { dims, related: multiply(row(0), row(1)), unrelated: multiply(row(0), row(2)) };
}

async function score(model: ResolvedModel, variant: ModelVariant, calls: ModelCalls): Promise<Compared> {
  const { scores } = await calls.score(model, variant, question, [answer, other]);
  return { dims: null, related: scores[0] ?? NaN, unrelated: scores[1] ?? NaN };
}

// Rows have length 1, so that their product is their cosine.
function multiply(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
