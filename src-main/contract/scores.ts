// Scores: opinions about an item under one state of the labels. They can be recomputed at any time.
import { Type, type Static } from '@sinclair/typebox';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
const literals = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });

export const stages = ['correct', 'retriever', 'context', 'format', 'reading'] as const;
export type Stage = (typeof stages)[number];

export const exclusions = ['provider', 'label', 'ingestion'] as const;

/** A pass/fail with its reasons; `pass: null` means it could not be judged, and `reasons` say why. */
export const CheckResultSchema = Type.Object({
  pass: Nullable(Type.Boolean()),
  reasons: Type.Array(Type.String()),
});
export type CheckResult = Static<typeof CheckResultSchema>;

export const proofSteps = [
  'in-source',
  'in-index',
  'ranked',
  'fused',
  'reranked',
  'selected',
  'in-prompt',
  'parsed',
  'citation-valid',
  'numbers-in-passage',
  'answer-accepted',
] as const;
export type ProofStepName = (typeof proofSteps)[number];

/** One link of the proof chain: yes, no, or not applicable (null), with the evidence for it in words. */
export const ProofStepSchema = Type.Object({
  step: literals(proofSteps),
  ok: Nullable(Type.Boolean()),
  says: Type.String(),
});
export type ProofStep = Static<typeof ProofStepSchema>;

export const ScoreSchema = Type.Object({
  questionId: Type.String(),
  answerable: Type.Boolean(),
  excluded: Nullable(Type.Object({ kind: literals(exclusions), reason: Type.String() })),
  /** Found on the passages as sent, and on the selected ones; null where the question has no gold. */
  found: Nullable(Type.Boolean()),
  foundSelected: Nullable(Type.Boolean()),
  format: CheckResultSchema,
  grounded: CheckResultSchema,
  correct: CheckResultSchema,
  /** What `correct` would be if recoverable violations were forgiven. */
  correctIfRecovered: CheckResultSchema,
  /** null when excluded, or when the label does not allow a verdict (`unjudged` says why). */
  stage: Nullable(literals(stages)),
  detail: Nullable(Type.String()),
  unjudged: Nullable(Type.String()),
  flags: Type.Array(Type.String()),
  /** Name of the first broken link of `proof`, or null. */
  firstBroken: Nullable(literals(proofSteps)),
  proof: Type.Array(ProofStepSchema),
  /** Rank of the first gold in the final list and in each retriever's list; null where it is not in the list. */
  rank: Nullable(Type.Integer({ minimum: 1 })),
  legRanks: Type.Record(Type.String(), Nullable(Type.Integer({ minimum: 1 }))),
  /** Metric name to value in [0, 1]; null = not scoreable. */
  metrics: Type.Record(Type.String(), Nullable(Type.Number())),
  legMetrics: Type.Record(Type.String(), Type.Record(Type.String(), Nullable(Type.Number()))),
});
export type Score = Static<typeof ScoreSchema>;

/** A rate with its 95 % Wilson interval; rate, low and high are null when n is 0. */
export const RateSchema = Type.Object({
  k: Type.Integer({ minimum: 0 }),
  n: Type.Integer({ minimum: 0 }),
  rate: Nullable(Type.Number()),
  low: Nullable(Type.Number()),
  high: Nullable(Type.Number()),
});
export type Rate = Static<typeof RateSchema>;

export const StageCountsSchema = Type.Object({
  correct: Type.Integer(),
  retriever: Type.Integer(),
  context: Type.Integer(),
  format: Type.Integer(),
  reading: Type.Integer(),
});

export const ExclusionCountsSchema = Type.Object({
  provider: Type.Integer(),
  label: Type.Integer(),
  ingestion: Type.Integer(),
});

const MetricMap = Type.Record(Type.String(), Nullable(Type.Number()));

