// Chunkers that stand on a model: what is pure in them.
import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { chunkSemantically, planSemantic } from '#domain/text/chunkers/semantic';
import { carryOver, findParagraphs, packBlock, readPieces } from '#domain/text/chunkers/llm-blocks';

const semantic = {
  kind: 'semantic',
  model: 'm',
  quantized: false,
  percentile: 50,
  buffer: 1,
  size: null,
} as const;

describe('semantic', () => {
  const text = 'One. Two. Three. Four.';
  const plan = planSemantic(text, semantic, 'en');
  const cut = (distances: number[], more = {}) =>
    chunkSemantically(text, plan, distances, { ...semantic, ...more }).map(({ start, end }) =>
      text.slice(start, end),
    );

  test('each sentence is embedded between its neighbours', () => {
    expect(plan.texts).toEqual(['One. Two.', 'One. Two. Three.', 'Two. Three. Four.', 'Three. Four.']);
    expect(planSemantic(text, { ...semantic, buffer: 0 }, 'en').texts).toEqual([
      'One.',
      'Two.',
      'Three.',
      'Four.',
    ]);
  });

  test.each([
    [[0.1, 0.9, 0.2], {}, ['One. Two.', 'Three. Four.']],
    [[0.5, 0.5, 0.5], {}, [text]],
    [[0.1, 0.9, 0.2], { percentile: 100 }, [text]],
    // The lowest distance is the limit, and does not lie above itself.
    [[0.1, 0.9, 0.2], { percentile: 0 }, ['One. Two.', 'Three.', 'Four.']],
    [[0.1, 0.9, 0.2], { size: 6 }, ['One.', 'Two.', 'Three.', 'Four.']],
  ])('distances %j %o', (distances, more, expected) => {
    expect(cut(distances, more)).toEqual(expected);
  });

  test('a document of one sentence is one chunk, an empty one none', () => {
    const one = 'Only this.';
    expect(chunkSemantically(one, planSemantic(one, semantic, null), [], semantic)).toEqual([
      { start: 0, end: 10 },
    ]);
    expect(chunkSemantically('  ', planSemantic('  ', semantic, null), [], semantic)).toEqual([]);
  });
});

describe('llm blocks', () => {
  const text = 'First paragraph here.\n\nSecond one.\n\nThird, a little longer than the others.';

  test('paragraphs are packed while they fit', () => {
    const paragraphs = findParagraphs(text, 1000);
    expect(paragraphs.map(({ start, end }) => text.slice(start, end))).toEqual(text.split('\n\n'));
    const first = packBlock(text, paragraphs, 0, 9);
    expect(first && text.slice(first.start, first.end)).toBe('First paragraph here.\n\nSecond one.');
    expect(packBlock(text, paragraphs, first?.end ?? 0, 9)).toEqual(paragraphs[2]);
    expect(packBlock(text, paragraphs, text.length, 9)).toBeNull();
  });

  test('a paragraph that no block holds is split first', () => {
    const long = 'word '.repeat(400).trim();
    for (const { start, end } of findParagraphs(long, 50)) expect(end - start).toBeLessThanOrEqual(200);
  });

  const block = { start: 0, end: text.length };
  test.each([
    [{ pieces: ['First paragraph here. Second one.', 'Third, a little longer than the others.'] }, 2],
    [{ pieces: ['First', '  ', 'paragraph here.\nSecond one.Third, a little longer than the others.'] }, 2],
  ])('pieces that repeat the text are placed: %o', (reply, count) => {
    const read = readPieces(JSON.stringify(reply), text, block);
    expect(read).toMatchObject({ ok: true });
    expect(read.ok && read.pieces).toHaveLength(count);
  });

  test.each([
    ['not json', 'the reply is not {"pieces": [...]}'],
    ['{"pieces": "all"}', 'the reply is not {"pieces": [...]}'],
    ['{"pieces": [1]}', 'a piece is not a text'],
    ['{"pieces": ["First paragraph."]}', 'piece 1 does not repeat the text word for word'],
    ['{"pieces": ["First paragraph here."]}', 'the pieces leave out the end of the text'],
    [JSON.stringify({ pieces: [`${text} And more.`] }), 'piece 1 does not repeat the text word for word'],
  ])('%s is refused', (reply, reason) => {
    expect(readPieces(reply, text, block)).toEqual({ ok: false, reason });
  });

  test('whatever the cuts, the pieces cover the text and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ab é\n€.😀'), maxLength: 60 }),
        fc.array(fc.nat(60)),
        (text, places) => {
          const units = Array.from(text);
          const at = [...new Set(places.map((place) => Math.min(place, units.length)))].sort((a, b) => a - b);
          const pieces = [0, ...at].map((from, index) =>
            units.slice(from, at[index] ?? units.length).join(''),
          );
          const read = readPieces(JSON.stringify({ pieces }), text, { start: 0, end: text.length });
          expect(read.ok).toBe(true);
          const joined = read.ok ? read.pieces.map(({ start, end }) => text.slice(start, end)).join('') : '';
          expect(joined.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });

  test('the last pieces are carried into the next block, and at least one is settled', () => {
    const pieces = [1, 2, 3, 4].map((n) => ({ start: n * 10, end: n * 10 + 8 }));
    expect(carryOver(pieces, 2, false)).toEqual({ settled: pieces.slice(0, 2), next: 30 });
    expect(carryOver(pieces, 9, false)).toEqual({ settled: pieces.slice(0, 1), next: 20 });
    expect(carryOver(pieces, 0, false)).toEqual({ settled: pieces, next: 48 });
    expect(carryOver(pieces, 2, true)).toEqual({ settled: pieces, next: null });
  });
});
