// The published outcomes of two small assistants, from their own replies and passages.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Question } from '#contract/bank';
import type { Passage } from '#contract/items';
import { checkCorrect } from '#domain/checks/correct';
import { checkGrounded } from '#domain/checks/grounded';
import { readReply } from '#domain/checks/read-reply';
import { bracketContract, jsonContract } from '../prompt/fixtures.ts';

const lessons = join(process.env['ASSAY_TEST_DATA'] ?? '../shared', 'lessons');
const present = existsSync(lessons);
if (!present) console.warn(`skipped: no lessons in ${lessons} (set ASSAY_TEST_DATA)`);

function read(path: string): string {
  return readFileSync(join(lessons, path), 'utf8');
}

function readLines<Line>(path: string): Line[] {
  return read(path)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): Line => JSON.parse(line));
}

interface BankLine {
  readonly id: string;
  readonly question: string;
  readonly answers: string[];
  readonly unanswerable?: boolean;
  readonly scriptedReply?: string;
}

function makeQuestion(line: BankLine): Question {
  const { id, question, answers, unanswerable } = line;
  return { id, question, answers, unanswerable, evidence: [] };
}

describe.skipIf(!present)('shop, contract bracket', () => {
  const corpus = present ? readLines<{ _id: string; text: string }>('shop/corpus.jsonl') : [];
  const bank = present ? readLines<BankLine>('shop/bank.jsonl') : [];
  const run = present
    ? read('shop/run.trec')
        .trim()
        .split('\n')
        .map((line) => line.split(' '))
    : [];
  const replies: Record<string, Record<string, string>> = present
    ? JSON.parse(read('shop/replies.json'))
    : {};

  function listPassages(questionId: string, k: number): Passage[] {
    return run
      .filter(([id]) => id === questionId)
      .slice(0, k)
      .map(([, , documentId = ''], index) => {
        const text = corpus.find((document) => document._id === documentId)?.text ?? '';
        return {
          number: index + 1,
          chunkId: `${documentId}#0`,
          documentId,
          start: 0,
          end: text.length,
          text,
        };
      });
  }

  function judge(k: number) {
    return bank.map((line) => {
      const passages = listPassages(line.id, k);
      const reply = replies[k]?.[line.id] ?? '';
      const contract = bracketContract;
      const { answer } = readReply({ reply, finishReason: 'stop', refused: false, contract, passages });
      const checks = { numbers: true, quotes: true, locale: 'auto' };
      return {
        id: line.id,
        grounded: checkGrounded({ answer, passages, contract, checks }),
        correct: checkCorrect({ answer, question: makeQuestion(line), contract }).pass,
      };
    });
  }

  it.each([
    [1, 6, 5],
    [2, 6, 7],
    [3, 7, 7],
    [4, 8, 8],
  ])('k = %i: grounded %i/8, correct %i/8', (k, grounded, correct) => {
    const results = judge(k);
    expect(results.filter((result) => result.grounded.pass)).toHaveLength(grounded);
    expect(results.filter((result) => result.correct)).toHaveLength(correct);
  });

  it('k = 1: two sources outside the prompt, one of them right by luck; two grounded and wrong', () => {
    const results = judge(1).filter((result) => !(result.grounded.pass && result.correct));
    const pass = { pass: true, reasons: [] };
    expect(results).toEqual([
      { id: 's2', grounded: { pass: false, reasons: ['source-outside-prompt: доставка-2'] }, correct: true },
      { id: 's3', grounded: { pass: false, reasons: ['source-outside-prompt: връщане-2'] }, correct: false },
      { id: 's4', grounded: pass, correct: false },
      { id: 's5', grounded: pass, correct: false },
    ]);
  });

  it('k = 3: the one failure is the number 30', () => {
    expect(judge(3).filter((result) => !(result.grounded.pass && result.correct))).toEqual([
      { id: 's3', grounded: { pass: false, reasons: ['number-missing: 30'] }, correct: false },
    ]);
  });
});

describe.skipIf(!present)('marianela, contract json', () => {
  const bank = present ? readLines<BankLine>('marianela/bank.jsonl') : [];
  const passages = [1, 2, 3].map((number) => ({ number, documentId: `c#${number}` }));

  it('seven correct, one with text after its object, two abstentions, one invented, one misread', () => {
    const outcome = bank.map((line) => {
      const reply = line.scriptedReply ?? '';
      const reading = readReply({
        reply,
        finishReason: 'stop',
        refused: false,
        contract: jsonContract,
        passages,
      });
      const { pass } = checkCorrect({
        answer: reading.answer,
        question: makeQuestion(line),
        contract: jsonContract,
      });
      return [
        line.id,
        reading.violation?.reason ?? (reading.answer?.abstained ? 'abstained' : 'answered'),
        pass,
      ];
    });
    expect(outcome).toEqual([
      ['m01', 'answered', true],
      ['m02', 'answered', true],
      ['m03', 'answered', true],
      ['m04', 'abstained', false],
      ['m05', 'answered', true],
      ['m06', 'answered', false],
      ['m07', 'answered', true],
      ['m08', 'answered', true],
      ['m09', 'extra-text', false],
      ['m10', 'answered', true],
      ['m11', 'abstained', false],
      ['m12', 'answered', false],
    ]);
  });

  it('the reply with text after its object would be right if that were forgiven', () => {
    const line = bank.find((candidate) => candidate.id === 'm09');
    const reply = line?.scriptedReply ?? '';
    const { recovered } = readReply({
      reply,
      finishReason: 'stop',
      refused: false,
      contract: jsonContract,
      passages,
    });
    expect(
      line && checkCorrect({ answer: recovered, question: makeQuestion(line), contract: jsonContract }).pass,
    ).toBe(true);
  });
});
