// Every stage, detail, flag and exclusion has its named case; the proof breaks where the stage says.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/bank';
import type { Config } from '#contract/config';
import { formatDetails, type Item } from '#contract/items';
import type { ProofStepName, Score } from '#contract/scores';
import { scoreItem } from '#domain/evaluate/score-item';
import { indexChunksByDocument } from '#domain/labels/chunk-lookup';
import { indexCoverage } from '#domain/labels/expected-chunks';
import { resolveGold } from '#domain/labels/resolve-gold';
import { corpus, evidence, question } from '../labels/fixtures.ts';
import { abstention, answer, attempt, config, item, texts, violated } from './fixtures.ts';

const documents = corpus(texts);
const allChunks = [...documents.keys()].map((documentId, index) => ({
  id: `${documentId}#1`,
  index,
  documentId,
  start: 0,
  end: 100,
}));
const whole = evidence();
const two = [evidence(), evidence({ document: 'e', group: 2 })];

interface Case {
  /** The place of every chunk is known, not only of those in the final list. */
  readonly locate?: boolean;
  readonly item?: Item;
  readonly question?: Partial<Question>;
  readonly config?: Config;
  /** Chunks of these documents alone are indexed. */
  readonly indexed?: readonly string[];
}

function run(one: Case): Score {
  const subject = question({ evidence: [whole], ...one.question });
  const gold = resolveGold(subject, documents);
  const chunks = allChunks.filter(({ documentId }) => one.indexed?.includes(documentId) ?? true);
  return scoreItem({
    item: one.item ?? item(),
    question: subject,
    gold,
    config: one.config ?? config(),
    theta: 1,
    documents,
    covered: indexCoverage(gold, indexChunksByDocument(chunks), documents, 1),
    ...(one.locate ? { locate: (id: string) => allChunks.find((chunk) => chunk.id === id) ?? null } : {}),
  });
}

const missed = ['e', 'f'];
const timeout = { kind: 'timeout', message: 'no reply within 60 s' } as const;
const parts = { kind: 'parts' as const, parts: [['14 days'], ['online', 'web']] };
const noReply = { answer: null, answeredBy: 'nobody' } as const;

type Expected = readonly [stage: Score['stage'], detail: string | null, firstBroken: ProofStepName | null];

