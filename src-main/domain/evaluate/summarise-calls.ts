// What a run spent: calls and what retrying bought, tokens, time per step.
import type { MeasuredSummary } from '#contract/scores';
import { estimateTokens } from '#domain/prompt/estimate-tokens';
import { expectedCalls, expectedUnanswered } from '#domain/stats/expected-calls';
import { percentile } from '#domain/stats/percentile';
import { wilson } from '#domain/stats/wilson';
import type { ItemDigest } from './item-digest.ts';

type Calls = MeasuredSummary['calls'];

export interface Spent {
  readonly calls: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** True where a server did not report its tokens and they were estimated. */
  readonly estimated: boolean;
}

/** All that one question cost: its answer, the answer before a fallback searched again, and judgements of its chunks. */
export function spentOn(item: ItemDigest): Spent {
  const asked = [item, ...(item.earlier ? [item.earlier] : [])].flatMap(({ prompt, attempts }) =>
    attempts.map(({ usage, reply }) => ({
      calls: 1,
      promptTokens: usage.promptTokens ?? prompt.estimatedTokens,
      completionTokens: usage.completionTokens ?? estimateTokens(reply),
      estimated: usage.promptTokens === null || usage.completionTokens === null,
    })),
  );
  const { judging } = item.retrieval;
  return [...asked, ...(judging ? [judging] : [])].reduce(addSpent, nothingSpent);
}

export const nothingSpent: Spent = { calls: 0, promptTokens: 0, completionTokens: 0, estimated: false };

export function addSpent(left: Spent, right: Spent): Spent {
  return {
    calls: left.calls + right.calls,
    promptTokens: left.promptTokens + right.promptTokens,
    completionTokens: left.completionTokens + right.completionTokens,
    estimated: left.estimated || right.estimated,
  };
}

/**
 * Calls made, those of judging models too, and what chance alone would predict from the compliance of first attempts.
 * `expected` and `perQuestion`
 * are calls per question that was asked at all (an answer of the harness costs none), `unanswered` and
 * `expectedUnanswered` are questions. Questions whose call failed count in `made` alone.
 */
export function summariseCalls(items: readonly ItemDigest[], attempts: number): Calls {
  const made = items.reduce((sum, item) => sum + spentOn(item).calls, 0);
  const asked = items.filter((item) => item.attempts.length > 0 && !isCutShort(item));
  const compliance = wilson(
    asked.filter((item) => item.attempts[0]?.violation === null).length,
    asked.length,
  );
  const p = compliance.rate;
  const unanswered = asked.filter((item) => item.answer === null).length;
  const ofAsked = asked.reduce((sum, item) => sum + item.attempts.length, 0);
  const figures = {
    made,
    expected: p === null ? null : expectedCalls(p, attempts),
    perQuestion: asked.length === 0 ? null : ofAsked / asked.length,
    compliance,
    unanswered,
    expectedUnanswered: p === null ? null : expectedUnanswered(p, attempts) * asked.length,
  };
  return { ...figures, says: sayCalls(figures, attempts) };
}

function isCutShort(item: ItemDigest): boolean {
  return item.answer === null && item.providerError !== null;
}

function sayCalls(calls: Omit<Calls, 'says'>, attempts: number): string {
  const { compliance, expected, perQuestion, unanswered, expectedUnanswered: chance } = calls;
  const { rate, low, high, k, n } = compliance;
  if (rate === null || low === null || high === null) return `${calls.made} calls; no reply to judge`;
  if (expected === null || perQuestion === null || chance === null) return `${calls.made} calls`;
  const first = `${calls.made} calls, ${round(perQuestion)} per question asked; first replies kept the contract ${k}/${n} = ${rate.toFixed(3)} (95 % ${low.toFixed(3)} to ${high.toFixed(3)})`;
  if (attempts === 1) return `${first}; ${unanswered} of ${n} without a compliant reply, and no retry`;
  const bound = `were every failure chance, at least ${round(expected)} calls per question and ${round(chance)} of ${n} unanswered within ${attempts} attempts (optimistic bounds: questions differ)`;
  const excess = unanswered - chance;
  const habit =
    excess > 0.5 ? `, ${round(excess)} more than chance: habit, which retrying does not mend` : '';
  return `${first}; ${bound}; measured ${unanswered} unanswered${habit}`;
}

/** As the server reports them; where it does not, estimated. Answers of the harness cost none. */
export function summariseTokens(items: readonly ItemDigest[]): MeasuredSummary['tokens'] {
  const spent = items.map(spentOn).reduce(addSpent, nothingSpent);
  return { prompt: spent.promptTokens, completion: spent.completionTokens, estimated: spent.estimated };
}

/** p50 and p95 in milliseconds per step; `ask` and `total` over questions that were really asked. */
export function measureLatency(items: readonly ItemDigest[]): MeasuredSummary['latency'] {
  const asked = items.filter((item) => item.attempts.length > 0);
  const spread = (values: readonly number[]) => ({
    p50: percentile(values, 0.5),
    p95: percentile(values, 0.95),
  });
  return {
    retrieve: spread(items.map(({ timings }) => timings.retrieveMs)),
    prompt: spread(items.map(({ timings }) => timings.promptMs)),
    ask: spread(asked.map(({ timings }) => timings.askMs)),
    total: spread(asked.map(({ timings }) => timings.retrieveMs + timings.promptMs + timings.askMs)),
  };
}

function round(value: number): string {
  return String(Number(value.toFixed(2)));
}
