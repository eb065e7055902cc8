// Summarises the items and scores of one run: every rate with its n, what could be won, what was spent, what to mind.
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import { exclusions, stages, type MeasuredSummary, type Score } from '#contract/scores';
import { summariseAnswers } from './summarise-answers.ts';
import { measureLatency, summariseCalls, summariseTokens } from './summarise-calls.ts';
import { summariseRetrieval } from './summarise-retrieval.ts';
import { collectWarnings } from './summary-warnings.ts';
import type { ItemDigest } from './item-digest.ts';

export interface SummariseInput {
  readonly items: readonly ItemDigest[];
  /** One per item, in any order. */
  readonly scores: readonly Score[];
  /** In bank order. */
  readonly questions: readonly Question[];
  readonly config: Config;
  /** The k of the run, >= 1. */
  readonly k: number;
}

/**
 * The measured part of a run's summary. Rates of found run over answerable, scoreable questions with gold, rates of
 * grounded and correct over scoreable ones whose check gave a verdict; retrieval means over every question with gold,
 * also where the model's call failed later (the retrieval is measured all the same).
 */
export function summariseScores(input: SummariseInput): MeasuredSummary {
  const { config, k } = input;
  const items = inBankOrder(input.items, input.questions);
  const scores = inBankOrder(input.scores, input.questions);
  const answers = summariseAnswers(items, scores);
  const { retrieval, legs, legWarnings } = summariseRetrieval(scores, k);
  const summary = {
    finished: items.length,
    ...answers,
    ...countVerdicts(scores),
    couldWin: weighOwners(scores),
    retrieval,
    legs,
    emptyResults: listEmptyResults(items, scores),
    calls: summariseCalls(items, config.attempts),
    tokens: summariseTokens(items),
    latency: measureLatency(items),
  };
  const warnings = [...collectWarnings(summary, config), ...legWarnings];
  return { ...summary, warnings };
}

function inBankOrder<Value extends { readonly questionId: string }>(
  values: readonly Value[],
  questions: readonly Question[],
): readonly Value[] {
  const place = new Map(questions.map(({ id }, index) => [id, index]));
  const of = ({ questionId }: Value): number => place.get(questionId) ?? questions.length;
  return values.toSorted((left, right) => of(left) - of(right));
}

type Verdicts = Pick<MeasuredSummary, 'stages' | 'details' | 'flags' | 'excluded' | 'unjudged'>;

function countVerdicts(scores: readonly Score[]): Verdicts {
  const count = <Word extends string>(
    words: readonly Word[],
    of: (score: Score) => Word | undefined | null,
  ) =>
    Object.fromEntries(
      words.map((word) => [word, scores.filter((score) => of(score) === word).length]),
    ) as Record<Word, number>;
  return {
    stages: count(stages, ({ stage }) => stage),
    details: tally(
      scores.flatMap(({ stage, detail }) =>
        stage !== null && detail !== null ? [`${stage}.${detail}`] : [],
      ),
    ),
    flags: tally(scores.flatMap(({ flags }) => flags)),
    excluded: count(exclusions, ({ excluded }) => excluded?.kind),
    unjudged: scores.filter(({ unjudged }) => unjudged !== null).length,
  };
}

function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The most each owner could win if it made no mistake and nothing else changed: the failures it owns. */
function weighOwners(scores: readonly Score[]): MeasuredSummary['couldWin'] {
  const { stages: failures } = countVerdicts(scores);
  const reader = failures.format + failures.reading;
  const { retriever, context } = failures;
  const window = context > 0 ? `, a larger window ${context}` : '';
  return {
    reader,
    retriever,
    context,
    says: `a better reader at most ${reader}, a better retriever ${retriever}${window}`,
  };
}

function listEmptyResults(items: readonly ItemDigest[], scores: readonly Score[]): string[] {
  const withGold = new Set(
    scores.filter(({ metrics }) => hasValue(metrics)).map(({ questionId }) => questionId),
  );
  return items
    .filter(({ questionId, retrieval }) => retrieval.ranked.length === 0 && withGold.has(questionId))
    .map(({ questionId }) => questionId);
}

function hasValue(metrics: Score['metrics']): boolean {
  return Object.values(metrics).some((value) => value !== null);
}
