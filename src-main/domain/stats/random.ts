// A seeded generator of random numbers, so that every draw of a test or interval can be repeated.

/** Draws numbers in [0, 1). */
export type Random = () => number;

/**
 * xoshiro128** (Blackman and Vigna 2018), its state filled from `seed` (an integer) by splitmix32.
 * The same seed gives the same numbers on every platform.
 */
export function seededRandom(seed: number): Random {
  const next = splitmix32(seed);
  let [a, b, c, d] = [next(), next(), next(), next()];
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result / 2 ** 32;
  };
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
