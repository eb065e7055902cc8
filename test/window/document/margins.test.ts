// What stands beside a text: lanes and numbers of chunks, labels of pages and headings.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { laneCount, layOutChunks } from '../../../src-renderer/ui/document/chunk-bars.ts';
import { markHeadings, noteStarts } from '../../../src-renderer/ui/document/notes.ts';

function chunk(n: number, start: number, end: number) {
  return { id: `a/b#${n}`, start, end };
}

test('overlapping chunks take lanes side by side, and each is numbered', () => {
  const text = `${'x'.repeat(900)}\n${'y'.repeat(900)}`;
  expect(layOutChunks([chunk(1, 0, 800), chunk(2, 700, 1500), chunk(3, 1400, 1801)], text)).toEqual([
    { id: 'a/b#1', start: 0, end: 800, lane: 0, label: '1' },
    { id: 'a/b#2', start: 700, end: 1500, lane: 1, label: '2' },
    { id: 'a/b#3', start: 1400, end: 1801, lane: 0, label: '3' },
  ]);
});

test('sentences on one line share a number, and brackets leave out white space', () => {
  const text = 'One is one.  Two is two. Three.\nFour.\n';
  expect(layOutChunks([chunk(1, 0, 13), chunk(2, 13, 25), chunk(3, 25, 32), chunk(4, 32, 38)], text)).toEqual(
    [
      { id: 'a/b#1', start: 0, end: 11, lane: 0, label: '1…' },
      { id: 'a/b#2', start: 13, end: 24, lane: 1, label: null },
      { id: 'a/b#3', start: 25, end: 31, lane: 2, label: null },
      { id: 'a/b#4', start: 32, end: 37, lane: 0, label: '4' },
    ],
  );
  expect(layOutChunks([chunk(1, 1, 3)], 'a   b')).toEqual([
    { id: 'a/b#1', start: 1, end: 3, lane: 0, label: '1' },
  ]);
});

test('two chunks share a lane only when they do not overlap, as long as there are lanes', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 20, max: 300 }), fc.nat(200)), { maxLength: 30 });
  fc.assert(
    fc.property(lengths, (steps) => {
      let start = 0;
      const chunks = steps.map(([step, extra], index) => {
        const made = chunk(index + 1, start, start + step + extra);
        start += step;
        return made;
      });
      const bars = layOutChunks(chunks, 'x'.repeat(10_000));
      bars.forEach((bar, index) => {
        const overlapping = bars.slice(0, index).filter(({ end }) => end > bar.start);
        expect(bar.lane).toBeLessThan(laneCount);
        if (overlapping.length < laneCount && overlapping.length > 0)
          expect(bar.lane).not.toBe(overlapping.at(-1)?.lane);
      });
    }),
    { seed: 7, numRuns: 200 },
  );
});

test('pages and headings that begin at one place share a label', () => {
  const pages = [
    { page: 1, start: 0 },
    { page: 2, start: 50 },
  ];
  const headings = [
    { level: 1, title: 'Returns', start: 50 },
    { level: 2, title: 'Within 30 days', start: 20 },
  ];
  expect(noteStarts(pages, headings, (page) => `page ${page}`)).toEqual([
    { start: 0, end: 0, label: 'page 1' },
    { start: 20, end: 20, label: 'H2' },
    { start: 50, end: 50, label: 'page 2 · H1' },
  ]);
});

test('a heading is marked where its title stands, behind the signs of its markup too', () => {
  const text = '## Returns\nWe take it back.\n';
  expect(
    markHeadings(text, [
      { level: 2, title: 'Returns', start: 0 },
      { level: 2, title: 'Elsewhere', start: 0 },
      { level: 2, title: '', start: 0 },
    ]),
  ).toEqual([{ id: 'heading 0', start: 3, end: 10, kind: 'heading', label: '' }]);
});