/** What `assay run --json` prints, and what a run's page shows. */
export const RunSummarySchema = Type.Object({
  runId: Type.String(),
  state: literals(['complete', 'partial', 'stopped'] as const),
  /** Said first in every output: how many questions have no score, and why. */
  stateReason: Nullable(Type.String()),
  /** What mends it: go on (`resume`), or ask again what the provider failed at (`retry`). */
  stateRemedy: Type.Optional(Nullable(literals(['resume', 'retry'] as const))),
  /** True while some process is working on it. */
  live: Type.Optional(Type.Boolean()),
  configName: Type.Optional(Type.String()),
  startedAt: Type.Optional(Type.String()),
  config: Type.String(),
  k: Type.Integer({ minimum: 1 }),
  tags: Type.Array(Type.String()),
  questions: Type.Integer({ minimum: 0 }),
  finished: Type.Integer({ minimum: 0 }),
  scoreable: Type.Integer({ minimum: 0 }),
  answerable: Type.Integer({ minimum: 0 }),
  found: RateSchema,
  grounded: RateSchema,
  correct: RateSchema,
  correctAnswerable: RateSchema,
  correctGivenFound: RateSchema,
  correctGivenNotFound: RateSchema,
  correctIfRecovered: RateSchema,
  unanswerable: Type.Object({
    questions: Type.Integer(),
    answeredAnswerable: Type.Integer(),
    abstainedAnswerable: Type.Integer(),
    answeredUnanswerable: Type.Integer(),
    abstainedUnanswerable: Type.Integer(),
  }),
  identity: Type.Object({
    accuracy: Nullable(Type.Number()),
    retrieved: Nullable(Type.Number()),
    accuracyGivenRetrieved: Nullable(Type.Number()),
    accuracyGivenNotRetrieved: Nullable(Type.Number()),
    says: Type.String(),
  }),
  /** The rate of correct a perfect reader would reach on what was retrieved, and the most each owner could win. */
  ceiling: RateSchema,
  couldWin: Type.Object({
    reader: Type.Integer(),
    retriever: Type.Integer(),
    context: Type.Integer(),
    says: Type.String(),
  }),
  retrieval: MetricMap,
  legs: Type.Record(Type.String(), MetricMap),
  stages: StageCountsSchema,
  details: Type.Record(Type.String(), Type.Integer()),
  flags: Type.Record(Type.String(), Type.Integer()),
  excluded: ExclusionCountsSchema,
  unjudged: Type.Integer({ minimum: 0 }),
  noGold: Type.Integer({ minimum: 0 }),
  emptyResults: Type.Array(Type.String()),
  calls: Type.Object({
    made: Type.Integer(),
    expected: Nullable(Type.Number()),
    perQuestion: Nullable(Type.Number()),
    compliance: RateSchema,
    unanswered: Type.Integer(),
    expectedUnanswered: Nullable(Type.Number()),
    says: Type.String(),
  }),
  tokens: Type.Object({ prompt: Type.Integer(), completion: Type.Integer(), estimated: Type.Boolean() }),
  cost: Type.Union([
    Type.Object({ amount: Type.Number(), currency: Type.String() }),
    Type.Literal('unknown'),
  ]),
  elapsedMs: Type.Number(),
  latency: Type.Record(
    Type.String(),
    Type.Object({ p50: Nullable(Type.Number()), p95: Nullable(Type.Number()) }),
  ),
  warnings: Type.Array(Type.String()),
  versions: Type.Object({
    app: Type.String(),
    commit: Nullable(Type.String()),
    lockfile: Nullable(Type.String()),
    metrics: Type.String(),
    tokenizer: Type.String(),
    questionsHash: Type.String(),
    labelHash: Type.String(),
    corpusHash: Type.String(),
    configHash: Type.String(),
    models: Type.Record(Type.String(), Type.String()),
    node: Type.String(),
    os: Type.String(),
  }),
});
export type RunSummary = Static<typeof RunSummarySchema>;

/** The part of a summary that follows from scores and items alone; the run store adds the rest. */
export type MeasuredSummary = Omit<
  RunSummary,
  | 'runId'
  | 'state'
  | 'stateReason'
  | 'stateRemedy'
  | 'live'
  | 'configName'
  | 'startedAt'
  | 'tags'
  | 'config'
  | 'k'
  | 'questions'
  | 'versions'
  | 'elapsedMs'
  | 'cost'
>;
