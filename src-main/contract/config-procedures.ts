// The procedures about configs, a part of the table in api.ts.
import { Type } from '@sinclair/typebox';
import { ConfigFileSchema } from './config.ts';
import { ProblemSchema } from './failure.ts';
import { closed, command, Empty, Id, optional, query } from './procedure.ts';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

const Complete = Type.Unsafe<import('./config.ts').Config>({ type: 'object' });

/** What a run would cost, before it starts. Each figure says in `says` what it stands on. */
const Estimate = Type.Object({
  config: Type.String(),
  k: Type.Integer(),
  questions: Type.Integer(),
  chunks: Nullable(Type.Integer()),
  /** null: not known before the index is built. */
  chunksToEmbed: Nullable(Type.Integer()),
  indexCurrent: Type.Boolean(),
  calls: Type.Object({ low: Type.Integer(), high: Type.Integer() }),
  promptTokens: Nullable(Type.Object({ low: Type.Integer(), high: Type.Integer() })),
  seconds: Nullable(Type.Object({ low: Type.Number(), high: Type.Number() })),
  says: Type.Array(Type.String()),
  problem: Nullable(Type.String()),
});

export const configProcedures = {
  'config.listConfigs': query(
    'Configs of the workspace, each with what is wrong with it',
    ['configs'],
    Empty,
    Type.Object({
      configs: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          problem: Type.Union([Type.String(), Type.Null()]),
        }),
      ),
    }),
  ),
  'config.getConfig': query(
    'One config as written, and complete with every default filled in',
    ['configs'],
    closed({ id: Id }),
    Type.Object({
      file: ConfigFileSchema,
      complete: Complete,
      /** Of the file's bytes: what `saveConfig` and `deleteConfig` expect. */
      hash: Type.String(),
      /** Of the complete config: what a run freezes as `versions.configHash`. */
      configHash: Type.String(),
    }),
  ),
  'config.readFile': query(
    'One config file as it stands, broken or not, with what is wrong with it: what an editor opens',
    ['configs'],
    closed({ id: Id }),
    Type.Object({
      id: Type.String(),
      text: Type.String(),
      /** Of the file's bytes: what `saveConfig` and `deleteConfig` expect. */
      hash: Type.String(),
      problems: Type.Array(ProblemSchema),
      complete: Nullable(Complete),
    }),
  ),
  'config.checkConfig': query(
    'What is wrong with a config that is being written, and what it is with every default filled in',
    ['configs'],
    closed({ file: Type.Unknown() }),
    Type.Object({ problems: Type.Array(ProblemSchema), complete: Nullable(Complete) }),
  ),
  'config.saveConfig': command(
    'Write a config; `expected` is the hash it was read with, null for a new one: refused where the file is another one by now',
    ['configs', 'index'],
    closed({ file: Type.Unknown(), expected: Nullable(Id) }),
    Type.Object({ id: Type.String(), hash: Type.String() }),
  ),
  'config.deleteConfig': command(
    'Delete a config; its runs stay',
    ['configs', 'index'],
    closed({ id: Id, expected: Id }),
    Type.Object({ id: Type.String() }),
  ),
  'config.estimateRun': query(
    'What runs of these configs would cost: chunks to embed, calls, tokens and time',
    ['configs', 'documents', 'bank', 'index', 'runs'],
    closed({
      configs: Type.Array(Id, { minItems: 1 }),
      ks: optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100 })),
      tags: optional(Type.Array(Id)),
    }),
    Type.Object({ estimates: Type.Array(Estimate) }),
  ),
} as const;
