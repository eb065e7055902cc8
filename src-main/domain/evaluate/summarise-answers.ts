// The rates of a run: found, grounded, correct, and how accuracy follows from retrieval.
import type { MeasuredSummary, Rate, Score } from '#contract/scores';
import { wilson } from '#domain/stats/wilson';
import type { ItemDigest } from './item-digest.ts';

export type AnswerSummary = Pick<
  MeasuredSummary,
  | 'scoreable'
  | 'answerable'
  | 'found'
  | 'grounded'
  | 'correct'
  | 'correctAnswerable'
  | 'correctGivenFound'
  | 'correctGivenNotFound'
  | 'correctIfRecovered'
  | 'unanswerable'
  | 'identity'
  | 'ceiling'
  | 'noGold'
>;

/** `scoreable`: not excluded. `answerable`: scoreable and answerable. `noGold`: of these, without evidence. */
export function summariseAnswers(items: readonly ItemDigest[], scores: readonly Score[]): AnswerSummary {
  const scoreable = scores.filter(({ excluded }) => excluded === null);
  const answerable = scoreable.filter((score) => score.answerable);
  const found = rateOf(answerable, (score) => score.found);
  return {
    scoreable: scoreable.length,
    answerable: answerable.length,
    found,
    grounded: rateOf(scoreable, ({ grounded }) => grounded.pass),
    correct: rateOf(scoreable, isCorrect),
    correctAnswerable: rateOf(answerable, isCorrect),
    correctGivenFound: rateOf(whereFound(answerable, true), isCorrect),
    correctGivenNotFound: rateOf(whereFound(answerable, false), isCorrect),
    correctIfRecovered: rateOf(scoreable, ({ correctIfRecovered }) => correctIfRecovered.pass),
    unanswerable: crossAnswered(items, scoreable),
    identity: explainAccuracy(answerable),
    // A perfect reader answers exactly the questions whose evidence it is sent.
    ceiling: found,
    noGold: answerable.filter((score) => score.found === null).length,
  };
}

function rateOf(scores: readonly Score[], verdict: (score: Score) => boolean | null): Rate {
  const verdicts = scores.map(verdict).filter((pass) => pass !== null);
  return wilson(verdicts.filter(Boolean).length, verdicts.length);
}

function isCorrect({ correct }: Score): boolean | null {
  return correct.pass;
}

function whereFound(scores: readonly Score[], found: boolean): readonly Score[] {
  return scores.filter((score) => score.found === found);
}

/** The 2x2 of answerable and answered; a question without a compliant reply stands in none of the four. */
function crossAnswered(
  items: readonly ItemDigest[],
  scoreable: readonly Score[],
): MeasuredSummary['unanswerable'] {
  const abstained = new Map(items.map(({ questionId, answer }) => [questionId, answer?.abstained]));
  const count = (answerable: boolean, abstains: boolean): number =>
    scoreable.filter(
      (score) => score.answerable === answerable && abstained.get(score.questionId) === abstains,
    ).length;
  return {
    questions: scoreable.filter(({ answerable }) => !answerable).length,
    answeredAnswerable: count(true, false),
    abstainedAnswerable: count(true, true),
    answeredUnanswerable: count(false, false),
    abstainedUnanswerable: count(false, true),
  };
}

/** accuracy = retrieved x accuracy|retrieved + (1 - retrieved) x accuracy|not retrieved, over questions where both are known. */
function explainAccuracy(answerable: readonly Score[]): MeasuredSummary['identity'] {
  const known = answerable.filter(({ found, correct }) => found !== null && correct.pass !== null);
  const all = rateOf(known, isCorrect);
  const retrieved = rateOf(known, ({ found }) => found);
  const given = rateOf(whereFound(known, true), isCorrect);
  const without = rateOf(whereFound(known, false), isCorrect);
  const left = answerable.length - known.length;
  const remainder =
    left === 0 ? '' : `; ${left} of ${answerable.length} left out, without evidence or accepted answer`;
  const missed = wilson(retrieved.n - retrieved.k, retrieved.n);
  const luck = without.k === 0 ? '' : `; ${without.k} correct without the evidence: luck or memory`;
  return {
    accuracy: all.rate,
    retrieved: retrieved.rate,
    accuracyGivenRetrieved: given.rate,
    accuracyGivenNotRetrieved: without.rate,
    says:
      known.length === 0
        ? `no question has both evidence and an accepted answer${remainder}`
        : `accuracy ${show(all)} = retrieved ${show(retrieved)} x ${show(given)} + not retrieved ${show(missed)} x ${show(without)}${luck}${remainder}`,
  };
}

/** '0.583 (7/12)'; a rate over nothing stands beside a share of 0. */
function show({ k, n, rate }: Rate): string {
  return rate === null ? 'none (0/0)' : `${rate.toFixed(3)} (${k}/${n})`;
}
