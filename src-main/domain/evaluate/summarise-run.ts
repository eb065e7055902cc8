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
  const place = new Map(input.questions.map(({ id }, index) => [id, index]));
  const items = inBankOrder(input.items, place);
  const scores = inBankOrder(input.scores, place);
  const answers = summariseAnswers(items, scores);
  const verdicts = countVerdicts(scores);
  const { retrieval, legs, legWarnings } = summariseRetrieval(scores, k);
  const summary = {
    finished: items.length,
    ...answers,
    ...verdicts,
    couldWin: weighOwners(verdicts.stages),
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
  place: ReadonlyMap<string, number>,
): readonly Value[] {
  const of = ({ questionId }: Value): number => place.get(questionId) ?? place.size;
  return values.toSorted((left, right) => of(left) - of(right));
}

type Verdicts = Pick<MeasuredSummary, 'stages' | 'details' | 'flags' | 'excluded' | 'unjudged'>;

function countVerdicts(scores: readonly Score[]): Verdicts {
  const count = <Word extends string>(
    words: readonly Word[],
    of: (score: Score) => Word | undefined | null,
  ) => {
    const counts = Object.fromEntries(words.map((word) => [word, 0])) as Record<Word, number>;
    for (const score of scores) {
      const word = of(score);
      if (word !== undefined && word !== null) counts[word] += 1;
    }
    return counts;
  };
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
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** The most each owner could win if it made no mistake and nothing else changed: the failures it owns. */
function weighOwners(failures: Verdicts['stages']): MeasuredSummary['couldWin'] {
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
  const empty = new Set(
    items.filter(({ retrieval }) => retrieval.ranked.length === 0).map(({ questionId }) => questionId),
  );
  if (empty.size === 0) return [];
  return scores
    .filter(({ questionId, metrics }) => empty.has(questionId) && hasValue(metrics))
    .map(({ questionId }) => questionId);
}

function hasValue(metrics: Score['metrics']): boolean {
  return Object.values(metrics).some((value) => value !== null);
}
