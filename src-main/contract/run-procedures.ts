// The procedures about runs, a part of the table in api.ts.
import { Type } from '@sinclair/typebox';
import { QuestionSchema } from './bank.ts';
import { AnswerSchema, ItemSchema, ViolationSchema } from './items.ts';
import { closed, command, Cursor, Id, Limit, NextCursor, optional, query } from './procedure.ts';
import { RunSummarySchema, ScoreSchema, stages } from './scores.ts';
import { ComparisonRowSchema, ItemRowSchema, RunRowSchema } from './views.ts';

export const runProcedures = {
  'run.startRuns': command(
    'Start one run per config and k over the frozen bank; returns once the runs exist, and goes on in the background',
    ['runs', 'index'],
    closed({
      configs: Type.Array(Id, { minItems: 1 }),
      ks: optional(Type.Array(Type.Integer({ minimum: 1 }), { minItems: 1, maxItems: 100 })),
      tags: optional(Type.Array(Id)),
      noBuild: optional(Type.Boolean()),
    }),
    Type.Object({
      runs: Type.Array(
        Type.Object({
          runId: Type.String(),
          config: Type.String(),
          k: Type.Integer(),
          questions: Type.Integer(),
        }),
      ),
    }),
  ),
  'run.resumeRun': command(
    'Go on with an interrupted run without asking a finished question again; with retryErrors ask the failed ones again',
    ['runs', 'index'],
    closed({ runId: Id, retryErrors: optional(Type.Boolean()) }),
    Type.Object({ runId: Type.String(), finished: Type.Integer(), questions: Type.Integer() }),
  ),
  'run.cancelRun': command(
    'Stop a run of this process; what is finished stays, and it can be resumed',
    ['runs'],
    closed({ runId: Id }),
    Type.Object({ runId: Type.String(), wasRunning: Type.Boolean() }),
  ),
  'run.waitForRun': query(
    'Wait until a run of this process has ended, then its summary',
    ['runs'],
    closed({ runId: Id }),
    RunSummarySchema,
  ),
  'run.listRuns': query(
    'Runs, newest first',
    ['runs'],
    closed({ limit: Limit, cursor: Cursor }),
    Type.Object({ runs: Type.Array(RunRowSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'run.getSummary': query(
    'Summary of a run under the labels as they are now',
    ['runs', 'bank'],
    closed({ runId: Id }),
    RunSummarySchema,
  ),
  'run.listItems': query(
    'Items of a run in bank order with their marks, stage and detail',
    ['runs', 'bank'],
    closed({
      runId: Id,
      stage: optional(Type.Union(stages.map((stage) => Type.Literal(stage)))),
      limit: Limit,
      cursor: Cursor,
    }),
    Type.Object({ items: Type.Array(ItemRowSchema), total: Type.Integer(), next: NextCursor }),
  ),
  'run.getItem': query(
    'Everything about one question in one run: the question, the item and its score with the proof chain',
    ['runs', 'bank'],
    closed({ runId: Id, questionId: Id }),
    Type.Object({ question: QuestionSchema, item: ItemSchema, score: ScoreSchema }),
  ),
  'run.listFinished': query(
    'Items in the order they finished, from place `since` on: what a window appends while a run goes on',
    ['runs'],
    closed({ runId: Id, since: Type.Integer({ minimum: 0 }), limit: Limit }),
    Type.Object({
      items: Type.Array(ItemRowSchema),
      /** Ask for these next time. */
      next: Type.Integer(),
      total: Type.Integer(),
    }),
  ),
  'run.compareItems': query(
    'Questions of two to six runs side by side: marks, stage and rank of the first evidence in each, and what makes the runs differ',
    ['runs', 'bank'],
    closed({ runIds: Type.Array(Id, { minItems: 2, maxItems: 6 }) }),
    Type.Object({
      runs: Type.Array(
        Type.Object({
          runId: Type.String(),
          config: Type.String(),
          configName: Type.String(),
          k: Type.Integer(),
          finished: Type.Integer(),
          questions: Type.Integer(),
        }),
      ),
      /** What of questions, documents, labels or metrics is not the same in all: comparing those would lie. */
      differs: Type.Array(Type.String()),
      /** Fields of the configs that differ, each with its value per run. */
      fields: Type.Array(Type.Object({ path: Type.String(), values: Type.Array(Type.Unknown()) })),
      rows: Type.Array(ComparisonRowSchema),
    }),
  ),
  'run.tryReply': query(
    'What a reply typed by hand would have been: its format, answer and score, beside nothing that is stored',
    ['runs', 'bank'],
    closed({ runId: Id, questionId: Id, reply: Type.String({ maxLength: 100_000 }) }),
    Type.Object({
      violation: Type.Union([ViolationSchema, Type.Null()]),
      recovered: Type.Union([AnswerSchema, Type.Null()]),
      answer: Type.Union([AnswerSchema, Type.Null()]),
      score: ScoreSchema,
    }),
  ),
  'run.explainMetric': query(
    'One retrieval metric of one question: what it is, and its formula with the numbers of this question',
    ['runs', 'bank'],
    closed({ runId: Id, questionId: Id, metric: Type.String({ minLength: 1, maxLength: 40 }) }),
    Type.Object({
      metric: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      formula: Type.String(),
      source: Type.String(),
      withNumbers: Type.String(),
      /** null: not scoreable, and `withNumbers` says why. */
      value: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
  'run.exportTrec': query(
    'A run for trec_eval: its ranked lists as a TREC run, or its measures as trec_eval -q -c prints them',
    ['runs', 'bank'],
    closed({ runId: Id, what: Type.Union([Type.Literal('run'), Type.Literal('measures')]) }),
    Type.Object({
      lines: Type.Array(Type.String()),
      /** What the lines cannot say. */
      notes: Type.Array(Type.String()),
    }),
  ),
  'run.deleteRun': command(
    'Delete a run that is not running',
    ['runs'],
    closed({ runId: Id }),
    Type.Object({ runId: Type.String() }),
  ),
} as const;
