// How texts become terms: the analyzer of a config, as written and complete.
import { Type, type Static } from '@sinclair/typebox';
import { optional, positive } from './tagged.ts';

export const AnalyzerSchema = Type.Object({
  /** `auto`, `none`, or an ISO 639 code. */
  language: optional(Type.String({ pattern: '^(auto|none|[a-z]{2,3})$' })),
  minLength: optional(positive),
  foldAccents: optional(Type.Boolean()),
  stem: optional(Type.Boolean()),
  stopWords: optional(Type.Union([Type.Boolean(), Type.Array(Type.String()), Type.String()])),
  ngrams: optional(Type.Tuple([positive, positive])),
  /** Character n-grams inside white-space separated words instead of words. */
  charNgrams: optional(Type.Union([Type.Tuple([positive, positive]), Type.Null()])),
});
export type AnalyzerFile = Static<typeof AnalyzerSchema>;

export interface Analyzer {
  readonly language: string;
  /** Shortest word kept, in code points. */
  readonly minLength: number;
  readonly foldAccents: boolean;
  readonly stem: boolean;
  readonly stopWords: boolean | readonly string[] | string;
  readonly ngrams: readonly [number, number];
  /** null: words are indexed. */
  readonly charNgrams: readonly [number, number] | null;
}
