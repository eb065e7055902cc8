// What a procedure is: its kind, what it reads or touches, and the schemas of what goes in and comes out.
import { Type, type TSchema } from '@sinclair/typebox';

export const topics = [
  'workspace',
  'documents',
  'bank',
  'configs',
  'index',
  'models',
  'runs',
  'preferences',
] as const;
export type Topic = (typeof topics)[number];

export interface Procedure {
  /** A query reads `topics`; a command touches them, and every window refetches the queries that read them. */
  readonly kind: 'query' | 'command';
  readonly summary: string;
  readonly topics: readonly Topic[];
  readonly input: TSchema;
  readonly output: TSchema;
}

export const optional = Type.Optional;
export const Id = Type.String({ minLength: 1 });
export const Path = Type.String({ minLength: 1 });
export const Limit = optional(Type.Integer({ minimum: 1, maximum: 10_000 }));
export const Cursor = optional(Type.String());
export const NextCursor = Type.Union([Type.String(), Type.Null()]);
export const Empty = Type.Object({}, { additionalProperties: false });
export const closed = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export function query<I extends TSchema, O extends TSchema>(
  summary: string,
  reads: readonly Topic[],
  input: I,
  output: O,
) {
  return { kind: 'query' as const, summary, topics: reads, input, output };
}

export function command<I extends TSchema, O extends TSchema>(
  summary: string,
  touches: readonly Topic[],
  input: I,
  output: O,
) {
  return { kind: 'command' as const, summary, topics: touches, input, output };
}
