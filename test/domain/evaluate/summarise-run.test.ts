// Run summaries: the numbers of the lessons by hand, and the sentences beside them.
import { describe, expect, it } from 'vitest';
import type { Item } from '#contract/items';
import type { Score } from '#contract/scores';
import { summariseScores } from '#domain/evaluate/summarise-run';
import { wilson } from '#domain/stats/wilson';
import { question } from '../labels/fixtures.ts';
import { abstention, answer, attempt, config, item, score, violated } from './fixtures.ts';

const wrong = { pass: false, reasons: ['no'] };

interface Case {
  readonly item?: Partial<Item> | Item;
  readonly score?: Partial<Score>;
}

function summarise(cases: readonly Case[], settings: ReturnType<typeof config> = config(), k = 3) {
  const ids = cases.map((_, index) => `q${index + 1}`);
  return summariseScores({
    items: cases.map((one, i) => ({ ...item(), ...one.item, questionId: ids[i] ?? '' })),
    scores: cases.map((one, i) => score({ ...one.score, questionId: ids[i] ?? '' })),
    questions: ids.map((id) => question({ id })),
    config: settings,
    k,
  });
}

function times(count: number, one: Case): readonly Case[] {
  return Array.from({ length: count }, () => one);
}

const lost: Partial<Score> = { found: false, foundSelected: false, correct: wrong, rank: null };
const marianela: readonly Case[] = [
  ...times(7, {}),
  ...times(2, {
    item: { answer: abstention },
    score: { ...lost, stage: 'retriever', detail: 'abstained', metrics: { rr: 0, 'success@3': 0 } },
  }),
  {
    item: { answer: answer('Teodoro', 2) },
    score: { ...lost, stage: 'retriever', detail: 'fabricated', metrics: { rr: 1 / 5, 'success@3': 0 } },
  },
  {
    item: { answer: null, attempts: [violated('extra-text')] },
    score: { format: wrong, grounded: wrong, correct: wrong, stage: 'format', detail: 'extra-text' },
  },
  { score: { correct: wrong, stage: 'reading', detail: 'wrong-answer-right-passage' } },
];

describe('the assistant of the first lesson: 12 questions', () => {
  const summary = summarise(marianela);

  it('counts found, correct and stages', () => {
    expect(summary).toMatchObject({
      finished: 12,
      scoreable: 12,
      answerable: 12,
      found: wilson(9, 12),
      grounded: wilson(11, 12),
      correct: wilson(7, 12),
      correctAnswerable: wilson(7, 12),
      correctGivenFound: wilson(7, 9),
      correctGivenNotFound: wilson(0, 3),
      ceiling: wilson(9, 12),
      stages: { correct: 7, retriever: 3, context: 0, format: 1, reading: 1 },
      details: {
        'retriever.abstained': 2,
        'retriever.fabricated': 1,
        'format.extra-text': 1,
        'reading.wrong-answer-right-passage': 1,
      },
      excluded: { provider: 0, label: 0, ingestion: 0 },
      noGold: 0,
      unjudged: 0,
    });
  });

  it('says how accuracy follows from retrieval, and what each owner could win', () => {
    expect(summary.identity).toEqual({
      accuracy: 7 / 12,
      retrieved: 9 / 12,
      accuracyGivenRetrieved: 7 / 9,
      accuracyGivenNotRetrieved: 0,
      says: 'accuracy 0.583 (7/12) = retrieved 0.750 (9/12) x 0.778 (7/9) + not retrieved 0.250 (3/12) x 0.000 (0/3)',
    });
    expect(summary.couldWin).toEqual({
      reader: 2,
      retriever: 3,
      context: 0,
      says: 'a better reader at most 2, a better retriever 3',
    });
  });

  it('averages retrieval over the questions with gold', () => {
    expect(summary.retrieval.mrr).toBeCloseTo((9 + 1 / 5) / 12, 12);
    expect(summary.retrieval['success@3']).toBe(9 / 12);
  });

  it('says what one question weighs, and that no prompt mends retrieval', () => {
    expect(summary.warnings).toEqual([
      'Only 12 scoreable questions: one weighs 8.3 %. Read the intervals, not the rates.',
      'Retrieval fails most (3 of 5 failures): changing the prompt or the model cannot mend it.',
    ]);
  });

  it('has one call per question, and one reply that broke the contract', () => {
    expect(summary.calls).toEqual({
      made: 12,
      expected: expect.closeTo(1 + 1 / 12, 12),
      perQuestion: 1,
      compliance: wilson(11, 12),
      unanswered: 1,
      expectedUnanswered: expect.closeTo((1 / 12) ** 2 * 12, 12),
      says: '12 calls, 1 per question asked; first replies kept the contract 11/12 = 0.917 (95 % 0.646 to 0.985); were every failure chance, at least 1.08 calls per question and 0.08 of 12 unanswered within 2 attempts (optimistic bounds: questions differ); measured 1 unanswered, 0.92 more than chance: habit, which retrying does not mend',
    });
  });
});

