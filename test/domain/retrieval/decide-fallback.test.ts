// When a fallback retriever is asked.
import { describe, expect, it } from 'vitest';
import { decideFallback, describeEnough } from '#domain/retrieval/decide-fallback';

function hitsOf(...scores: readonly number[]) {
  return scores.map((score, chunk) => ({ chunk, score }));
}

describe('decideFallback', () => {
  it.each([
    [[], 1, null, '0 hits, fewer than 1'],
    [[0.5], 2, null, '1 hit, fewer than 2'],
    [[0.5, 0.4], 2, null, null],
    [[], 0, null, null],
    [[], 0, 0.3, 'no hits, so no score of at least 0.3'],
    [[0.123456, 0.1], 1, 0.3, 'the best score 0.1235 lies below 0.3'],
    [[0.3], 1, 0.3, null],
    [[0.2], 3, 0.3, '1 hit, fewer than 3'],
    [[-2], 1, 0, 'the best score -2 lies below 0'],
  ])('of %j with fewerThan %i and bestBelow %j: %j', (scores, fewerThan, bestBelow, reason) => {
    expect(decideFallback(hitsOf(...scores), { fewerThan, bestBelow })).toBe(reason);
  });

  it('has words for one that was not needed', () => {
    expect(describeEnough(hitsOf(0.5, 0.2))).toBe('not needed: 2 hits, the best score 0.5');
    expect(describeEnough([])).toBe('not needed: 0 hits are enough');
  });
});
