// The config file: one complete pipeline. These names are the public interface of configs/*.json.
import { Type, type Static, type TSchema } from '@sinclair/typebox';

/** Objects told apart by `kind` (or another tag): ajv then reports the one branch that was meant, not all of them. */
function tagged<Branches extends TSchema[]>(tag: string, branches: [...Branches]) {
  return Type.Unsafe<Static<Branches[number]>>({
    type: 'object',
    required: [tag],
    discriminator: { propertyName: tag },
    oneOf: branches,
  });
}

const optional = Type.Optional;
const positive = Type.Integer({ minimum: 1 });

/** `chars` are UTF-16 code units, as every offset; `words` are white-space separated; `tokens` are estimated. */
export const ChunkUnitSchema = Type.Union([
  Type.Literal('chars'),
  Type.Literal('words'),
  Type.Literal('tokens'),
]);
export type ChunkUnit = Static<typeof ChunkUnitSchema>;

export const ChunkerSchema = tagged('kind', [
  Type.Object({ kind: Type.Literal('document') }),
  Type.Object({
    kind: Type.Literal('sentence'),
    /** The closing characters a sentence may end with. */
    boundary: optional(Type.String({ minLength: 1 })),
    keepTogether: optional(Type.Array(Type.String({ minLength: 1 }))),
    minWords: optional(Type.Integer({ minimum: 0 })),
    maxWords: optional(positive),
    group: optional(positive),
  }),
  Type.Object({
    kind: Type.Literal('fixed'),
    size: positive,
    /** Of each chunk with the one before it; less than `size`. */
    overlap: optional(Type.Integer({ minimum: 0 })),
    unit: optional(ChunkUnitSchema),
  }),
  Type.Object({
    kind: Type.Literal('recursive'),
    size: optional(positive),
    /** At most; less than `size`. */
    overlap: optional(Type.Integer({ minimum: 0 })),
    unit: optional(ChunkUnitSchema),
  }),
  Type.Object({
    kind: Type.Literal('heading'),
    /** The deepest level of heading that opens a chunk. */
    level: optional(positive),
    /** Longer sections are cut as `recursive` does, without overlap; in characters. */
    size: optional(positive),
  }),
]);
export type ChunkerFile = Static<typeof ChunkerSchema>;

export const AnalyzerSchema = Type.Object({
  /** `auto`, `none`, or an ISO 639 code. */
  language: optional(Type.String({ pattern: '^(auto|none|[a-z]{2,3})$' })),
  minLength: optional(positive),
  foldAccents: optional(Type.Boolean()),
  stem: optional(Type.Boolean()),
  stopWords: optional(Type.Union([Type.Boolean(), Type.Array(Type.String()), Type.String()])),
  ngrams: optional(Type.Tuple([positive, positive])),
});
export type AnalyzerFile = Static<typeof AnalyzerSchema>;

const retrieverFields = {
  id: optional(Type.String({ minLength: 1 })),
  candidates: optional(positive),
  weight: optional(Type.Number({ minimum: 0 })),
  /** On the retriever's own scale; a hit must lie strictly above it. */
  minScore: optional(Type.Union([Type.Number(), Type.Null()])),
  analyzer: optional(AnalyzerSchema),
};

export const RetrieverSchema = tagged('kind', [
  Type.Object({
    kind: Type.Literal('tfidf'),
    tf: optional(Type.Union([Type.Literal('raw'), Type.Literal('sublinear')])),
    idf: optional(Type.Union([Type.Literal('plain'), Type.Literal('smooth')])),
    ...retrieverFields,
  }),
  Type.Object({
    kind: Type.Literal('embedding'),
    /** A model of the store: see `assay models list`. */
    model: optional(Type.String({ minLength: 1 })),
    /** int8 weights: faster, and within a hair of fp32. */
    quantized: optional(Type.Boolean()),
    distance: optional(Type.Union([Type.Literal('cosine'), Type.Literal('dot'), Type.Literal('l2')])),
    ...retrieverFields,
  }),
]);
export type RetrieverFile = Static<typeof RetrieverSchema>;

export const FusionSchema = tagged('kind', [
  Type.Object({ kind: Type.Literal('rrf'), k: optional(Type.Number({ minimum: 0 })) }),
]);

export const AnswerContractSchema = Type.Object({
  kind: Type.Union([Type.Literal('json'), Type.Literal('bracket'), Type.Literal('free')]),
  answerField: optional(Type.String({ minLength: 1 })),
  passageField: optional(Type.String({ minLength: 1 })),
  abstention: optional(Type.String({ minLength: 1, pattern: '\\S' })),
  citations: optional(Type.Union([Type.Literal('one'), Type.Literal('many')])),
});