describe('denominators', () => {
  it('keep excluded questions out, and count them', () => {
    const summary = summarise([
      {},
      {
        score: {
          excluded: { kind: 'provider', reason: 'timeout' },
          stage: null,
          correct: { pass: null, reasons: [] },
        },
      },
      {
        score: {
          excluded: { kind: 'label', reason: 'gone' },
          stage: null,
          found: null,
          metrics: { rr: null },
        },
      },
    ]);
    expect(summary).toMatchObject({
      finished: 3,
      scoreable: 1,
      found: wilson(1, 1),
      correct: wilson(1, 1),
      excluded: { provider: 1, label: 1, ingestion: 0 },
      retrieval: { mrr: 1 },
    });
    expect(summary.warnings).toContain(
      "Kept out of the denominators, not the assistant's fault: 1 provider, 1 label.",
    );
  });

  it('keep unanswerable questions out of found and of retrieval, and cross them with answered', () => {
    const none = { answerable: false, found: null, foundSelected: null, metrics: { rr: null } };
    const summary = summarise([
      {},
      { item: { answer: abstention }, score: { ...lost, stage: 'retriever', detail: 'abstained' } },
      { item: { answer: abstention }, score: none },
      { score: { ...none, correct: wrong, stage: 'reading', detail: 'answered-unanswerable' } },
      { item: { answer: null }, score: { ...none, correct: wrong, stage: 'format', detail: 'empty' } },
    ]);
    expect(summary).toMatchObject({
      answerable: 2,
      found: wilson(1, 2),
      correct: wilson(2, 5),
      correctAnswerable: wilson(1, 2),
      noGold: 0,
      unanswerable: {
        questions: 3,
        answeredAnswerable: 1,
        abstainedAnswerable: 1,
        answeredUnanswerable: 1,
        abstainedUnanswerable: 1,
      },
    });
  });

  it('keep what cannot be judged out of the rate it cannot be judged for', () => {
    const unknown = { pass: null, reasons: ['no accepted answers'] };
    const summary = summarise([
      {},
      {
        score: {
          correct: unknown,
          correctIfRecovered: unknown,
          stage: null,
          unjudged: 'no accepted answers',
        },
      },
      {
        score: {
          found: null,
          foundSelected: null,
          metrics: { rr: null },
          correct: wrong,
          stage: null,
          unjudged: 'no evidence',
        },
      },
    ]);
    expect(summary).toMatchObject({
      found: wilson(2, 2),
      correct: wilson(1, 2),
      correctGivenFound: wilson(1, 1),
      unjudged: 2,
      noGold: 1,
    });
    expect(summary.identity.says).toBe(
      'accuracy 1.000 (1/1) = retrieved 1.000 (1/1) x 1.000 (1/1) + not retrieved 0.000 (0/1) x none (0/0); 2 of 3 left out, without evidence or accepted answer',
    );
  });

  it('a perfect reader on retrieval of 0.60 reaches 0.60, and luck is named', () => {
    const summary = summarise([...times(6, {}), ...times(4, { score: { ...lost, stage: 'retriever' } })]);
    expect([summary.correct.rate, summary.ceiling.rate]).toEqual([0.6, 0.6]);
    const lucky = summarise([{}, { score: { ...lost, correct: { pass: true, reasons: [] } } }]);
    expect(lucky.identity.says).toContain('; 1 correct without the evidence: luck or memory');
  });

  it('of nothing are null, and say so', () => {
    const summary = summarise([]);
    expect(summary.correct).toEqual({ k: 0, n: 0, rate: null, low: null, high: null });
    expect(summary.identity.says).toBe('no question has both evidence and an accepted answer');
    expect(summary.calls.says).toBe('0 calls; no reply to judge');
    expect(summary.latency.ask).toEqual({ p50: null, p95: null });
    expect(summary.warnings).toEqual(['No question is scoreable: no rate says anything.']);
  });
});

