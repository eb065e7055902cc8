// Character n-grams inside words, as scikit-learn's analyzer char_wb cuts them.

/**
 * Cuts each white-space separated word, padded by one space on both sides, into its n-grams of `min` to `max` code
 * points, shortest first; punctuation is part of a word. A padded word no longer than n gives itself once and no longer
 * n-grams.
 * @param text normalised and lower-cased
 */
export function cutCharNgrams(text: string, min: number, max: number): string[] {
  const terms: string[] = [];
  for (const word of text.match(words) ?? []) {
    if (beyondBasicPlane.test(word)) pushByCodePoints(terms, ` ${word} `, min, max);
    else pushByUnits(terms, ` ${word} `, min, max);
  }
  return terms;
}

const words = /\P{White_Space}+/gu;
const beyondBasicPlane = /[\ud800-\udfff]/;

function pushByUnits(terms: string[], padded: string, min: number, max: number): void {
  const { length } = padded;
  for (let size = min; size <= max; size += 1) {
    if (size >= length) {
      terms.push(padded);
      return;
    }
    for (let start = 0; start + size <= length; start += 1) terms.push(padded.slice(start, start + size));
  }
}

function pushByCodePoints(terms: string[], padded: string, min: number, max: number): void {
  const points = Array.from(padded);
  for (let size = min; size <= max; size += 1) {
    if (size >= points.length) {
      terms.push(padded);
      return;
    }
    for (let start = 0; start + size <= points.length; start += 1)
      terms.push(points.slice(start, start + size).join(''));
  }
}
