// A place in a ranked list, and the choice of the best places out of many scores.

/** `chunk` is the place of the chunk in corpus order, from 0. */
export interface RankedChunk {
  readonly chunk: number;
  readonly score: number;
}

export interface RankLimits {
  /** Length of the list at most; Infinity for all. */
  readonly candidates: number;
  /** A hit must lie strictly above it; null: above 0 alone. */
  readonly minScore: number | null;
  /** Per chunk 1 or 0, in corpus order: chunks of 0 are left out before the list is cut; null or absent: all may be listed. */
  readonly allowed?: Uint8Array | null;
}

/** Best first: by score, ties in corpus order. */
export function compareRanked(a: RankedChunk, b: RankedChunk): number {
  return b.score - a.score || a.chunk - b.chunk;
}

/**
 * Ranks the first `count` of `chunks` by their entry in `scores`.
 * @returns at most `candidates` allowed places with a score above 0 and above minScore, best first, ties in corpus order
 */
export function selectBest(
  scores: Float64Array,
  chunks: Uint32Array,
  count: number,
  { candidates, minScore, allowed = null }: RankLimits,
): RankedChunk[] {
  const floor = Math.max(0, minScore ?? 0);
  const heap = new Uint32Array(Math.min(candidates, count));
  const size = fillHeap(heap, scores, chunks, count, floor, allowed);
  return emptyHeap(heap, size, scores);
}

/** The score at place `candidates` of the ranked list, or 0 while the list is shorter. */
export function lowestSelected(
  scores: Float64Array,
  chunks: Uint32Array,
  count: number,
  { candidates, allowed = null }: RankLimits,
): number {
  if (candidates > count) return 0;
  const heap = new Uint32Array(candidates);
  const size = fillHeap(heap, scores, chunks, count, 0, allowed);
  return size < candidates ? 0 : (scores[heap[0] as number] as number);
}

/** Keeps the best chunks in a heap whose root is the worst of them; returns how many it holds. */
function fillHeap(
  heap: Uint32Array,
  scores: Float64Array,
  chunks: Uint32Array,
  count: number,
  floor: number,
  allowed: Uint8Array | null,
): number {
  let size = 0;
  if (heap.length === 0) return 0;
  for (let i = 0; i < count; i += 1) {
    const chunk = chunks[i] as number;
    if (!((scores[chunk] as number) > floor) || (allowed !== null && allowed[chunk] !== 1)) continue;
    if (size < heap.length) {
      siftUp(heap, size, chunk, scores);
      size += 1;
    } else if (isWorse(heap[0] as number, chunk, scores)) {
      siftDown(heap, size, chunk, scores);
    }
  }
  return size;
}

/** Takes the worst again and again, so the list fills from its end: ranking by the same comparison, without objects. */
function emptyHeap(heap: Uint32Array, size: number, scores: Float64Array): RankedChunk[] {
  for (let last = size - 1; last > 0; last -= 1) {
    const worst = heap[0] as number;
    siftDown(heap, last, heap[last] as number, scores);
    heap[last] = worst;
  }
  return Array.from(heap.subarray(0, size), (chunk) => ({ chunk, score: scores[chunk] as number }));
}

function isWorse(a: number, b: number, scores: Float64Array): boolean {
  const scoreA = scores[a] as number;
  const scoreB = scores[b] as number;
  return scoreA < scoreB || (scoreA === scoreB && a > b);
}

function siftUp(heap: Uint32Array, from: number, chunk: number, scores: Float64Array): void {
  let at = from;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isWorse(chunk, heap[parent] as number, scores)) break;
    heap[at] = heap[parent] as number;
    at = parent;
  }
  heap[at] = chunk;
}

/** Replaces the root of the first `size` entries. */
function siftDown(heap: Uint32Array, size: number, chunk: number, scores: Float64Array): void {
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isWorse(heap[child + 1] as number, heap[child] as number, scores)) child += 1;
    if (!isWorse(heap[child] as number, chunk, scores)) break;
    heap[at] = heap[child] as number;
    at = child;
  }
  heap[at] = chunk;
}