const cases: Record<string, readonly [Case, ...Expected]> = {
  'correct: the answer is accepted and its evidence arrived': [{}, 'correct', null, null],
  'correct, unsupported: right although the evidence did not arrive': [
    { item: item({ ranked: missed, answer: answer('14 days', 1) }) },
    'correct',
    null,
    'ranked',
  ],
  'retriever.not-indexed: the chunking lost the evidence': [
    { item: item({ ranked: missed, answer: answer('30 days', 1) }), indexed: ['e', 'f'] },
    'retriever',
    'not-indexed',
    'in-index',
  ],
  'retriever.not-indexed comes before nothing-retrieved': [
    { item: item({ ranked: [], attempts: [], answeredBy: 'harness', answer: abstention }), indexed: [] },
    'retriever',
    'not-indexed',
    'in-index',
  ],
  'retriever.nothing-retrieved: no passage was selected': [
    { item: item({ ranked: [], attempts: [], answeredBy: 'harness', answer: abstention }) },
    'retriever',
    'nothing-retrieved',
    'ranked',
  ],
  'retriever.no-compliant-reply: not found, and no reply to judge': [
    { item: item({ ranked: missed, attempts: [violated('not-json')], ...noReply }) },
    'retriever',
    'no-compliant-reply',
    'ranked',
  ],
  'retriever.abstained: the specification obeyed': [
    { item: item({ ranked: missed, answer: abstention }) },
    'retriever',
    'abstained',
    'ranked',
  ],
  'retriever.fabricated: an invented answer': [
    { item: item({ ranked: missed, answer: answer('30 days', 1) }) },
    'retriever',
    'fabricated',
    'ranked',
  ],
  'retriever: ranked below the cut breaks at the selection': [
    { item: item({ ranked: ['e', 'f', 'd'], selected: 2, answer: answer('30 days', 1) }) },
    'retriever',
    'fabricated',
    'selected',
  ],
  'retriever: one of two groups is not enough under require all': [
    { item: item({ ranked: ['d', 'f'], answer: abstention }), question: { evidence: two } },
    'retriever',
    'abstained',
    'ranked',
  ],
  'require any: one of two groups is enough': [
    { item: item({ ranked: ['d', 'f'], answer: abstention }), question: { evidence: two, require: 'any' } },
    'reading',
    'abstained-with-evidence',
    'answer-accepted',
  ],
  'require all: one group lost in chunking is not-indexed': [
    { item: item({ ranked: ['f'], answer: abstention }), question: { evidence: two }, indexed: ['d', 'f'] },
    'retriever',
    'not-indexed',
    'in-index',
  ],
  'require any: one group lost in chunking leaves the other to be found': [
    {
      item: item({ ranked: ['f'], answer: abstention }),
      question: { evidence: two, require: 'any' },
      indexed: ['d', 'f'],
    },
    'retriever',
    'abstained',
    'ranked',
  ],
  'context.dropped-for-window: selected, and not sent': [
    { item: item({ ranked: ['e', 'd'], sent: ['e'], dropped: ['d#1'], answer: answer('30 days', 1) }) },
    'context',
    'dropped-for-window',
    'in-prompt',
  ],
  'context.dropped-for-window: not even one passage fits': [
    {
      item: item({
        sent: [],
        dropped: ['f#1', 'e#1', 'd#1'],
        attempts: [],
        answeredBy: 'harness',
        answer: abstention,
      }),
    },
    'context',
    'dropped-for-window',
    'in-prompt',
  ],
  'context.truncated-by-server: it read fewer tokens than there are words': [
    {
      item: item({
        words: 900,
        attempts: [attempt({ usage: { promptTokens: 600, completionTokens: 5 } })],
        answer: answer('30 days', 2),
      }),
    },
    'context',
    'truncated-by-server',
    'in-prompt',
  ],
  'context.truncated-by-server: its window is full': [
    {
      item: item({
        attempts: [attempt({ usage: { promptTokens: 256, completionTokens: 5 } })],
        answer: abstention,
      }),
      config: config({ model: { provider: 'extractive', contextTokens: 256 } }),
    },
    'context',
    'truncated-by-server',
    'in-prompt',
  ],
  'reading.wrong-answer-right-passage': [
    { item: item({ answer: answer('in shops', 1) }) },
    'reading',
    'wrong-answer-right-passage',
    'answer-accepted',
  ],
  'reading.wrong-answer-right-passage: uncited, under the contract free': [
    { item: item({ answer: answer('two weeks') }), config: config({ contract: { kind: 'free' } }) },
    'reading',
    'wrong-answer-right-passage',
    'answer-accepted',
  ],
  'reading.wrong-passage-cited': [
    { item: item({ answer: answer('30 days', 2) }) },
    'reading',
    'wrong-passage-cited',
    'answer-accepted',
  ],
  'reading.abstained-with-evidence': [
    { item: item({ answer: abstention }) },
    'reading',
    'abstained-with-evidence',
    'answer-accepted',
  ],
  'reading.incomplete: a part of the answer is missing': [
    { item: item({ answer: answer('14 days in shops', 1) }), question: { match: parts } },
    'reading',
    'incomplete',
    'answer-accepted',
  ],
  'reading: no part at all is not incomplete': [
    { item: item({ answer: answer('in shops', 1) }), question: { match: parts } },
    'reading',
    'wrong-answer-right-passage',
    'answer-accepted',
  ],
  'reading.answered-unanswerable': [
    { question: { unanswerable: true, evidence: [], answers: [] } },
    'reading',
    'answered-unanswerable',
    'answer-accepted',
  ],
  'unanswerable and abstained is correct': [
    { item: item({ answer: abstention }), question: { unanswerable: true, evidence: [], answers: [] } },
    'correct',
    null,
    null,
  ],
  'unanswerable and nothing retrieved is correct': [
    {
      item: item({ ranked: [], attempts: [], answeredBy: 'harness', answer: abstention }),
      question: { unanswerable: true, evidence: [], answers: [] },
    },
    'correct',
    null,
    null,
  ],
  'unanswerable without a compliant reply is format': [
    {
      item: item({ attempts: [violated('refused')], ...noReply }),
      question: { unanswerable: true, evidence: [], answers: [] },
    },
    'format',
    'refused',
    'parsed',
  ],
};
for (const reason of formatDetails)
  cases[`format.${reason}: the last reply decides`] = [
    { item: item({ attempts: [violated('not-json'), violated(reason, { attempt: 2 })], ...noReply }) },
    'format',
    reason,
    'parsed',
  ];

