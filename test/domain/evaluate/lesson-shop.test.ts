// The shop of the lessons, from its files to its published table: found, grounded and correct for k = 1 to 4.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/bank';
import { readReply } from '#domain/checks/read-reply';
import { scoreItem } from '#domain/evaluate/score-item';
import { summariseScores } from '#domain/evaluate/summarise-run';
import { resolveGold } from '#domain/labels/resolve-gold';
import { corpus, evidence, question } from '../labels/fixtures.ts';
import { attempt, config, item } from './fixtures.ts';

const folder = join(process.env.ASSAY_TEST_DATA ?? '../shared', 'lessons', 'shop');
const isHere = existsSync(folder);
if (!isHere) console.warn(`skipped: ${folder} is missing; set ASSAY_TEST_DATA`);

interface BankLine {
  readonly id: string;
  readonly question: string;
  readonly answers: string[];
  readonly expected: string | null;
  readonly unanswerable: boolean;
}

function readLines<Line>(name: string): readonly Line[] {
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line);
}

function load() {
  const texts = readLines<{ readonly _id: string; readonly text: string }>('corpus.jsonl');
  const ranked = new Map<string, string[]>();
  for (const line of readFileSync(join(folder, 'run.trec'), 'utf8').split('\n')) {
    const [id, , documentId] = line.split(' ');
    if (id && documentId) ranked.set(id, [...(ranked.get(id) ?? []), documentId]);
  }
  return {
    documents: corpus(Object.fromEntries(texts.map(({ _id, text }) => [_id, text]))),
    ranked,
    replies: JSON.parse(readFileSync(join(folder, 'replies.json'), 'utf8')) as Record<
      string,
      Record<string, string>
    >,
    questions: readLines<BankLine>('bank.jsonl').map(({ expected, ...fields }): Question =>
      question({ ...fields, evidence: expected === null ? [] : [evidence({ document: expected })] }),
    ),
  };
}

const settings = config({ contract: { kind: 'bracket', abstention: 'не знам' }, attempts: 1 });

function measure(k: number) {
  const { documents, ranked, replies, questions } = load();
  const items = questions.map((asked) => {
    const base = item({ questionId: asked.id, ranked: ranked.get(asked.id) ?? [], selected: k });
    const sent = base.prompt.passages.map((passage) => ({
      ...passage,
      text: documents.get(passage.documentId)?.text ?? '',
    }));
    const reply = replies[k]?.[asked.id] ?? '';
    const reading = readReply({
      reply,
      finishReason: 'stop',
      refused: false,
      contract: settings.contract,
      passages: sent,
    });
    return {
      ...base,
      prompt: { ...base.prompt, passages: sent },
      attempts: [attempt({ reply, violation: reading.violation })],
      answer: reading.answer,
    };
  });
  const scores = items.map((one, index) => {
    const asked = questions[index] ?? question();
    const gold = resolveGold(asked, documents);
    const covered = gold.groups.map(() => true);
    return scoreItem({ item: one, question: asked, gold, config: settings, theta: 1, documents, covered, k });
  });
  return { scores, summary: summariseScores({ items, scores, questions, config: settings, k }) };
}

describe.skipIf(!isHere)('the shop', () => {
  it.each([
    [1, '3/7', '6/8', '5/8'],
    [2, '5/7', '6/8', '7/8'],
    [3, '6/7', '7/8', '7/8'],
    [4, '7/7', '8/8', '8/8'],
  ])('k = %i: found %s, grounded %s, correct %s', (k, ...expected) => {
    const { summary } = measure(k);
    const rates = [summary.found, summary.grounded, summary.correct];
    expect(rates.map((rate) => `${rate.k}/${rate.n}`)).toEqual(expected);
  });

  it('ranks the expected pieces 1 3 4 2 2 1 1, and averages them', () => {
    const { scores, summary } = measure(4);
    expect(scores.map(({ rank }) => rank)).toEqual([1, 3, 4, 2, 2, 1, 1, null]);
    expect(summary.retrieval.mrr).toBeCloseTo((1 + 1 / 3 + 1 / 4 + 1 / 2 + 1 / 2 + 1 + 1) / 7, 12);
    const recalls = [1, 3, 4].map((k) => summary.retrieval[`recall@${k}`]);
    expect(recalls).toEqual([3 / 7, 6 / 7, 7 / 7]);
  });

  it('k = 3: the one failure says that 30 is not in the cited source', () => {
    const failed = measure(3).scores.filter(({ correct }) => correct.pass === false);
    expect(failed).toHaveLength(1);
    expect(failed[0]?.grounded).toMatchObject({ pass: false });
    expect(failed[0]?.grounded.reasons.join()).toContain('number-missing: 30');
  });

  it('k = 1: right by luck, sources outside the prompt, the wrong passage, and one honest abstention', () => {
    const { scores, summary } = measure(1);
    const of = (id: string) => scores.find(({ questionId }) => questionId === id);
    expect(of('s2')).toMatchObject({
      stage: 'correct',
      flags: ['unsupported-correct'],
      grounded: { reasons: ['source-outside-prompt: доставка-2'] },
      firstBroken: 'selected',
    });
    expect(of('s3')).toMatchObject({ stage: 'retriever', detail: 'fabricated', grounded: { pass: false } });
    expect(of('s3')?.grounded.reasons).toContain('source-outside-prompt: връщане-2');
    expect(of('s4')).toMatchObject({
      grounded: { pass: true },
      correct: { pass: false },
      detail: 'fabricated',
    });
    expect(of('s5')).toMatchObject({
      grounded: { pass: true },
      correct: { pass: false },
      detail: 'abstained',
    });
    expect(summary.warnings).toContain(
      'Only 8 scoreable questions: one weighs 12.5 %. Read the intervals, not the rates.',
    );
  });
});
