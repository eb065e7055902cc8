// Measures slices of one text in the unit of a chunker: how far a slice of a given size may reach.
import type { ChunkUnit } from '#contract/config/chunker';
import { estimateTokens } from '../prompt/estimate-tokens.ts';
import { isWhiteSpaceAt } from './slices.ts';

export interface Ruler {
  /** The farthest end, at most the text's length, for which the slice from `start` measures at most `size`. */
  reach(start: number, size: number): number;
  /** The earliest start for which the slice up to `end` measures at most `size`. */
  reachBack(end: number, size: number): number;
}

/** Returns the ruler of a unit over a text; offsets are UTF-16 code units. Work per call is linear in the slice measured. */
export function createRuler(text: string, unit: ChunkUnit): Ruler {
  if (unit === 'words') return createWordRuler(text);
  if (unit === 'tokens') return createTokenRuler(text);
  return {
    reach: (start, size) => Math.min(text.length, start + size),
    reachBack: (end, size) => Math.max(0, end - size),
  };
}

/** Offsets at which white-space separated words start, ascending. */
export function findWordStarts(text: string): number[] {
  const starts: number[] = [];
  let inWord = false;
  for (let at = 0; at < text.length; at += 1) {
    const white = isWhiteSpaceAt(text, at);
    if (!white && !inWord) starts.push(at);
    inWord = !white;
  }
  return starts;
}

/** Index of the first of ascending `offsets` that is at least `offset`; their number when there is none. */
export function lowerBound(offsets: readonly number[], offset: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] as number) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of a word counts as a word. */
function createWordRuler(text: string): Ruler {
  const starts = findWordStarts(text);
  return {
    reach(start, size) {
      const insideWord = start < text.length && !isWhiteSpaceAt(text, start);
      const next = lowerBound(starts, insideWord ? start + 1 : start);
      return starts[next + size - (insideWord ? 1 : 0)] ?? text.length;
    },
    reachBack(end, size) {
      if (size === 0) return end;
      return starts[Math.max(0, lowerBound(starts, end) - size)] ?? end;
    },
  };
}

/** The estimate never falls when a slice grows, so the farthest end is found by leaps and halving. */
function createTokenRuler(text: string): Ruler {
  function farthest(limit: number, fits: (length: number) => boolean): number {
    let low = 0;
    let leap = 64;
    while (low + leap <= limit && fits(low + leap)) {
      low += leap;
      leap *= 2;
    }
    let high = Math.min(low + leap, limit + 1);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (fits(middle)) low = middle;
      else high = middle;
    }
    return low;
  }
  return {
    reach: (start, size) =>
      start +
      farthest(text.length - start, (length) => estimateTokens(text.slice(start, start + length)) <= size),
    reachBack: (end, size) =>
      end - farthest(end, (length) => estimateTokens(text.slice(end - length, end)) <= size),
  };
}
