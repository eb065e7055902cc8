// How documents are cut into chunks: the chunker of a config, as written and complete.
import { Type, type Static } from '@sinclair/typebox';
import { ModelSchema, type Model } from './model.ts';
import { optional, positive, tagged } from './tagged.ts';

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
  Type.Object({
    kind: Type.Literal('semantic'),
    /** Embeds the sentences; a model of the store. */
    model: optional(Type.String({ minLength: 1 })),
    quantized: optional(Type.Boolean()),
    /** A new chunk begins where the distance of two neighbours lies above this percentile of all distances of the document. */
    percentile: optional(Type.Number({ minimum: 0, maximum: 100 })),
    /** Sentences on either side that are embedded together with each sentence. */
    buffer: optional(Type.Integer({ minimum: 0, maximum: 10 })),
    /** Longer chunks are cut as `recursive` does, without overlap; in characters. */
    size: optional(positive),
  }),
  Type.Object({
    kind: Type.Literal('llm'),
    /** Paragraphs are packed into blocks of at most so many estimated tokens. */
    blockTokens: optional(Type.Integer({ minimum: 50 })),
    /** The last pieces of a block that are shown again at the start of the next. */
    carry: optional(Type.Integer({ minimum: 0, maximum: 10 })),
    /** Cuts the blocks whose reply could not be used, and pieces that are too long; in characters. */
    size: optional(positive),
    /** null or absent: the config's own model. */
    model: optional(Type.Union([ModelSchema, Type.Null()])),
  }),
]);
export type ChunkerFile = Static<typeof ChunkerSchema>;

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
    }
  | {
      readonly kind: 'semantic';
      readonly model: string;
      readonly quantized: boolean;
      readonly percentile: number;
      readonly buffer: number;
      /** null: chunks of any length. */
      readonly size: number | null;
    }
  | {
      readonly kind: 'llm';
      readonly blockTokens: number;
      readonly carry: number;
      readonly size: number;
      /** null: the config's own model. */
      readonly model: Model | null;
    };
