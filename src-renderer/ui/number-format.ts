// The one way numbers are written: a rate as k of n, a percentage with its interval, and never a percentage alone.
import type { Rate } from '#contract/scores';

const gap = '\u00a0';
const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
/** Below this many questions one of them weighs so much that it must be said. */
export const fewQuestions = 30;
/** From this many questions on a tenth of a percent means something. */
const manyQuestions = 100;
/** And from this many on it means something in the interval too. */
const veryManyQuestions = 1000;

export function formatCount(count: number): string {
  return plain.format(count);
}

/** `44 of 72` */
export function formatShare({ k, n }: Pick<Rate, 'k' | 'n'>): string {
  return `${formatCount(k)} of ${formatCount(n)}`;
}

/**
 * `61 % [50–72]`: the percentage and its 95 % interval, with a decimal from 100 questions on, in the interval from 1,000.
 * null when there was nothing to rate: the caller says 'not scoreable'.
 */
export function formatPercent({ n, rate, low, high }: Rate): string | null {
  if (rate === null || low === null || high === null) return null;
  const write = (share: number, many: number) => (share * 100).toFixed(n >= many ? 1 : 0);
  const interval = `[${write(low, veryManyQuestions)}–${write(high, veryManyQuestions)}]`;
  return `${write(rate, manyQuestions)}${gap}% ${interval}`;
}

/** What one question weighs in a small sample, in percentage points; null from 30 questions on and for none. */
export function weighQuestion(n: number): string | null {
  return n > 0 && n < fewQuestions ? (100 / n).toFixed(1).replace(/\.0$/, '') : null;
}

/** A metric in [0, 1] with three decimals, as papers print it; null stays null. */
export function formatMetric(value: number | null): string | null {
  return value === null ? null : value.toFixed(3);
}

/** A retriever's score, which may be of any size. */
export function formatScore(score: number): string {
  const size = Math.abs(score);
  if (size !== 0 && (size < 0.001 || size >= 100_000)) return score.toExponential(2);
  return score.toFixed(size >= 100 ? 1 : size >= 10 ? 2 : 4);
}

/** `2.2 s`, `340 ms`, `7 min 5 s` */
export function formatElapsed(elapsedMs: number): string {
  if (elapsedMs < 1) return `${elapsedMs.toFixed(2)}${gap}ms`;
  if (elapsedMs < 1000) return `${Math.round(elapsedMs)}${gap}ms`;
  const seconds = elapsedMs / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)}${gap}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}${gap}min ${Math.floor(seconds % 60)}${gap}s`;
  return `${Math.floor(minutes / 60)}${gap}h ${minutes % 60}${gap}min`;
}

/** `640 B`, `1.2 kB`, `23 MB`: in powers of 1000. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const size = bytes / 1000 ** power;
  const digits = power > 0 && size < 9.95 ? 1 : 0;
  return `${size.toFixed(digits)}${gap}${units[power] ?? ''}`;
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** An ISO moment in the reader's own time zone. */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : moment.format(date);
}

/**
 * How long the rest will take, as a range, from the pace so far; null before three questions are done.
 * The range is a quarter to each side, since questions differ.
 */
export function estimateLeft(
  finished: number,
  questions: number,
  elapsedMs: number,
): { readonly low: number; readonly high: number; readonly unit: 's' | 'min' } | null {
  if (finished < 3 || finished >= questions) return null;
  const leftMs = (elapsedMs / finished) * (questions - finished);
  const unit = leftMs >= 90_000 ? 'min' : 's';
  const each = unit === 'min' ? 60_000 : 1000;
  const low = Math.max(1, Math.floor((leftMs * 0.75) / each));
  return { low, high: Math.max(low + 1, Math.ceil((leftMs * 1.25) / each)), unit };
}
