// What the reader writes keeps the contract it was written for, whatever stands in the passages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnswerContract } from '#contract/config';
import { readReply } from '#domain/checks/read-reply';
import { renderAnswer } from '#domain/reading/render-answer';
import { splitSentences } from '#domain/reading/split-sentences';

const kinds = ['json', 'bracket', 'free'] as const;
const awkward = fc.constantFrom(
  "I don't know",
  'i dont know!',
  "I don't know. Or do I [a, b]?",
  'He said "yes" \\ {"answer": "x"}',
  '[1] Open [ and ] shut ]',
  'line one\nline two\u2028three\tfour',
  '\u200b zero width 0',
);

describe('a rendered answer', () => {
  it('complies, cites its passage, and abstains only where the sentence reads so', () => {
    const text = fc.oneof(awkward, fc.string({ unit: 'grapheme', maxLength: 40 }));
    const id = fc.constantFrom('a', 'a b', 'x, y', 'p[1]', '7', 'връщане-2');
    const contracts = fc.record({
      kind: fc.constantFrom(...kinds),
      answerField: fc.constantFrom('answer', 'respuesta'),
      passageField: fc.constant('passage'),
      abstention: fc.constant("I don't know"),
      citations: fc.constantFrom('one' as const, 'many' as const),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, id), { minLength: 1, maxLength: 3 }),
        contracts,
        (texts, contract) => {
          const passages = texts.map(([text, documentId], index) => ({
            number: index + 1,
            documentId,
            text,
          }));
          for (const sentence of [null, ...splitSentences(passages)])
            checkReading(sentence, contract, passages);
        },
      ),
      { numRuns: 150, seed: 7 },
    );
  });

  function checkReading(
    sentence: { number: number; documentId: string; text: string } | null,
    contract: AnswerContract,
    passages: readonly { number: number; documentId: string }[],
  ) {
    const reply = renderAnswer(sentence, contract);
    const { answer, violation } = readReply({
      reply,
      finishReason: 'stop',
      refused: false,
      contract,
      passages,
    });
    expect(violation).toBeNull();
    const abstains = sentence === null || reply === renderAnswer(null, contract);
    expect(answer?.abstained).toBe(abstains);
    if (sentence !== null && !abstains && contract.kind !== 'free')
      expect(answer?.citations).toContain(sentence.number);
  }
});
