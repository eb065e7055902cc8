// What each retriever of a config makes of a text: the terms it looks up, or the pieces its model reads.
import { Type, type Static } from '@sinclair/typebox';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const common = {
  retriever: Type.String(),
  /** In words: what a person should know about this text under this retriever. */
  warnings: Type.Array(Type.String()),
};

export const TermsPreviewSchema = Type.Object({
  kind: Type.Literal('terms'),
  ...common,
  /** The languages the text is analysed under; null where no language changes a word. */
  languages: Type.Array(Nullable(Type.String())),
  /** Chunks of the index. */
  chunks: Type.Integer(),
  /** In order, with repetitions. */
  terms: Type.Array(
    Type.Object({
      term: Type.String(),
      inIndex: Type.Boolean(),
      /** Chunks that hold the term. */
      df: Type.Integer(),
      /** As this retriever weighs it; null for a term that is not in the index. */
      idf: Nullable(Type.Number()),
    }),
  ),
});

const figures = {
  /** Without the special tokens. */
  tokens: Type.Integer(),
  words: Type.Integer(),
  tokensPerWord: Nullable(Type.Number()),
  unknown: Type.Integer(),
  unknownShare: Nullable(Type.Number()),
};

export const SubwordsPreviewSchema = Type.Object({
  kind: Type.Literal('subwords'),
  ...common,
  model: Type.String(),
  subwords: Type.Array(Type.Object({ text: Type.String(), known: Type.Boolean() })),
  ...figures,
  /** Tokens the model takes, special ones included, and how many of this text's it leaves out. */
  limit: Type.Integer(),
  leftOut: Type.Integer(),
  /** The same figures for a sentence of plain English. */
  english: Type.Object({ text: Type.String(), ...figures }),
});

export const TokenPreviewSchema = Type.Object({
  config: Type.String(),
  text: Type.String(),
  /** Of the retrievers that read a text themselves, in the config's order. */
  retrievers: Type.Array(Type.Union([TermsPreviewSchema, SubwordsPreviewSchema])),
});
export type TermsPreview = Static<typeof TermsPreviewSchema>;
export type SubwordsPreview = Static<typeof SubwordsPreviewSchema>;
export type TokenPreview = Static<typeof TokenPreviewSchema>;
