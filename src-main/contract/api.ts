// The complete list of what the app can do: every host, the command line's help and the docs derive from this table.
import { Type, type Static } from '@sinclair/typebox';
import { bankProcedures } from './bank-procedures.ts';
import { configProcedures } from './config-procedures.ts';
import { documentProcedures } from './document-procedures.ts';
import { ExplanationSchema } from './explanation.ts';
import { ProblemSchema } from './failure.ts';
import { HitSchema } from './items.ts';
import { ModelRowSchema, ModelTestSchema } from './models.ts';
import { closed, command, Empty, Id, optional, Path, query, topics, type Procedure } from './procedure.ts';
import { runProcedures } from './run-procedures.ts';
import { settingsProcedures } from './settings-procedures.ts';
import { TokenPreviewSchema } from './token-preview.ts';
import { OverviewSchema } from './views.ts';

const Depth = Type.Union([Type.Integer({ minimum: 1 }), Type.Literal('all')]);
const FoundText = Type.Object({
  text: Type.String(),
  page: Type.Union([Type.Integer(), Type.Null()]),
  /** From the outermost heading inwards. */
  headings: Type.Array(Type.String()),
});
const Hits = Type.Object({
  hits: Type.Array(Type.Composite([HitSchema, FoundText])),
  /** In words, each naming its retriever: why a list is empty, say. */
  warnings: Type.Optional(Type.Array(Type.String())),
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
          /** What an analyzer could not do for some documents, in words. */
          warnings: Type.Optional(Type.Array(Type.String())),
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
    Type.Object({
      results: Type.Record(Type.String(), Hits),
      /** Of the config over this corpus, whatever the query. */
      warnings: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  'retrieval.previewTokens': query(
    'What each retriever of a config makes of a text: terms with their rarity, or the pieces its model reads',
    ['index', 'configs', 'models'],
    closed({ config: Id, text: Type.String({ minLength: 1 }), noBuild: optional(Type.Boolean()) }),
    TokenPreviewSchema,
  ),
  'retrieval.explainQuery': query(
    'Why each chunk stands where it stands for a query, term by term and list by list, and where the gold of a question went',
    ['index', 'configs', 'bank', 'documents'],
    closed({
      config: Id,
      query: optional(Type.String({ minLength: 1 })),
      question: optional(Id),
      chunk: optional(Id),
      k: optional(Type.Integer({ minimum: 1 })),
      noBuild: optional(Type.Boolean()),
    }),
    ExplanationSchema,
  ),
  'model.listModels': query(
    'Embedding models and cross-encoders of this user, with what is wrong with each',
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
    'Add a folder with an ONNX export as an embedding model or a cross-encoder, as its config.json says',
    ['models', 'index'],
    closed({ path: Path, name: optional(Id) }),
    ModelRowSchema,
  ),
  'model.testModel': query(
    'Try a model on three short texts: embed and compare them, or score two pairs',
    ['models'],
    closed({ name: Id }),
    ModelTestSchema,
  ),
  ...documentProcedures,
  ...bankProcedures,
  ...configProcedures,
  ...settingsProcedures,
  ...runProcedures,
} as const satisfies Record<string, Procedure>;

export type ProcedureName = keyof typeof procedures;
export type Input<Name extends ProcedureName> = Static<(typeof procedures)[Name]['input']>;
export type Output<Name extends ProcedureName> = Static<(typeof procedures)[Name]['output']>;

export const procedureNames = Object.keys(procedures) as readonly ProcedureName[];

export function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}
