// Blocks and segments against naive twins: nothing of the text is lost, and every character has just its marks.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockAt, cutBlocks, dealOut } from '../../../src-renderer/ui/document/blocks.ts';
import { segmentBlock, type Mark } from '../../../src-renderer/ui/document/segments.ts';

function mark(start: number, end: number, kind: Mark['kind'] = 'match'): Mark {
  return { id: `${kind} ${start}-${end}`, start, end, kind, label: '' };
}

test('segments of marks that overlap, touch, are empty or lie outside', () => {
  const evidence = mark(3, 8, 'evidence');
  const citation = mark(6, 12, 'citation');
  const marks = [evidence, citation, mark(5, 5), mark(20, 30), mark(0, 2)];
  expect(segmentBlock({ start: 2, end: 14 }, marks, [4, 14, 99])).toEqual([
    { start: 2, end: 3, marks: [] },
    { start: 3, end: 4, marks: [evidence] },
    { start: 4, end: 6, marks: [evidence] },
    { start: 6, end: 8, marks: [evidence, citation] },
    { start: 8, end: 12, marks: [citation] },
    { start: 12, end: 14, marks: [] },
  ]);
  expect(segmentBlock({ start: 5, end: 5 }, marks)).toEqual([]);
});

const span = fc.tuple(fc.nat(120), fc.nat(40)).map(([start, length]) => ({ start, end: start + length }));

test('every character has the marks that cover it', () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), span, fc.array(fc.nat(160)), (spans, block, cuts) => {
      const marks = spans.map(({ start, end }, index) => ({ ...mark(start, end), id: String(index) }));
      const segments = segmentBlock(block, marks, cuts);
      const covered = segments.flatMap(({ start, end, marks: on }) =>
        Array.from({ length: end - start }, (_, index) => [start + index, on.map(({ id }) => id)]),
      );
      const naive = Array.from({ length: block.end - block.start }, (_, index) => {
        const at = block.start + index;
        return [at, marks.filter(({ start, end }) => start <= at && at < end).map(({ id }) => id)];
      });
      expect(covered).toEqual(naive);
    }),
    { seed: 7, numRuns: 200 },
  );
});

const piece = fc.oneof(
  fc.constant('\n'),
  fc.constant('a'.repeat(700)),
  fc.constant('слово '.repeat(90)),
  fc.constant('😀'.repeat(400)),
  fc.constant('x y\r\n'),
);

test('blocks hold the whole text, end after a line break where they can, and split no character', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const blocks = cutBlocks(text);
      expect(blocks.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
      blocks.forEach(({ start, end }, index) => {
        expect(end).toBeGreaterThan(start);
        expect(end - start).toBeLessThanOrEqual(6000);
        expect(blocks[index + 1]?.start ?? text.length).toBe(end);
        expect(/[\uD800-\uDBFF]$/.test(text.slice(start, end))).toBe(false);
      });
    }),
    { seed: 7, numRuns: 100 },
  );
});

test('a long line is cut at white space, an endless word where it must be', () => {
  const words = 'word '.repeat(2000);
  expect(cutBlocks(words)).toEqual([
    { start: 0, end: 6000 },
    { start: 6000, end: 10_000 },
  ]);
  expect(cutBlocks('😀'.repeat(3500).slice(1))).toEqual([
    { start: 0, end: 5999 },
    { start: 5999, end: 6999 },
  ]);
  expect(cutBlocks('')).toEqual([]);
});

test('things are dealt to every block they touch', () => {
  const blocks = [
    { start: 0, end: 10 },
    { start: 10, end: 20 },
    { start: 20, end: 30 },
  ];
  const [inside, across, edge, point] = [mark(2, 10), mark(9, 21), mark(10, 20), mark(20, 20)];
  expect(dealOut(blocks, [inside, across, edge, point])).toEqual(
    new Map([
      [0, [inside, across]],
      [1, [across, edge]],
      [2, [across, point]],
    ]),
  );
  expect([0, 9, 10, 29, 30, 99].map((offset) => blockAt(blocks, offset))).toEqual([0, 0, 1, 2, 2, 2]);
  expect(blockAt([], 0)).toBe(-1);
});
