// Evidence resolves to places in texts, or the question says why it cannot be scored.
import { describe, expect, it } from 'vitest';
import type { Evidence, Question } from '#contract/bank';
import { resolveGold } from '#domain/labels/resolve-gold';
import { corpus, evidence, hashA, hashB, question } from './fixtures.ts';

const text = 'Returns are accepted within 14 days. Refunds take 5 days. Returns are free.';
const documents = corpus({ d: text, other: 'Nothing here.' });
const at = text.indexOf('14 days');

function resolve(list: readonly Evidence[], fields: Partial<Question> = {}) {
  return resolveGold(question({ evidence: [...list], ...fields }), documents);
}

describe('evidence that resolves', () => {
  it('takes a span whose slice is its quote, and the document whole where nothing is quoted', () => {
    expect(
      resolve([
        evidence({ start: at, end: at + 7, quote: '14 days', grade: 3 }),
        evidence({ document: 'other', group: 2 }),
      ]),
    ).toEqual({
      groups: [
        { group: 1, members: [{ documentId: 'd', start: at, end: at + 7, whole: false, grade: 3 }] },
        { group: 2, members: [{ documentId: 'other', start: 0, end: 13, whole: true, grade: 1 }] },
      ],
      problem: null,
    });
  });

  it('makes every occurrence of a quote without offsets a member of its group', () => {
    expect(resolve([evidence({ quote: 'Returns are' })]).groups).toEqual([
      {
        group: 1,
        members: [0, text.lastIndexOf('Returns')].map((start) => ({
          documentId: 'd',
          start,
          end: start + 11,
          whole: false,
          grade: 1,
        })),
      },
    ]);
  });

  it('lets prefix and suffix tell occurrences apart, and ignores them where none fits', () => {
    const starts = (fields: Partial<Evidence>) =>
      resolve([evidence({ quote: 'Returns are', ...fields })]).groups[0]?.members.map(({ start }) => start);
    expect(starts({ suffix: ' free' })).toEqual([text.lastIndexOf('Returns')]);
    expect(starts({ prefix: '5 days. ' })).toEqual([text.lastIndexOf('Returns')]);
    expect(starts({ suffix: ' costly' })).toEqual([0, text.lastIndexOf('Returns')]);
  });

  it('orders groups by number and joins the members of one', () => {
    const gold = resolve([
      evidence({ group: 2, quote: '5 days' }),
      evidence({ group: 1, document: 'other' }),
      evidence({ group: 2, quote: '14 days' }),
    ]);
    expect(gold.groups.map(({ group, members }) => [group, members.length])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });

  it('trusts offsets without a quote only in the very document that was labelled', () => {
    const bare = { start: at, end: at + 7 };
    expect(resolve([evidence({ ...bare, documentHash: hashA })]).problem).toBeNull();
    expect(resolve([evidence(bare)]).problem?.reason).toContain('cannot be verified');
    expect(resolve([evidence({ ...bare, documentHash: hashB })]).problem?.reason).toContain(
      'cannot be verified',
    );
  });

  it('keeps a span that still resolves although the document changed elsewhere', () => {
    const gold = resolve([evidence({ start: at, end: at + 7, quote: '14 days', documentHash: hashB })]);
    expect(gold.problem).toBeNull();
  });
});

describe('evidence that does not resolve', () => {
  it.each<[string, Partial<Evidence>, 'label' | 'ingestion', string]>([
    ['a document that is gone', { document: 'gone' }, 'label', "document 'gone' is not in the corpus"],
    [
      'a slice that is not the quote',
      { start: 0, end: 7, quote: '14 days', documentHash: hashA },
      'label',
      'does not resolve',
    ],
    ['the same, hash unknown', { start: 0, end: 7, quote: '14 days' }, 'label', 'does not resolve'],
    [
      'a changed document that holds the quote elsewhere',
      { start: 0, end: 7, quote: '14 days', documentHash: hashB },
      'label',
      'needs re-anchoring',
    ],
    [
      'a changed document without the quote',
      { start: 0, end: 7, quote: '30 days', documentHash: hashB },
      'ingestion',
      "lacks the quote '30 days'",
    ],
    ['a quote that stands nowhere', { quote: '30 days' }, 'ingestion', "lacks the quote '30 days'"],
    ['half a span', { start: 3, quote: 'urns' }, 'label', 'only one of start and end'],
    ['white space', { quote: ' \n' }, 'label', 'nothing but white space'],
    ['an empty span', { start: 4, end: 4, quote: '' }, 'label', 'nothing but white space'],
    [
      'a span past the end',
      { start: 70, end: 900, documentHash: hashA },
      'label',
      'no text stands at 70-900',
    ],
  ])('%s', (_name, fields, kind, reason) => {
    const { problem } = resolve([evidence(fields)]);
    expect(problem?.kind).toBe(kind);
    expect(problem?.reason).toContain(reason);
  });

  it('names a contradiction: unanswerable with evidence, or evidence judged irrelevant', () => {
    expect(resolve([evidence({ quote: '14 days' })], { unanswerable: true }).problem?.kind).toBe('label');
    expect(resolve([evidence()], { judgments: [{ document: 'd', grade: 0 }] }).problem).toEqual({
      kind: 'label',
      reason: "document 'd' is evidence of group 1 and judged irrelevant",
    });
    expect(
      resolve([evidence({ quote: '14 days' })], { judgments: [{ document: 'd', grade: 0 }] }).problem,
    ).toBeNull();
  });

  it('a broken label counts whatever stands beside it in the group', () => {
    const gold = resolve([evidence({ quote: '14 days' }), evidence({ document: 'gone' })]);
    expect(gold.problem?.kind).toBe('label');
  });

  it('a member lost in extraction counts only where its group has no other', () => {
    const lost = evidence({ document: 'other', quote: '14 days' });
    expect(resolve([evidence({ quote: '14 days' }), lost])).toMatchObject({
      groups: [{ group: 1, members: [{ documentId: 'd' }] }],
      problem: null,
    });
    expect(resolve([evidence({ quote: '14 days' }), { ...lost, group: 2 }]).problem?.kind).toBe('ingestion');
  });

  it('reports the label before the extraction', () => {
    const gold = resolve([evidence({ quote: '30 days' }), evidence({ document: 'gone', group: 2 })]);
    expect(gold.problem).toEqual({ kind: 'label', reason: "document 'gone' is not in the corpus" });
  });

  it('has no gold and no problem without evidence', () => {
    expect(resolve([], { unanswerable: true })).toEqual({ groups: [], problem: null });
  });
});
