// Runs on disk: the manifest that freezes what a run was made of.
import { Type, type Static } from '@sinclair/typebox';
import { RunSummarySchema } from './scores.ts';

/** runs/<id>/manifest.json. `config` is complete (every default filled in); hashes say what a resume must find unchanged. */
export const RunManifestSchema = Type.Object({
  schemaVersion: Type.Integer({ minimum: 1 }),
  runId: Type.String({ minLength: 1 }),
  state: Type.Union([
    Type.Literal('running'),
    Type.Literal('complete'),
    Type.Literal('partial'),
    Type.Literal('stopped'),
  ]),
  config: Type.Unsafe<import('./config.ts').Config>({ type: 'object' }),
  k: Type.Integer({ minimum: 1 }),
  tags: Type.Array(Type.String()),
  /** Question ids in bank order: exactly the questions this run asks. */
  questionIds: Type.Array(Type.String()),
  foundThreshold: Type.Number(),
  versions: RunSummarySchema.properties.versions,
  /** Hashes of what a resume must find unchanged, by name. */
  frozen: Type.Record(Type.String(), Type.String()),
  /** For each embedding retriever the table of vectors it ranked with. */
  vectors: Type.Optional(
    Type.Array(
      Type.Object({
        retriever: Type.String(),
        model: Type.String(),
        modelHash: Type.String(),
        table: Type.String(),
        version: Type.Integer(),
        count: Type.Integer(),
        dims: Type.Integer(),
        /** Chunks that were longer than the model takes, and lost their end. */
        cut: Type.Integer(),
      }),
    ),
  ),
  startedAt: Type.String(),
  finishedAt: Type.Union([Type.String(), Type.Null()]),
  /** Time spent running, over all sessions of the run. */
  elapsedMs: Type.Number({ minimum: 0 }),
});
export type RunManifest = Static<typeof RunManifestSchema>;
