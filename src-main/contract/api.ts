// The complete list of what the app can do: every host, the command line's help and the docs derive from this table.
import { Type, type Static } from '@sinclair/typebox';
import { QuestionSchema } from './bank.ts';
import { ConfigFileSchema } from './config.ts';
import { ProblemSchema } from './failure.ts';
import { HitSchema } from './items.ts';
import { ModelRowSchema, ModelTestSchema } from './models.ts';
import {
  closed,
  command,
  Cursor,
  Empty,
  Id,
  Limit,
  NextCursor,
  optional,
  Path,
  query,
  topics,
  type Procedure,
} from './procedure.ts';
import { runProcedures } from './run-procedures.ts';
import { DocumentRowSchema, ImportReportSchema, OverviewSchema } from './views.ts';

const Depth = Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('all')]);
const FoundText = Type.Object({
  text: Type.String(),
  page: Type.Union([Type.Integer(), Type.Null()]),
  /** From the outermost heading inwards. */
  headings: Type.Array(Type.String()),
});
const Hits = Type.Object({
  hits: Type.Array(Type.Composite([HitSchema, FoundText])),
});

export const procedures = {
  'workspace.getOverview': query(
    'State of the workspace: documents, bank, configs with their index, last runs, trust and egress policy',
    topics,
    Empty,
    OverviewSchema,
  ),
  'workspace.create': command(
    'Create a workspace in an empty or new folder, with the default configs; with the sample documents and bank if asked',
    topics,
    closed({ name: optional(Id), languages: optional(Type.Array(Id)), sample: optional(Type.Boolean()) }),
    Type.Object({
      name: Type.String(),
      configs: Type.Array(Type.String()),
      documents: Type.Integer(),
      questions: Type.Integer(),
    }),
  ),
  'workspace.validateFiles': query(
    'Check every file of the workspace and every label against its document',
    topics,
    Empty,
    Type.Object({ errors: Type.Integer(), warnings: Type.Integer(), problems: Type.Array(ProblemSchema) }),
  ),
  'workspace.trustFolder': command(
    'Accept the endpoints, model paths and templates that this workspace names; recorded outside the workspace',
    ['workspace'],
    Empty,
    Type.Object({ trusted: Type.Boolean(), accepted: OverviewSchema.properties.names }),
  ),
  'document.listDocuments': query(
    'Documents in corpus order with their extraction report',
    ['documents'],
    closed({ limit: Limit, cursor: Cursor }),
    Type.Object({ documents: Type.Array(DocumentRowSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'document.getText': query(
    'The extracted text that labels refer to',
    ['documents'],
    closed({ id: Id }),
    Type.Object({ id: Type.String(), title: Type.Union([Type.String(), Type.Null()]), text: Type.String() }),
  ),
  'document.addFiles': command(
    'Copy files or folders into the workspace and keep their extracted text; unchanged files are left alone',
    ['documents', 'index'],
    closed({ paths: Type.Array(Path, { minItems: 1 }) }),
    Type.Object({
      files: Type.Integer(),
      accepted: Type.Integer(),
      results: Type.Array(
        Type.Object({
          path: Type.String(),
          outcome: Type.Union(
            ['added', 'changed', 'restored', 'unchanged', 'rejected'].map((word) => Type.Literal(word)),
          ),
          id: Type.Union([Type.String(), Type.Null()]),
          characters: Type.Integer(),
          reason: Type.Union([Type.String(), Type.Null()]),
          warnings: Type.Array(Type.String()),
        }),
      ),
      labels: Type.Array(Type.Object({ question: Type.String(), says: Type.String() })),
    }),
  ),
  'document.removeDocument': command(
    'Remove a document; says which labels then no longer resolve',
    ['documents', 'index'],
    closed({ id: Id, dryRun: optional(Type.Boolean()) }),
    Type.Object({
      id: Type.String(),
      removed: Type.Boolean(),
      labels: Type.Array(Type.Object({ question: Type.String(), says: Type.String() })),
    }),
  ),
  'index.buildIndex': command(
    'Build what is missing or stale for one config, or for all',
    ['index'],
    closed({ config: optional(Id) }),
    Type.Object({
      indexes: Type.Array(
        Type.Object({
          config: Type.String(),
          chunks: Type.Integer(),
          terms: Type.Integer(),
          vectors: Type.Integer(),
          /** Chunks longer than the embedding model takes. */
          cut: Type.Integer(),
          built: Type.Boolean(),
          elapsedMs: Type.Number(),
        }),
      ),
    }),
  ),
  'retrieval.searchChunks': query(
    'Rank chunks for one query under a config, with rank and score per retriever',
    ['index', 'configs'],
    closed({
      config: Id,
      query: Type.String({ minLength: 1 }),
      k: optional(Depth),
      noBuild: optional(Type.Boolean()),
    }),
    Hits,
  ),
  'retrieval.searchMany': query(
    'Rank chunks for many queries under a config',
    ['index', 'configs'],
    closed({
      config: Id,
      queries: Type.Array(Type.Object({ id: Id, text: Type.String({ minLength: 1 }) })),
      k: optional(Depth),
      noBuild: optional(Type.Boolean()),
    }),
    Type.Object({ results: Type.Record(Type.String(), Hits) }),
  ),
  'bank.listQuestions': query(
    'Questions sorted by id',
    ['bank'],
    closed({ limit: Limit, cursor: Cursor, tag: optional(Id) }),
    Type.Object({ questions: Type.Array(QuestionSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'bank.importQuestions': command(
    'Import questions, and for a BEIR folder its documents; reports every row that was not accepted',
    ['bank', 'documents', 'index'],
    closed({
      path: Path,
      format: Type.Union([Type.Literal('jsonl'), Type.Literal('beir')]),
      dryRun: optional(Type.Boolean()),
      strict: optional(Type.Boolean()),
      require: optional(Type.Union([Type.Literal('any'), Type.Literal('all')])),
      unit: optional(Type.Union([Type.Literal('codepoint'), Type.Literal('utf16')])),
      labels: optional(Type.Union([Type.Literal('spans'), Type.Literal('qrels')])),
      split: optional(Id),
      collection: optional(Id),
      config: optional(Id),
      by: optional(Id),
    }),
    ImportReportSchema,
  ),
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
      complete: Type.Unsafe<import('./config.ts').Config>({ type: 'object' }),
      hash: Type.String(),
    }),
  ),
  'model.listModels': query(
    'Embedding models of this user, with what is wrong with each',
    ['models'],
    Empty,
    Type.Object({ models: Type.Array(ModelRowSchema) }),
  ),
  'model.buildModel': command(
    'Build the embedding model that Assay makes itself, from the weights it is installed with',
    ['models', 'index'],
    closed({ name: optional(Id) }),
    ModelRowSchema,
  ),
  'model.addModel': command(
    'Add a folder with an ONNX export as an embedding model',
    ['models', 'index'],
    closed({ path: Path, name: optional(Id) }),
    ModelRowSchema,
  ),
  'model.testModel': query(
    'Embed three short texts and compare them',
    ['models'],
    closed({ name: Id }),
    ModelTestSchema,
  ),
  ...runProcedures,
} as const satisfies Record<string, Procedure>;

export type ProcedureName = keyof typeof procedures;
export type Input<Name extends ProcedureName> = Static<(typeof procedures)[Name]['input']>;
export type Output<Name extends ProcedureName> = Static<(typeof procedures)[Name]['output']>;

export const procedureNames = Object.keys(procedures) as readonly ProcedureName[];

export function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
