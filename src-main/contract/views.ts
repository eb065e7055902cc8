// Shapes made for showing: what a screen or a command prints in one go, joined by the services so that no host has to.
import { Type, type Static } from '@sinclair/typebox';
import { EgressSchema } from './workspace.ts';
import { RateSchema, StageCountsSchema } from './scores.ts';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const NullableBoolean = Nullable(Type.Boolean());

export const RunRowSchema = Type.Object({
  runId: Type.String(),
  state: Type.Union(['running', 'complete', 'partial', 'stopped'].map((word) => Type.Literal(word))),
  /** True while some process is working on it. A run that says 'running' and is not live was interrupted: resume it. */
  live: Type.Boolean(),
  config: Type.String(),
  configName: Type.String(),
  k: Type.Integer(),
  tags: Type.Array(Type.String()),
  questions: Type.Integer(),
  finished: Type.Integer(),
  found: Nullable(RateSchema),
  grounded: Nullable(RateSchema),
  correct: Nullable(RateSchema),
  stages: StageCountsSchema,
  excluded: Type.Integer(),
  /** The run's first line of words: its state and what is missing. */
  says: Type.String(),
  /** What mends a run that is not complete: `resume`, or `retry` what the provider failed at. */
  remedy: Type.Optional(Nullable(Type.Union([Type.Literal('resume'), Type.Literal('retry')]))),
  startedAt: Type.String(),
  elapsedMs: Type.Number(),
});
export type RunRow = Static<typeof RunRowSchema>;

/** What a workspace from elsewhere names: shown, and unused until the folder is trusted. */
export const NamedThingSchema = Type.Object({
  config: Type.String(),
  kind: Type.Union(['endpoint', 'model', 'template'].map((word) => Type.Literal(word))),
  value: Type.String(),
});
export type NamedThing = Static<typeof NamedThingSchema>;

export const OverviewSchema = Type.Object({
  name: Type.String(),
  root: Type.String(),
  languages: Type.Array(Type.String()),
  foundThreshold: Type.Number(),
  egress: EgressSchema,
  trusted: Type.Boolean(),
  names: Type.Array(NamedThingSchema),
  documents: Type.Integer(),
  characters: Type.Integer(),
  questions: Type.Integer(),
  answerable: Type.Integer(),
  labelsToReview: Type.Integer(),
  configs: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      problem: Nullable(Type.String()),
      /** null when the config cannot be read. */
      indexCurrent: NullableBoolean,
    }),
  ),
  runs: Type.Array(RunRowSchema),
  problems: Type.Array(Type.String()),
});
export type Overview = Static<typeof OverviewSchema>;

export const DocumentRowSchema = Type.Object({
  id: Type.String(),
  title: Nullable(Type.String()),
  path: Nullable(Type.String()),
  collection: Nullable(Type.String()),
  mediaType: Type.String(),
  language: Nullable(Type.String()),
  characters: Type.Integer(),
  pages: Type.Integer(),
  warnings: Type.Array(Type.String()),
});
export type DocumentRow = Static<typeof DocumentRowSchema>;

export const QuestionRowSchema = Type.Object({
  id: Type.String(),
  question: Type.String(),
  answers: Type.Array(Type.String()),
  tags: Type.Array(Type.String()),
  unanswerable: Type.Boolean(),
  require: Nullable(Type.Union([Type.Literal('any'), Type.Literal('all')])),
  groups: Type.Integer(),
  evidence: Type.Integer(),
  documents: Type.Array(Type.String()),
  origin: Nullable(Type.String()),
  /** In words; empty when every label resolves. */
  problems: Type.Array(Type.String()),
});
export type QuestionRow = Static<typeof QuestionRowSchema>;

export const ItemRowSchema = Type.Object({
  questionId: Type.String(),
  question: Type.String(),
  /** Of the question. */
  tags: Type.Array(Type.String()),
  found: NullableBoolean,
  grounded: NullableBoolean,
  correct: NullableBoolean,
  rank: Nullable(Type.Integer()),
  stage: Nullable(Type.String()),
  detail: Nullable(Type.String()),
  excluded: Nullable(Type.String()),
  flags: Type.Array(Type.String()),
  answer: Nullable(Type.String()),
  says: Type.String(),
});
export type ItemRow = Static<typeof ItemRowSchema>;

/** One question in several runs. */
export const ComparisonRowSchema = Type.Object({
  questionId: Type.String(),
  question: Type.String(),
  tags: Type.Array(Type.String()),
  /** In the order of the runs asked for; null where the run has no such item. */
  cells: Type.Array(Nullable(Type.Omit(ItemRowSchema, ['questionId', 'question', 'tags']))),
  /** Against the first run: correct there and not in some other, or the reverse. */
  change: Type.Union([
    Type.Literal('improved'),
    Type.Literal('regressed'),
    Type.Literal('mixed'),
    Type.Literal('same'),
    Type.Literal('unknown'),
  ]),
});
export type ComparisonRow = Static<typeof ComparisonRowSchema>;

export const ImportRowProblemSchema = Type.Object({
  file: Type.String(),
  line: Nullable(Type.Integer()),
  id: Nullable(Type.String()),
  reason: Type.String(),
});
export type ImportRowProblem = Static<typeof ImportRowProblemSchema>;

/** What an import did, or would do where `written` is false: a preview, or `strict` with a rejected row. */
export const ImportReportSchema = Type.Object({
  format: Type.String(),
  dryRun: Type.Boolean(),
  written: Type.Boolean(),
  rows: Type.Integer(),
  accepted: Type.Integer(),
  added: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Array(ImportRowProblemSchema),
  duplicates: Type.Array(Type.Object({ id: Type.String(), here: Type.String(), there: Type.String() })),
  /** Things that were accepted and that the analyst should know: repeated quotes, queries without qrels, ignored files. */
  notes: Type.Array(ImportRowProblemSchema),
  documents: Type.Integer(),
  documentsAdded: Type.Integer(),
  collection: Nullable(Type.String()),
});
export type ImportReport = Static<typeof ImportReportSchema>;
