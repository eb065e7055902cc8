// The config file: one complete pipeline. These names are the public interface of configs/*.json; its parts stand in config/.
import { Type, type Static } from '@sinclair/typebox';
import { AnalyzerSchema, type Analyzer } from './config/analyzer.ts';
import { ChunkerSchema, type Chunker } from './config/chunker.ts';
import { FilterSchema, type Filter } from './config/filter.ts';
import { ModelSchema, type Model } from './config/model.ts';
import { FusionSchema, RerankSchema, type Fusion, type Rerank } from './config/rerank.ts';
import { RetrieverSchema, type Retriever } from './config/retriever.ts';
import { optional, positive } from './config/tagged.ts';

export const AnswerContractSchema = Type.Object({
  kind: Type.Union([Type.Literal('json'), Type.Literal('bracket'), Type.Literal('free')]),
  answerField: optional(Type.String({ minLength: 1 })),
  passageField: optional(Type.String({ minLength: 1 })),
  abstention: optional(Type.String({ minLength: 1, pattern: '\\S' })),
  citations: optional(Type.Union([Type.Literal('one'), Type.Literal('many')])),
});

/** configs/<id>.json as written by hand. Unknown fields survive. */
export const ConfigFileSchema = Type.Object({
  schemaVersion: Type.Integer({ minimum: 1 }),
  id: Type.String({ pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*$' }),
  name: optional(Type.String()),
  chunker: ChunkerSchema,
  analyzer: optional(AnalyzerSchema),
  retrievers: Type.Array(RetrieverSchema, { minItems: 1 }),
  fusion: optional(FusionSchema),
  rerank: optional(Type.Array(RerankSchema)),
  /** Which chunks any retriever of this config may return. */
  filter: optional(Type.Union([FilterSchema, Type.Null()])),
  select: optional(
    Type.Object({ k: optional(positive), minScore: optional(Type.Union([Type.Number(), Type.Null()])) }),
  ),
  contract: AnswerContractSchema,
  prompt: optional(
    Type.Object({
      system: optional(Type.Union([Type.String(), Type.Null()])),
      maxPromptTokens: optional(positive),
      /** How one passage is shown: {number} {source} {title} {page} {heading} {text}. */
      passage: optional(Type.String({ pattern: '\\{text\\}' })),
    }),
  ),
  model: ModelSchema,
  attempts: optional(Type.Integer({ minimum: 1, maximum: 20 })),
  checks: optional(
    Type.Object({
      numbers: optional(Type.Boolean()),
      quotes: optional(Type.Boolean()),
      locale: optional(Type.String({ pattern: '^(auto|[a-z]{2,3})$' })),
    }),
  ),
});
export type ConfigFile = Static<typeof ConfigFileSchema>;

export interface AnswerContract {
  readonly kind: 'json' | 'bracket' | 'free';
  readonly answerField: string;
  readonly passageField: string;
  readonly abstention: string;
  readonly citations: 'one' | 'many';
}

/** The model that Assay builds itself and embeds with unless a config names another. */
export const defaultEmbeddingModel = 'all-MiniLM-L6-v2';

/** A config with every default filled in: what a run freezes. */
export interface Config {
  readonly schemaVersion: number;
  readonly id: string;
  readonly name: string;
  readonly chunker: Chunker;
  readonly analyzer: Analyzer;
  readonly retrievers: readonly Retriever[];
  readonly fusion: Fusion;
  readonly rerank: readonly Rerank[];
  readonly filter: Filter | null;
  readonly select: { readonly k: number; readonly minScore: number | null };
  readonly contract: AnswerContract;
  readonly prompt: {
    readonly system: string | null;
    readonly maxPromptTokens: number;
    readonly passage: string | null;
  };
  readonly model: Model;
  readonly attempts: number;
  readonly checks: { readonly numbers: boolean; readonly quotes: boolean; readonly locale: string };
}