describe('stages and details', () => {
  it.each(Object.entries(cases))('%s', (_name, [one, stage, detail, firstBroken]) => {
    const score = run(one);
    expect({ stage: score.stage, detail: score.detail, unjudged: score.unjudged }).toEqual({
      stage,
      detail,
      unjudged: null,
    });
    expect(score.firstBroken).toBe(firstBroken);
    expect(score.proof).toHaveLength(11);
    for (const { says } of score.proof) expect(says).not.toBe('');
  });

  it('changing one reply moves its own question from abstained to fabricated', () => {
    const details = [abstention, answer('37', 2)].map(
      (reply) => run({ item: item({ ranked: missed, answer: reply }) }).detail,
    );
    expect(details).toEqual(['abstained', 'fabricated']);
  });
});

describe('exclusions', () => {
  it.each<[string, Case, Score['excluded']]>([
    [
      'provider: the call failed',
      { item: item({ ...noReply, attempts: [], providerError: timeout }) },
      { kind: 'provider', reason: 'timeout: no reply within 60 s' },
    ],
    [
      'provider: the second call failed after a reply that broke the contract',
      { item: item({ ...noReply, attempts: [violated('empty')], providerError: timeout }) },
      { kind: 'provider', reason: 'timeout: no reply within 60 s' },
    ],
    [
      'label: the evidence does not resolve',
      { question: { evidence: [evidence({ document: 'gone' })] } },
      { kind: 'label', reason: "document 'gone' is not in the corpus" },
    ],
    [
      'label: unanswerable with evidence',
      { question: { unanswerable: true } },
      {
        kind: 'label',
        reason: 'the question is marked unanswerable and has evidence: remove one of the two',
      },
    ],
    [
      'ingestion: the extracted text lacks the evidence',
      { question: { evidence: [evidence({ quote: '15 days' })] } },
      { kind: 'ingestion', reason: "the text of document 'd' lacks the quote '15 days'" },
    ],
  ])('%s', (_name, one, excluded) => {
    const score = run(one);
    expect({ excluded: score.excluded, stage: score.stage, correct: score.correct.pass }).toEqual({
      excluded,
      stage: null,
      correct: null,
    });
  });

  it('a call that failed beside one that was answered excludes nothing', () => {
    const score = run({ item: item({ providerError: timeout }) });
    expect([score.excluded, score.stage]).toEqual([null, 'correct']);
  });

  it('a failed call leaves the retrieval measured; a broken label leaves nothing', () => {
    const failed = run({ item: item({ ...noReply, attempts: [], providerError: timeout }) });
    expect([failed.found, failed.metrics.rr, failed.rank]).toEqual([true, 1, 1]);
    const early = run({
      item: item({ ...noReply, ranked: [], legs: {}, attempts: [], providerError: timeout }),
    });
    expect([early.found, early.metrics.rr, early.rank]).toEqual([null, null, null]);
    const broken = run({ question: { evidence: [evidence(), evidence({ document: 'gone', group: 2 })] } });
    expect([broken.found, broken.metrics.rr, broken.rank]).toEqual([null, null, null]);
    expect(broken.firstBroken).toBe('in-source');
    expect([broken.format.pass, broken.grounded.pass]).toEqual([true, true]);
  });
});

