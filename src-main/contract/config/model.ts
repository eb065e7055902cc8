// The language model of a config: who answers, and how it is reached.
import { Type, type Static } from '@sinclair/typebox';
import { optional, positive, tagged } from './tagged.ts';

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
