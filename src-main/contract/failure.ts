// The closed list of failures that cross a boundary, and the reply every procedure returns.
import { Type, type Static } from '@sinclair/typebox';

export const failureCodes = [
  'invalid-input',
  'not-found',
  'conflict',
  'stale',
  'unavailable',
  'egress-denied',
  'cancelled',
  'internal',
] as const;

export type FailureCode = (typeof failureCodes)[number];

/** One place where input is wrong: the file and line it stands in, the JSON path, the value found, and what to do. */
export const ProblemSchema = Type.Object({
  file: Type.Optional(Type.String()),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  path: Type.Optional(Type.String()),
  value: Type.Optional(Type.Unknown()),
  message: Type.String(),
  remedy: Type.Optional(Type.String()),
  severity: Type.Optional(Type.Union([Type.Literal('error'), Type.Literal('warning')])),
});
export type Problem = Static<typeof ProblemSchema>;

export const FailureSchema = Type.Object({
  code: Type.Union(failureCodes.map((code) => Type.Literal(code))),
  message: Type.String(),
  problems: Type.Optional(Type.Array(ProblemSchema)),
  /** What mends it on the command line, after `assay`; a window offers its own way. */
  command: Type.Optional(Type.String()),
  /** Set on `internal` alone: the id under which the log holds the details. */
  id: Type.Optional(Type.String()),
  detail: Type.Optional(Type.Unknown()),
});
export type Failure = Omit<Static<typeof FailureSchema>, 'code'> & { code: FailureCode };

export type Reply<Value = unknown> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure };

/** An expected failure of a request. The message tells the analyst what to do next. */
export class AppError extends Error {
  readonly code: FailureCode;
  readonly problems: readonly Problem[];
  readonly detail: unknown;
  readonly command: string | undefined;

  constructor(
    code: FailureCode,
    message: string,
    extra: { problems?: readonly Problem[]; detail?: unknown; cause?: unknown; command?: string } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.problems = extra.problems ?? [];
    this.detail = extra.detail;
    this.command = extra.command;
  }
}
