// Rows of a run's items: marks, stage, and what happened in words.
import type { Score } from '#contract/scores';
import type { ItemRow } from '#contract/views';
import type { ReadRun } from './run-record.ts';

const known = new WeakMap<ReadRun, ItemRow[]>();

/** In bank order. */
export function itemRows(run: ReadRun): readonly ItemRow[] {
  const rows = known.get(run) ?? run.scores.map((score) => rowOf(run, score));
  known.set(run, rows);
  return rows;
}

/** In the order they finished, from place `since` on. */
export function finishedRows(run: ReadRun, since: number, limit: number): ItemRow[] {
  return run.order.slice(since, since + limit).flatMap((id) => {
    const score = run.scoreOf.get(id);
    return score ? [rowOf(run, score)] : [];
  });
}

export function rowOf(run: ReadRun, score: Score): ItemRow {
  const question = run.questionOf.get(score.questionId);
  return {
    questionId: score.questionId,
    question: question?.question ?? score.questionId,
    tags: question?.tags ?? [],
    found: score.found,
    grounded: score.grounded.pass,
    correct: score.correct.pass,
    rank: score.rank,
    stage: score.stage,
    detail: score.detail,
    excluded: score.excluded?.kind ?? null,
    flags: score.flags,
    answer: run.itemOf.get(score.questionId)?.answer?.text ?? null,
    says: tellScore(score),
  };
}

function tellScore(score: Score): string {
  if (score.excluded) return `${score.excluded.kind}: ${score.excluded.reason}`;
  if (score.stage === 'correct')
    return score.flags.length > 0 ? `correct (${score.flags.join(', ')})` : 'correct';
  const reasons = [...score.grounded.reasons, ...score.correct.reasons].join('; ');
  if (score.stage === null) return score.unjudged ?? 'not judged';
  return `${score.stage}${score.detail ? `: ${score.detail}` : ''}${reasons ? ` (${reasons})` : ''}`;
}