const modelFields = {
  temperature: optional(Type.Number({ minimum: 0 })),
  seed: optional(Type.Integer()),
  maxOutputTokens: optional(positive),
  contextTokens: optional(positive),
  timeoutMs: optional(positive),
  concurrency: optional(Type.Integer({ minimum: 1, maximum: 64 })),
};

const stringMap = Type.Record(Type.String(), Type.String());

export const ModelSchema = tagged('provider', [
  Type.Object({ provider: Type.Literal('extractive'), ...modelFields }),
  Type.Object({
    provider: Type.Literal('scripted'),
    /** A file of the workspace, or `bank`: the questions' own `scriptedReply`. */
    replies: Type.String({ minLength: 1 }),
    ...modelFields,
  }),
  Type.Object({
    provider: Type.Literal('openai-compatible'),
    /** Up to and including the version, such as http://127.0.0.1:11434/v1. */
    baseUrl: Type.String({ pattern: '^https?://' }),
    model: Type.String({ minLength: 1 }),
    /** A reference such as env:NAME, never the key itself. */
    apiKey: optional(Type.String({ pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$' })),
    headers: optional(stringMap),
    query: optional(stringMap),
    ...modelFields,
  }),
]);
export type ModelFile = Static<typeof ModelSchema>;

/** configs/<id>.json as written by hand. Unknown fields survive. */
export const ConfigFileSchema = Type.Object({
  schemaVersion: Type.Integer({ minimum: 1 }),
  id: Type.String({ pattern: '^[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*$' }),
  name: optional(Type.String()),
  chunker: ChunkerSchema,
  analyzer: optional(AnalyzerSchema),
  retrievers: Type.Array(RetrieverSchema, { minItems: 1 }),
  fusion: optional(FusionSchema),
  rerank: optional(Type.Array(Type.Never(), { maxItems: 0 })),
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

export interface Analyzer {
  readonly language: string;
  /** Shortest word kept, in code points. */
  readonly minLength: number;
  readonly foldAccents: boolean;
  readonly stem: boolean;
  readonly stopWords: boolean | readonly string[] | string;
  readonly ngrams: readonly [number, number];
}

export type Chunker =
  | { readonly kind: 'document' }
  | {
      readonly kind: 'sentence';
      readonly boundary: string;
      /** null: the default of the document's language. */
      readonly keepTogether: readonly string[] | null;
      readonly minWords: number;
      readonly maxWords: number | null;
      readonly group: number;
    }
  | {
      readonly kind: 'fixed' | 'recursive';
      readonly size: number;
      readonly overlap: number;
      readonly unit: ChunkUnit;
    }
  | {
      readonly kind: 'heading';
      /** null: headings of every level. */
      readonly level: number | null;
      /** null: sections of any length. */
      readonly size: number | null;
    };

interface RetrieverCommon {
  readonly id: string;
  readonly candidates: number;
  readonly weight: number;
  readonly minScore: number | null;
}

export type TfidfRetriever = RetrieverCommon & {
  readonly kind: 'tfidf';
  readonly tf: 'raw' | 'sublinear';
  readonly idf: 'plain' | 'smooth';
  readonly analyzer: Analyzer;
};

export type EmbeddingRetriever = RetrieverCommon & {
  readonly kind: 'embedding';
  readonly model: string;
  readonly quantized: boolean;
  readonly distance: 'cosine' | 'dot' | 'l2';
};

export type Retriever = TfidfRetriever | EmbeddingRetriever;

export interface AnswerContract {
  readonly kind: 'json' | 'bracket' | 'free';
  readonly answerField: string;
  readonly passageField: string;
  readonly abstention: string;
  readonly citations: 'one' | 'many';
}

interface ModelCommon {
  readonly temperature: number;
  readonly seed: number | null;
  readonly maxOutputTokens: number | null;
  readonly contextTokens: number | null;
  readonly timeoutMs: number;
  readonly concurrency: number;
}

export type Model =
  | (ModelCommon & { readonly provider: 'extractive' })
  | (ModelCommon & { readonly provider: 'scripted'; readonly replies: string })
  | (ModelCommon & {
      readonly provider: 'openai-compatible';
      readonly baseUrl: string;
      readonly model: string;
      readonly apiKey: string | null;
      readonly headers: Readonly<Record<string, string>>;
      readonly query: Readonly<Record<string, string>>;
    });

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
  readonly fusion: { readonly kind: 'rrf'; readonly k: number };
  readonly rerank: readonly never[];
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
