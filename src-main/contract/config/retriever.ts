// Who finds chunks: the retrievers of a config, as written and complete.
import { Type, type Static } from '@sinclair/typebox';
import { AnalyzerSchema, type Analyzer } from './analyzer.ts';
import { FilterSchema, type Filter } from './filter.ts';
import { ModelSchema, type Model } from './model.ts';
import { optional, positive, tagged } from './tagged.ts';

/** When a fallback retriever is asked: any one of these is enough. The scores are those of the list it would join. */
export const FallbackSchema = Type.Object({
  /** Fewer hits than this. */
  fewerThan: optional(Type.Integer({ minimum: 0 })),
  /** The best score lies below this. */
  bestBelow: optional(Type.Union([Type.Number(), Type.Null()])),
  /** The reader abstained on what was retrieved without it. */
  onAbstention: optional(Type.Boolean()),
});

const retrieverFields = {
  id: optional(Type.String({ minLength: 1 })),
  candidates: optional(positive),
  weight: optional(Type.Number({ minimum: 0 })),
  /** On the retriever's own scale; a hit must lie strictly above it. */
  minScore: optional(Type.Union([Type.Number(), Type.Null()])),
  filter: optional(Type.Union([FilterSchema, Type.Null()])),
  when: optional(Type.Union([Type.Literal('always'), Type.Literal('fallback')])),
  fallback: optional(FallbackSchema),
};

const Tf = optional(Type.Union([Type.Literal('raw'), Type.Literal('sublinear')]));
const Idf = optional(Type.Union([Type.Literal('plain'), Type.Literal('smooth')]));

export const RetrieverSchema = tagged('kind', [
  Type.Object({
    kind: Type.Literal('tfidf'),
    tf: Tf,
    idf: Idf,
    analyzer: optional(AnalyzerSchema),
    ...retrieverFields,
  }),
  Type.Object({
    kind: Type.Literal('bm25'),
    k1: optional(Type.Number({ minimum: 0 })),
    b: optional(Type.Number({ minimum: 0, maximum: 1 })),
    analyzer: optional(AnalyzerSchema),
    ...retrieverFields,
  }),
  Type.Object({
    kind: Type.Literal('lsa'),
    /** At most; fewer where the corpus has fewer chunks or terms. */
    dims: optional(positive),
    tf: Tf,
    idf: Idf,
    seed: optional(Type.Integer()),
    analyzer: optional(AnalyzerSchema),
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
  Type.Object({
    kind: Type.Literal('run'),
    /** A TREC run of another system: a file of the workspace. */
    file: Type.String({ minLength: 1 }),
    ...retrieverFields,
  }),
  Type.Object({
    kind: Type.Literal('http'),
    /** Gets POST {query, k} and answers {hits: [{documentId | chunkId | text, score}]}. */
    url: Type.String({ pattern: '^https?://' }),
    timeoutMs: optional(positive),
    /** A reference such as env:NAME, never the key itself. */
    apiKey: optional(Type.String({ pattern: '^env:[A-Za-z_][A-Za-z0-9_]*$' })),
    ...retrieverFields,
  }),
  Type.Object({
    kind: Type.Literal('llm'),
    mode: optional(Type.Union([Type.Literal('boolean'), Type.Literal('score')])),
    /** Lowest score kept, 1 to 10; mode `score` alone. */
    threshold: optional(Type.Integer({ minimum: 1, maximum: 10 })),
    concurrency: optional(Type.Integer({ minimum: 1, maximum: 64 })),
    /** Chunks judged in one call. */
    batch: optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Refuse to start when a question would need more calls than this. */
    maxCalls: optional(positive),
    /** null or absent: the config's own model. */
    model: optional(Type.Union([ModelSchema, Type.Null()])),
    ...retrieverFields,
  }),
]);
export type RetrieverFile = Static<typeof RetrieverSchema>;

interface RetrieverCommon {
  readonly id: string;
  readonly candidates: number;
  readonly weight: number;
  readonly minScore: number | null;
  readonly filter: Filter | null;
  readonly when: 'always' | 'fallback';
  readonly fallback: {
    readonly fewerThan: number;
    readonly bestBelow: number | null;
    readonly onAbstention: boolean;
  };
}

export type TfidfRetriever = RetrieverCommon & {
  readonly kind: 'tfidf';
  readonly tf: 'raw' | 'sublinear';
  readonly idf: 'plain' | 'smooth';
  readonly analyzer: Analyzer;
};

export type Bm25Retriever = RetrieverCommon & {
  readonly kind: 'bm25';
  readonly k1: number;
  readonly b: number;
  readonly analyzer: Analyzer;
};

export type LsaRetriever = RetrieverCommon & {
  readonly kind: 'lsa';
  readonly dims: number;
  readonly tf: 'raw' | 'sublinear';
  readonly idf: 'plain' | 'smooth';
  readonly seed: number;
  readonly analyzer: Analyzer;
};

export type EmbeddingRetriever = RetrieverCommon & {
  readonly kind: 'embedding';
  readonly model: string;
  readonly quantized: boolean;
  readonly distance: 'cosine' | 'dot' | 'l2';
};

export type RunRetriever = RetrieverCommon & { readonly kind: 'run'; readonly file: string };

export type HttpRetriever = RetrieverCommon & {
  readonly kind: 'http';
  readonly url: string;
  readonly timeoutMs: number;
  readonly apiKey: string | null;
};

export type LlmRetriever = RetrieverCommon & {
  readonly kind: 'llm';
  readonly mode: 'boolean' | 'score';
  readonly threshold: number;
  readonly concurrency: number;
  readonly batch: number;
  /** null: no cap. */
  readonly maxCalls: number | null;
  /** null: the config's own model. */
  readonly model: Model | null;
};

/** Retrievers that rank with the terms of a lexical index. */
export type LexicalRetriever = TfidfRetriever | Bm25Retriever | LsaRetriever;

export type Retriever = LexicalRetriever | EmbeddingRetriever | RunRetriever | HttpRetriever | LlmRetriever;
