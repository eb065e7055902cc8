// Cutting tokens: the special tokens stay, whatever frame a tokenizer has, and limits come from both files.
import { describe, expect, it } from 'vitest';
import { cutTokens, findFrame, tokenLimit } from '#adapters/embed/tokens';

describe('findFrame', () => {
  it.each([
    ['BERT', [101, 102], [101, 7, 102], { before: 1, after: 1 }],
    ['T5: an end alone', [1], [7, 8, 1], { before: 0, after: 1 }],
    ['a start alone', [5], [5, 7], { before: 1, after: 0 }],
    ['none', [], [7], { before: 0, after: 0 }],
    ['two at the end', [1, 2, 3], [1, 7, 2, 3], { before: 1, after: 2 }],
  ])('%s', (_, empty, sample, frame) => {
    expect(findFrame(empty, sample)).toEqual(frame);
  });
});

describe('cutTokens', () => {
  const bert = { before: 1, after: 1 };
  it.each([
    ['short', [101, 7, 8, 102], 4, bert, { ids: [101, 7, 8, 102], cut: false, empty: false }],
    ['one too long', [101, 7, 8, 9, 102], 4, bert, { ids: [101, 7, 8, 102], cut: true, empty: false }],
    ['special tokens alone', [101, 102], 4, bert, { ids: [101, 102], cut: false, empty: true }],
    ['no frame', [7, 8, 9], 2, { before: 0, after: 0 }, { ids: [7, 8], cut: true, empty: false }],
    ['nothing at all', [], 2, { before: 0, after: 0 }, { ids: [], cut: false, empty: true }],
  ])('%s', (_, ids, limit, frame, expected) => {
    expect(cutTokens(ids, limit, frame)).toEqual(expected);
  });
});

describe('tokenLimit', () => {
  it.each([
    ['the tokenizer, where it is smaller', 256, { max_position_embeddings: 512 }, 256],
    ['the table of positions, where the tokenizer has no limit', 1e30, { max_position_embeddings: 512 }, 512],
    [
      'RoBERTa, whose positions start after the padding id',
      Infinity,
      { model_type: 'xlm-roberta', max_position_embeddings: 514, pad_token_id: 1 },
      512,
    ],
    ['the tokenizer alone', 128, {}, 128],
    ['neither', undefined, {}, null],
  ])('%s', (_, tokenizerLimit, config, limit) => {
    expect(tokenLimit(tokenizerLimit, config)).toBe(limit);
  });
});
