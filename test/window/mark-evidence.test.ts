// Where evidence is marked in a passage, against a twin that looks at each character.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Evidence } from '#contract/bank';
import { markEvidence } from '../../src-renderer/views/item/mark-evidence.ts';

const passage = { number: 1, chunkId: 'd#0', documentId: 'd', start: 10, end: 20, text: 'abcdefghij' };
const span = (start: number, end: number, document = 'd'): Evidence => ({ document, start, end, group: 1 });

test.each<[string, Evidence[], string]>([
  ['none', [], 'abcdefghij'],
  ['inside', [span(12, 14)], 'ab[cd]efghij'],
  ['all of it and more', [span(0, 99)], '[abcdefghij]'],
  ['over the start', [span(5, 12)], '[ab]cdefghij'],
  ['over the end', [span(18, 30)], 'abcdefgh[ij]'],
  ['two that overlap', [span(11, 14), span(13, 16)], 'a[bcdef]ghij'],
  ['before it', [span(0, 10)], 'abcdefghij'],
  ['after it', [span(20, 25)], 'abcdefghij'],
  ['of another document', [span(12, 14, 'e')], 'abcdefghij'],
  ['a whole document', [{ document: 'd', group: 1 }], 'abcdefghij'],
])('%s', (_name, evidence, drawn) => {
  const pieces = markEvidence(passage, evidence);
  expect(pieces.map(({ text, isEvidence }) => (isEvidence ? `[${text}]` : text)).join('')).toBe(drawn);
});

test('an empty passage has no piece', () => {
  expect(markEvidence({ ...passage, end: 10, text: '' }, [span(0, 99)])).toEqual([]);
});

test('every character is marked exactly when some evidence holds it', () => {
  const spans = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { maxLength: 4 });
  fc.assert(
    fc.property(spans, (pairs) => {
      const evidence = pairs.map(([start, end]) => span(start, end));
      const marks = markEvidence(passage, evidence).flatMap(({ text, isEvidence }) =>
        [...text].map((letter) => [letter, isEvidence]),
      );
      const twin = [...passage.text].map((letter, index) => [
        letter,
        pairs.some(([start, end]) => start <= index + 10 && index + 10 < end),
      ]);
      expect(marks).toEqual(twin);
    }),
    { seed: 11, numRuns: 200 },
  );
});