describe('calls, tokens and time', () => {
  const retried = [violated('not-json'), attempt({ attempt: 2 })];

  it('10 % of questions that never comply stay unanswered, and are named habit', () => {
    const never = { item: { answer: null, attempts: times(3, {}).map(() => violated('not-json')) } };
    const summary = summarise([...times(18, {}), ...times(2, never)], config({ attempts: 3 }));
    expect(summary.calls).toMatchObject({
      made: 18 + 2 * 3,
      perQuestion: (18 + 2 * 3) / 20,
      expected: expect.closeTo(1 + 0.1 + 0.1 ** 2, 12),
      unanswered: 2,
      expectedUnanswered: expect.closeTo(20 * 0.1 ** 3, 12),
    });
    expect(summary.calls.says).toContain('measured 2 unanswered, 1.98 more than chance: habit');
  });

  it('does not count an answer of the harness, nor a failed call among the unanswered', () => {
    const summary = summarise([
      { item: { attempts: retried } },
      { item: { attempts: [], answeredBy: 'harness', answer: abstention } },
      {
        item: {
          attempts: [violated('empty')],
          answeredBy: 'nobody',
          answer: null,
          providerError: { kind: 'timeout', message: 'after 1 s' },
        },
      },
    ]);
    expect(summary.calls).toMatchObject({ made: 3, perQuestion: 2, compliance: wilson(0, 1), unanswered: 0 });
    expect(summary.calls.expected).toBe(2);
    expect(summary.tokens.prompt).toBe(3 * 40);
  });

  it("takes the server's tokens where it reports them, and estimates the rest", () => {
    const reported = attempt({ usage: { promptTokens: 100, completionTokens: 7 } });
    expect(summarise([{ item: { attempts: [reported] } }]).tokens).toEqual({
      prompt: 100,
      completion: 7,
      estimated: false,
    });
    expect(summarise([{ item: { attempts: [reported] } }, {}]).tokens).toEqual({
      prompt: 100 + 40,
      completion: 7 + Math.ceil('reply'.length / 4),
      estimated: true,
    });
  });

  it('gives the median and p95 of each step, asking only where a model was asked', () => {
    const harness = { item: { attempts: [], timings: { retrieveMs: 4, promptMs: 1, askMs: 0 } } };
    expect(summarise([{}, harness]).latency).toEqual({
      retrieve: { p50: 3, p95: 2 + 2 * 0.95 },
      prompt: { p50: 1, p95: 1 },
      ask: { p50: 10, p95: 10 },
      total: { p50: 13, p95: 13 },
    });
  });

  it('warns of retries that cannot help', () => {
    const networked = (temperature: number, attempts: number) =>
      summarise(
        times(30, {}),
        config({
          attempts,
          model: { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', model: 'm', temperature },
        }),
      ).warnings;
    expect(networked(0, 2)).toEqual([
      'At temperature 0 the same messages give the same reply: 2 attempts only cost more. Set attempts to 1, or a temperature above 0.',
    ]);
    expect([...networked(0.7, 2), ...networked(0, 1)]).toEqual([]);
  });

  it('warns of prompts that the server cut', () => {
    const summary = summarise([...times(29, {}), { score: { flags: ['truncated-by-server'] } }]);
    expect(summary.flags).toEqual({ 'truncated-by-server': 1 });
    expect(summary.warnings).toEqual([
      'The server cut the prompt of 1 question: enlarge its context window or lower prompt.maxPromptTokens.',
    ]);
  });
});

describe('retrieval', () => {
  it('lists empty results, which count 0', () => {
    const empty = item({ ranked: [] });
    const summary = summarise([
      {},
      { item: empty, score: { ...lost, metrics: { rr: 0 } } },
      { item: empty, score: { found: null, metrics: { rr: null } } },
    ]);
    expect(summary.emptyResults).toEqual(['q2']);
    expect(summary.retrieval.mrr).toBe((1 + 0) / 2);
  });

  const legs = (fused: number, words: number, vectors: number): Case => ({
    score: {
      metrics: { rr: fused, 'success@3': fused >= 1 / 3 ? 1 : 0 },
      legMetrics: {
        words: { rr: words, 'success@3': words >= 1 / 3 ? 1 : 0 },
        vectors: { rr: vectors, 'success@3': vectors >= 1 / 3 ? 1 : 0 },
      },
    },
  });

  it('names the leg that fusion makes worse, with its numbers', () => {
    const summary = summarise([...times(20, legs(1 / 4, 1, 1 / 10)), ...times(20, legs(1, 1, 1 / 2))]);
    expect(summary.legs).toEqual({
      words: { meanRank: null, mrr: 1, 'success@3': 1 },
      vectors: { meanRank: null, mrr: expect.closeTo((1 / 10 + 1 / 2) / 2, 12), 'success@3': 1 / 2 },
    });
    expect(summary.warnings).toHaveLength(2);
    expect(summary.warnings[0]).toMatch(
      /^Fusion is worse than the retriever words alone over 40 questions: mrr 0\.625 against 1\.000: -0\.375, 95 % -0\.4\d\d to -0\.2\d\d\. Try words alone, or give it more weight\.$/,
    );
    expect(summary.warnings[1]).toBe(
      'Fusion is worse than the retriever words alone over 40 questions: success@3 0.500 against 1.000: 20 questions lost, 0 gained, p < 0.0001. Try words alone, or give it more weight.',
    );
  });

  it('is silent within the interval, and where fusion helps', () => {
    const within = [...times(30, legs(1, 1, 1 / 2)), ...times(3, legs(1 / 4, 1, 1 / 2))];
    expect(summarise(within).warnings).toEqual([]);
    expect(summarise(times(30, legs(1, 1 / 2, 1 / 4))).warnings).toEqual([]);
  });
});
