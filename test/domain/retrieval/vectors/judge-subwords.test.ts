// Counting words beside pieces, and the verdict on a model's knowledge of a language.
import { describe, expect, it } from 'vitest';
import { judgeSubwords, measureSubwords } from '#domain/retrieval/vectors/judge-subwords';

describe('measureSubwords', () => {
  it.each([
    ['', 0, 0, { tokens: 0, words: 0, tokensPerWord: null, unknown: 0, unknownShare: null }],
    ['two words', 3, 0, { tokens: 3, words: 2, tokensPerWord: 3 / 2, unknown: 0, unknownShare: 0 }],
    ["it's 3.14", 4, 1, { tokens: 4, words: 4, tokensPerWord: 1, unknown: 1, unknownShare: 1 / 4 }],
    // Two characters of a script without spaces count as one word.
    ['東京タワー', 5, 1, { tokens: 5, words: 3, tokensPerWord: 5 / 3, unknown: 1, unknownShare: 1 / 5 }],
    ['x東y', 3, 0, { tokens: 3, words: 3, tokensPerWord: 1, unknown: 0, unknownShare: 0 }],
    ['e\u0301a 𝒜b', 2, 0, { tokens: 2, words: 2, tokensPerWord: 1, unknown: 0, unknownShare: 0 }],
  ])('%j', (text, tokens, unknown, figures) => {
    expect(measureSubwords(text, tokens, unknown)).toEqual(figures);
  });
});

describe('judgeSubwords', () => {
  const english = measureSubwords('ten words of plain English text to compare with others', 11, 0);
  const judge = (tokens: number, unknown = 0) =>
    judgeSubwords(
      'the model',
      measureSubwords('ten words of some text that the model may know', tokens, unknown),
      english,
    );

  it.each([
    [10, 0, null],
    // 1.5 a word is less than 1.4 x 1.1
    [15, 0, null],
    [16, 0, expect.stringContaining('probably not made for its language')],
    [27, 0, expect.stringContaining('probably not made for its language')],
    // 2.8 a word is more than 2.5 x 1.1
    [
      28,
      0,
      expect.stringContaining(
        'does not know this language: it spells the words out (2.8 pieces a word where English has 1.1)',
      ),
    ],
    [20, 1, expect.stringContaining('probably not made for its language')],
    [10, 1, expect.stringContaining('no token for 1 of the 10 pieces of this text (10 %)')],
  ] as const)('%d pieces, %d unknown', (tokens, unknown, verdict) => {
    expect(judge(tokens, unknown)).toEqual(verdict);
  });

  it('says nothing of a text without words', () => {
    expect(judgeSubwords('the model', measureSubwords('?!', 2, 0), english)).toBe(null);
  });
});
