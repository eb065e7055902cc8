// What happens to the retrieved list afterwards: fusion of several lists, then rerank steps in order.
import { Type, type Static } from '@sinclair/typebox';
import { ModelSchema, type Model } from './model.ts';
import { optional, positive, tagged } from './tagged.ts';

export const FusionSchema = tagged('kind', [
  Type.Object({ kind: Type.Literal('rrf'), k: optional(Type.Number({ minimum: 0 })) }),
  Type.Object({
    kind: Type.Literal('weighted-sum'),
    /** How each list's scores are brought to one scale before they are added with the retrievers' weights. */
    normalise: optional(Type.Union([Type.Literal('min-max'), Type.Literal('z-score')])),
  }),
]);

export type FusionFile = Static<typeof FusionSchema>;

export type Fusion =
  | { readonly kind: 'rrf'; readonly k: number }
  | { readonly kind: 'weighted-sum'; readonly normalise: 'min-max' | 'z-score' };

const rerankFields = {
  /** How many of the best are looked at; those behind them keep their order below. */
  candidates: optional(positive),
};
const judgeFields = {
  ...rerankFields,
  concurrency: optional(Type.Integer({ minimum: 1, maximum: 64 })),
  batch: optional(Type.Integer({ minimum: 1, maximum: 100 })),
  model: optional(Type.Union([ModelSchema, Type.Null()])),
};

export const RerankSchema = tagged('kind', [
  Type.Object({
    kind: Type.Literal('char-ngram'),
    min: optional(positive),
    max: optional(positive),
    ...rerankFields,
  }),
  Type.Object({
    kind: Type.Literal('mmr'),
    /** 1 = relevance alone, 0 = difference alone. */
    lambda: optional(Type.Number({ minimum: 0, maximum: 1 })),
    ...rerankFields,
  }),
  Type.Object({
    kind: Type.Literal('cross-encoder'),
    /** A cross-encoder of the store: see `assay models list`. */
    model: Type.String({ minLength: 1 }),
    quantized: optional(Type.Boolean()),
    ...rerankFields,
  }),
  Type.Object({ kind: Type.Literal('llm-filter'), ...judgeFields }),
  Type.Object({
    kind: Type.Literal('llm-score'),
    threshold: optional(Type.Integer({ minimum: 1, maximum: 10 })),
    ...judgeFields,
  }),
]);
export type RerankFile = Static<typeof RerankSchema>;

interface JudgeFields {
  readonly candidates: number;
  readonly concurrency: number;
  readonly batch: number;
  readonly model: Model | null;
}

export type Rerank =
  | {
      readonly kind: 'char-ngram';
      readonly min: number;
      readonly max: number;
      readonly candidates: number;
    }
  | { readonly kind: 'mmr'; readonly lambda: number; readonly candidates: number }
  | {
      readonly kind: 'cross-encoder';
      readonly model: string;
      readonly quantized: boolean;
      readonly candidates: number;
    }
  | (JudgeFields & { readonly kind: 'llm-filter' })
  | (JudgeFields & { readonly kind: 'llm-score'; readonly threshold: number });
