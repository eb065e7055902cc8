// Items: what happened to one question in one run. Items are facts and are never rewritten.
import { Type, type Static } from '@sinclair/typebox';

const Nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);

/** One place of a ranked list. `position` starts at 1. */
export const HitSchema = Type.Object({
  position: Type.Integer({ minimum: 1 }),
  score: Type.Number(),
  chunkId: Type.String(),
  documentId: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  /** Rank, from 1, and own score in each retriever that returned the chunk. */
  ranks: Type.Record(Type.String(), Type.Integer()),
  scores: Type.Record(Type.String(), Type.Number()),
});
export type Hit = Static<typeof HitSchema>;

/** What is wrong with a model's judgement of a chunk; null: nothing. */
export const judgementProblems = ['unreadable', 'unknown', 'duplicate', 'missing', 'provider'] as const;
export type JudgementProblem = (typeof judgementProblems)[number];

/** What a model said about one chunk, of rejected chunks too. A judgement with a problem never rejects. */
export const JudgementSchema = Type.Object({
  chunkId: Type.String(),
  /** null: it did not say, or was not asked that way. */
  relevant: Nullable(Type.Boolean()),
  /** 1 to 10. */
  score: Nullable(Type.Integer()),
  problem: Nullable(Type.Union(judgementProblems.map((problem) => Type.Literal(problem)))),
  /** As received. */
  reply: Type.String(),
  kept: Type.Boolean(),
});
export type Judgement = Omit<Static<typeof JudgementSchema>, 'problem'> & {
  problem: JudgementProblem | null;
};

const ScoredSchema = Type.Object({ chunkId: Type.String(), score: Type.Number() });

/** One retriever's own list, best first, cut at its `candidates`. */
export const LegSchema = Type.Object({
  retriever: Type.String(),
  hits: Type.Array(ScoredSchema),
  /** Why a fallback retriever was not asked; absent where it was. */
  skipped: Type.Optional(Type.String()),
  judgements: Type.Optional(Type.Array(JudgementSchema)),
});

/** The list after one rerank step, best first. */
export const RerankedSchema = Type.Object({
  kind: Type.String(),
  hits: Type.Array(
    Type.Object({
      ...ScoredSchema.properties,
      /** The step did not score it: it stands below those that it did, and its score is still that of an earlier step. */
      unscored: Type.Optional(Type.Literal(true)),
    }),
  ),
  judgements: Type.Optional(Type.Array(JudgementSchema)),
});

export const RetrievalSchema = Type.Object({
  legs: Type.Array(LegSchema),
  /** The list after fusion, before the first rerank step; there is none without a rerank. */
  fused: Type.Optional(Type.Array(ScoredSchema)),
  /** In order; absent where the config has no rerank. */
  reranks: Type.Optional(Type.Array(RerankedSchema)),
  /** Which fallback retrievers were asked, and why. */
  fallback: Type.Optional(Type.Array(Type.Object({ retriever: Type.String(), reason: Type.String() }))),
  warnings: Type.Optional(Type.Array(Type.String())),
  /** What models that judge chunks cost, in retrievers and reranks together. */
  judging: Type.Optional(
    Type.Object({
      calls: Type.Integer({ minimum: 0 }),
      promptTokens: Type.Integer({ minimum: 0 }),
      completionTokens: Type.Integer({ minimum: 0 }),
      /** True where a server reported no tokens and they were estimated. */
      estimated: Type.Boolean(),
    }),
  ),
  /** The final list after fusion, rerank and minScore, before the cut at select.k. */
  ranked: Type.Array(HitSchema),
  /** How many of `ranked` were selected: the first `selected` ones. */
  selected: Type.Integer({ minimum: 0 }),
});
export type Retrieval = Static<typeof RetrievalSchema>;

export const MessageSchema = Type.Object({
  role: Type.Union([Type.Literal('system'), Type.Literal('user')]),
  content: Type.String(),
});
export type Message = Static<typeof MessageSchema>;