describe('labels that do not allow a verdict', () => {
  const unlabelled = { evidence: [] };
  const unanswered = { answers: [] };

  it.each<[string, Case, Pick<Score, 'stage' | 'detail' | 'unjudged'>]>([
    [
      'no accepted answers, evidence sent: unjudged',
      { question: unanswered },
      { stage: null, detail: null, unjudged: 'no accepted answers' },
    ],
    [
      'no accepted answers, prompt cut by the server: unjudged all the same',
      {
        question: unanswered,
        item: item({
          words: 900,
          attempts: [attempt({ usage: { promptTokens: 600, completionTokens: 5 } })],
        }),
      },
      { stage: null, detail: null, unjudged: 'no accepted answers' },
    ],
    [
      'no accepted answers, not found: retriever',
      { question: unanswered, item: item({ ranked: missed, answer: answer('30 days', 1) }) },
      { stage: 'retriever', detail: 'fabricated', unjudged: null },
    ],
    [
      'no accepted answers, no compliant reply: format',
      { question: unanswered, item: item({ attempts: [violated('empty')], ...noReply }) },
      { stage: 'format', detail: 'empty', unjudged: null },
    ],
    ['no evidence, right', { question: unlabelled }, { stage: 'correct', detail: null, unjudged: null }],
    [
      'no evidence, wrong: whose fault is not known',
      { question: unlabelled, item: item({ answer: answer('30 days', 2) }) },
      {
        stage: null,
        detail: null,
        unjudged: 'no evidence: the retriever and the reader cannot be told apart',
      },
    ],
    [
      'no evidence, no compliant reply: format',
      { question: unlabelled, item: item({ attempts: [violated('empty')], ...noReply }) },
      { stage: 'format', detail: 'empty', unjudged: null },
    ],
    [
      'neither evidence nor answers',
      { question: { ...unlabelled, ...unanswered } },
      { stage: null, detail: null, unjudged: 'no accepted answers, and no evidence' },
    ],
  ])('%s', (_name, one, expected) => {
    const { stage, detail, unjudged, found } = run(one);
    expect({ stage, detail, unjudged }).toEqual(expected);
    expect(found === null).toBe(one.question?.evidence?.length === 0);
  });
});

describe('flags and the second score', () => {
  it('flags luck, a cut prompt and a reply that could be repaired', () => {
    const cut = attempt({ usage: { promptTokens: 600, completionTokens: 5 } });
    expect(run({ item: item({ ranked: missed }) }).flags).toEqual(['unsupported-correct']);
    expect(run({ item: item({ words: 900, attempts: [cut] }) })).toMatchObject({
      stage: 'correct',
      flags: ['truncated-by-server'],
      firstBroken: null,
    });
    const repaired = violated('extra-text', { recovered: answer('14 days', 1) });
    expect(run({ item: item({ attempts: [violated('empty'), repaired], ...noReply }) })).toMatchObject({
      stage: 'format',
      flags: ['recoverable'],
      correct: { pass: false },
      correctIfRecovered: { pass: true },
    });
  });

  it('does not take a short count for a cut: a server may leave out what it had cached', () => {
    const short = attempt({ usage: { promptTokens: 511, completionTokens: 5 } });
    expect(run({ item: item({ words: 900, attempts: [short] }) }).flags).toEqual([]);
  });

  it('scores the reply that complied the same both ways', () => {
    const first = violated('extra-text', { recovered: answer('30 days', 1) });
    const score = run({ item: item({ attempts: [first, attempt({ attempt: 2 })] }) });
    expect([score.correct.pass, score.correctIfRecovered.pass]).toEqual([true, true]);
  });
});

