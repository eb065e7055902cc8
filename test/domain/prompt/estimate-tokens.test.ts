import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateMessages, estimateTokens, tokenEstimator } from '#domain/prompt/estimate-tokens';

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    ['a', 1],
    ['abcd', 1],
    ['abcde', 2],
    ['¿Qué?', Math.ceil((2 + 1 + 1 + 2 + 1) / 4)],
    ['доставка', (8 * 2) / 4],
    ['東京都庁', (4 * 3) / 4],
    ['😀', 4 / 4],
    ['\ud83d', 1],
    ['\ude00\ud83d', Math.ceil((3 + 3) / 4)],
  ])('%j costs %i', (text, tokens) => {
    expect(estimateTokens(text)).toBe(tokens);
  });

  it('counts the bytes that an encoder would write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(estimateTokens(text)).toBe(Math.ceil(Buffer.byteLength(text, 'utf8') / 4));
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('estimateMessages', () => {
  it('adds the frame of each message', () => {
    expect(estimateMessages([])).toBe(0);
    expect(
      estimateMessages([
        { role: 'system', content: 'abcd' },
        { role: 'user', content: 'abcdefgh' },
      ]),
    ).toBe(4 + 1 + 4 + 2);
  });
});

it('names its method and version', () => {
  expect(tokenEstimator).toMatch(/^[a-z0-9/-]+@\d+$/);
});