/** A passage as sent: numbered from 1, with its text frozen so that scores need nothing but the item. */
export const PassageSchema = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  chunkId: Type.String(),
  documentId: Type.String(),
  start: Type.Integer(),
  end: Type.Integer(),
  text: Type.String(),
});
export type Passage = Static<typeof PassageSchema>;

export const PromptSchema = Type.Object({
  messages: Type.Array(MessageSchema),
  passages: Type.Array(PassageSchema),
  /** Chunk ids dropped from the worst because the prompt did not fit, worst first. */
  dropped: Type.Array(Type.String()),
  /** Tokens of the messages as estimated before the call, and the limit they had to fit. */
  estimatedTokens: Type.Integer({ minimum: 0 }),
  limitTokens: Type.Integer({ minimum: 0 }),
});
export type Prompt = Static<typeof PromptSchema>;

export const formatDetails = [
  'not-json',
  'extra-text',
  'wrong-fields',
  'wrong-type',
  'passage-out-of-range',
  'abstention-with-passage',
  'abstention-variant',
  'empty-answer',
  'truncated',
  'refused',
  'empty',
] as const;
export type FormatDetail = (typeof formatDetails)[number];

export const ViolationSchema = Type.Object({
  reason: Type.Union(formatDetails.map((detail) => Type.Literal(detail))),
  message: Type.String(),
});
export type Violation = { reason: FormatDetail; message: string };

export const UsageSchema = Type.Object({
  promptTokens: Nullable(Type.Integer({ minimum: 0 })),
  completionTokens: Nullable(Type.Integer({ minimum: 0 })),
});
export type Usage = Static<typeof UsageSchema>;

/** What was read out of a compliant reply. `citations`: passage numbers; `sources`: source ids as written (contract `bracket`). */
export const AnswerSchema = Type.Object({
  text: Type.String(),
  abstained: Type.Boolean(),
  citations: Type.Array(Type.Integer()),
  sources: Type.Array(Type.String()),
});
export type Answer = Static<typeof AnswerSchema>;

export const AttemptSchema = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  reply: Type.String(),
  finishReason: Nullable(Type.String()),
  violation: Nullable(ViolationSchema),
  /** The answer that a lenient reading of a reply that broke the contract would have given. */
  recovered: Nullable(AnswerSchema),
  usage: UsageSchema,
  elapsedMs: Type.Number(),
});
export type Attempt = Omit<Static<typeof AttemptSchema>, 'violation'> & { violation: Violation | null };

export const ProviderErrorSchema = Type.Object({
  kind: Type.Union([
    Type.Literal('connection'),
    Type.Literal('timeout'),
    Type.Literal('rate-limited'),
    Type.Literal('server'),
    Type.Literal('rejected'),
    Type.Literal('bad-reply'),
    Type.Literal('no-script'),
  ]),
  message: Type.String(),
  status: Type.Optional(Type.Integer()),
});
export type ProviderError = Static<typeof ProviderErrorSchema>;

/** One line of runs/<id>/items.jsonl. `k` is set when one run measures several k. */
export const ItemSchema = Type.Object({
  questionId: Type.String(),
  retrieval: RetrievalSchema,
  prompt: PromptSchema,
  attempts: Type.Array(AttemptSchema),
  /** Who answered: the model, or the harness with the abstention phrase because no passage was selected or none fitted. */
  answeredBy: Type.Union([Type.Literal('model'), Type.Literal('harness'), Type.Literal('nobody')]),
  answer: Nullable(AnswerSchema),
  providerError: Nullable(ProviderErrorSchema),
  /** What was asked and replied before the reader's abstention made a fallback retriever search again. */
  earlier: Type.Optional(Type.Object({ prompt: PromptSchema, attempts: Type.Array(AttemptSchema) })),
  timings: Type.Object({
    retrieveMs: Type.Number(),
    promptMs: Type.Number(),
    askMs: Type.Number(),
  }),
  at: Type.String(),
});
export type Item = Omit<Static<typeof ItemSchema>, 'attempts' | 'earlier'> & {
  attempts: Attempt[];
  earlier?: { prompt: Prompt; attempts: Attempt[] };
};