describe('lists and proof', () => {
  const hybrid = config({ retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf', id: 'second' }] });
  const legs = { tfidf: ['e', 'd'], second: ['f', 'e'] };

  it('measures the final list in full, each leg on its own, and the k of the config', () => {
    const score = run({
      item: item({ ranked: ['e', 'f', 'd'], selected: 2, legs, answer: abstention }),
      config: config({ select: { k: 2 } }),
    });
    expect(score).toMatchObject({
      found: false,
      foundSelected: false,
      rank: 3,
      legRanks: { tfidf: 2, second: null },
      metrics: { rr: 1 / 3, 'recall@1': 0, 'recall@2': 0, 'recall@3': 1 },
      legMetrics: { tfidf: { rr: 1 / 2 }, second: { rr: 0 } },
    });
  });

  it('says where the evidence stood, in plain sentences with numbers', () => {
    const { proof, firstBroken } = run({
      item: item({ ranked: ['e', 'f', 'd'], selected: 2, legs, answer: answer('30 days', 1) }),
      config: hybrid,
    });
    expect(firstBroken).toBe('selected');
    expect(Object.fromEntries(proof.map(({ step, ok, says }) => [step, [ok, says]]))).toEqual({
      'in-source': [true, '1 evidence group in the text of d'],
      'in-index': [true, 'the chunks cover 1 of 1 evidence group'],
      ranked: [true, 'rank 2 of 2 in tfidf; not among the 2 in second'],
      fused: [true, 'rank 3 of 3 after fusion'],
      reranked: [null, 'this config has no rerank'],
      selected: [false, '0 of 1 evidence group in the 2 selected of 3, the first at rank 3'],
      'in-prompt': [false, '0 of 1 evidence group in the 2 passages as sent'],
      parsed: [true, 'reply 1 of at most 2 keeps the contract'],
      'citation-valid': [true, 'cites passage 1 of 2'],
      'numbers-in-passage': [true, 'no number of the answer is missing from its source'],
      'answer-accepted': [false, expect.stringContaining('14 days')],
    });
  });

  it('what minScore dropped breaks at the selection, and only with the place of the chunk known', () => {
    const settings = config({
      retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf', id: 'second' }],
      select: { minScore: 0.5 },
    });
    const subject = question({ evidence: [whole] });
    const input = {
      item: item({ ranked: ['e'], legs, answer: abstention }),
      question: subject,
      gold: resolveGold(subject, documents),
      config: settings,
      theta: 1,
      documents,
      covered: [true],
    };
    const located = scoreItem({
      ...input,
      locate: (id) => allChunks.find((chunk) => chunk.id === id) ?? null,
    });
    expect([located.firstBroken, located.legRanks]).toEqual(['selected', { tfidf: 2, second: null }]);
    const blind = scoreItem(input);
    expect([blind.legRanks.tfidf, blind.legMetrics.tfidf?.rr]).toEqual([null, null]);
    expect(blind.proof.find(({ step }) => step === 'ranked')?.says).toContain('not known in tfidf');
  });

  it('tells the order after fusion from the order after each rerank step', () => {
    const list = (...ids: readonly string[]) => ids.map((id) => ({ chunkId: `${id}#1`, score: 1 }));
    const settings = config({
      retrievers: [{ kind: 'tfidf' }, { kind: 'tfidf', id: 'second' }],
      rerank: [{ kind: 'char-ngram' }, { kind: 'llm-filter' }],
    });
    const base = item({ ranked: ['f', 'e'], selected: 2, legs, answer: abstention });
    const retrieval = {
      ...base.retrieval,
      fused: list('e', 'd', 'f'),
      reranks: [
        { kind: 'char-ngram', hits: list('f', 'e', 'd') },
        { kind: 'llm-filter', hits: list('f', 'e') },
      ],
    };
    const score = run({ item: { ...base, retrieval }, config: settings, locate: true });
    expect(score.firstBroken).toBe('reranked');
    expect(score.proof.filter(({ step }) => step === 'fused' || step === 'reranked')).toEqual([
      { step: 'fused', ok: true, says: 'rank 2 of 3 after fusion' },
      { step: 'reranked', ok: false, says: 'rank 3 of 3 after char-ngram; not among the 2 after llm-filter' },
    ]);
    const old = run({ item: base, config: settings, locate: true });
    expect(old.proof.filter(({ step }) => step === 'fused' || step === 'reranked')).toEqual([
      { step: 'fused', ok: null, says: 'the order before the rerank is not kept' },
      { step: 'reranked', ok: false, says: 'not among the 2 after rerank' },
    ]);
  });

  it('measures nothing of a retriever that was not asked', () => {
    const base = item({ ranked: ['e', 'd'], legs: { tfidf: ['e', 'd'], second: [] } });
    const [first] = base.retrieval.legs;
    const skipped = { retriever: 'second', hits: [], skipped: 'not needed: 2 hits, the best score 1' };
    const score = run({
      item: { ...base, retrieval: { ...base.retrieval, legs: [first!, skipped] } },
      config: hybrid,
    });
    expect([score.legRanks, score.legMetrics.tfidf?.rr, score.legMetrics.second?.rr]).toEqual([
      { tfidf: 2, second: null },
      1 / 2,
      null,
    ]);
    expect(score.proof.filter(({ step }) => step === 'ranked' || step === 'fused')).toEqual([
      {
        step: 'ranked',
        ok: true,
        says: 'rank 2 of 2 in tfidf; second was not asked (not needed: 2 hits, the best score 1)',
      },
      { step: 'fused', ok: null, says: 'one retriever: nothing to fuse' },
    ]);
  });

  it('breaks at the citation and at the number as the grounding says', () => {
    expect(run({ item: item({ answer: answer('30 days', 1) }) })).toMatchObject({
      stage: 'reading',
      firstBroken: 'numbers-in-passage',
      grounded: { pass: false },
    });
    expect(
      run({
        item: item({ answer: { text: '14 days [x]', abstained: false, citations: [], sources: ['x'] } }),
        config: config({ contract: { kind: 'bracket' } }),
      }),
    ).toMatchObject({ stage: 'correct', firstBroken: 'citation-valid', grounded: { pass: false } });
  });

  it('counts a quotation that its passage does not hold as a citation that is not valid', () => {
    const reply = answer('14 days, as "the shop will gladly take everything back" says', 1);
    const score = run({ item: item({ answer: reply }) });
    expect([score.stage, score.firstBroken]).toEqual(['correct', 'citation-valid']);
    expect(score.proof.find(({ step }) => step === 'citation-valid')?.says).toContain('quote-fabricated');
  });

  it('stage and first broken link always agree', () => {
    const documentIds = fc.shuffledSubarray(['d', 'e', 'f']);
    const replies = fc.constantFrom(
      answer('14 days', 1),
      answer('30 days', 1),
      answer('shops', 2),
      abstention,
      null,
    );
    const links: Record<string, readonly ProofStepName[]> = {
      retriever: ['in-index', 'ranked', 'fused', 'selected'],
      context: ['in-prompt'],
      format: ['parsed'],
      reading: ['citation-valid', 'numbers-in-passage', 'answer-accepted'],
    };
    fc.assert(
      fc.property(
        documentIds,
        fc.nat(3),
        fc.nat(3),
        replies,
        fc.boolean(),
        fc.constantFrom('any' as const, 'all' as const),
        (ranked, cut, kept, reply, both, require) => {
          const selected = Math.min(cut, ranked.length);
          const sent = ranked.slice(0, Math.min(kept, selected));
          const given = item({
            ranked,
            selected,
            sent,
            answer: reply,
            attempts: reply === null ? [violated('not-json')] : [attempt()],
          });
          const score = run({ item: given, question: { evidence: both ? two : [whole], require } });
          if (score.stage === null) throw new Error('every case here has a stage');
          if (score.stage === 'correct') expect(score.correct.pass).toBe(true);
          else expect(links[score.stage]).toContain(score.firstBroken);
        },
      ),
      { seed: 17, numRuns: 300 },
    );
  });
});
