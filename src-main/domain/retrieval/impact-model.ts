// Ranking by summed impacts: what TF-IDF and BM25 share once each posting's share of a score is known.
import type { LexicalIndex } from './lexical-index.ts';
import { lowestSelected, selectBest, type RankedChunk, type RankLimits } from './ranked-chunk.ts';

/** A chunk's score is the sum over the query's terms of weight x impact. */
export interface ImpactModel {
  readonly index: LexicalIndex;
  /** Per posting, >= 0. */
  readonly impacts: Float64Array;
  /** Per term: its largest impact. */
  readonly bounds: Float64Array;
  /** Working memory of one ranking at a time; `scores` is all zeros between two. */
  readonly scratch: { readonly scores: Float64Array; readonly touched: Uint32Array };
}

export interface QueryTerm {
  readonly term: number;
  /** >= 0; terms of weight 0 add nothing. */
  readonly weight: number;
}

/** What one term of the query adds to a chunk's score. */
export interface Contribution {
  readonly term: string;
  readonly contribution: number;
}

/** Relative; wider than any rounding error of a sum, so that pruning never drops a chunk that would have tied. */
const slack = 1e-9;

export function createImpactModel(index: LexicalIndex, impacts: Float64Array): ImpactModel {
  const bounds = new Float64Array(index.terms.length);
  for (let term = 0; term < bounds.length; term += 1) {
    let bound = 0;
    const end = index.postingStarts[term + 1] as number;
    for (let i = index.postingStarts[term] as number; i < end; i += 1) {
      if ((impacts[i] as number) > bound) bound = impacts[i] as number;
    }
    bounds[term] = bound;
  }
  const scratch = { scores: new Float64Array(index.chunkCount), touched: new Uint32Array(index.chunkCount) };
  return { index, impacts, bounds, scratch };
}

/** Counts the tokens that the index knows, by term id ascending, so that word order never changes a score. */
export function countQueryTerms(
  index: LexicalIndex,
  tokens: readonly string[],
): { readonly term: number; readonly count: number }[] {
  const counts = new Map<number, number>();
  for (const token of tokens) {
    const term = index.termIds.get(token);
    if (term !== undefined) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  return Array.from(counts, ([term, count]) => ({ term, count })).sort((a, b) => a.term - b.term);
}

/**
 * Ranks the chunks that hold a term of the query.
 * Terms are taken by falling upper bound; once the rest cannot lift a chunk not yet seen into the list, only the
 * chunks that can still reach it are finished. The result is that of scoring every chunk.
 */
export function rankByImpacts(
  model: ImpactModel,
  terms: readonly QueryTerm[],
  limits: RankLimits,
): RankedChunk[] {
  const plan = planTerms(model, terms);
  const rest = restBounds(model, plan);
  const { scores, touched } = model.scratch;
  let seen = 0;
  let chunks = touched;
  let count = 0;
  for (let at = 0; at < plan.length; at += 1) {
    const open = rest[at] as number;
    if (at > 0 && seen > limits.candidates && open < (rest[0] as number) - open) {
      const lowest = lowestSelected(scores, touched, seen, limits);
      if (open < lowest * (1 - slack)) {
        chunks = keepHopeful(scores, touched, seen, lowest * (1 - slack) - open);
        count = chunks.length;
        for (const term of plan.slice(at)) finishTerm(model, term, chunks);
        break;
      }
    }
    seen = addTerm(model, plan[at] as QueryTerm, seen);
    count = seen;
  }
  const hits = selectBest(scores, chunks, count, limits);
  for (let i = 0; i < seen; i += 1) scores[touched[i] as number] = 0;
  return hits;
}

/** What each term of the query adds to one chunk, in the order of summing: the contributions sum to its score exactly. */
export function explainByImpacts(
  model: ImpactModel,
  terms: readonly QueryTerm[],
  chunk: number,
): Contribution[] {
  const { postingStarts, postingChunks, terms: names } = model.index;
  return planTerms(model, terms).flatMap(({ term, weight }) => {
    const end = postingStarts[term + 1] as number;
    const at = seek(postingChunks, postingStarts[term] as number, end, chunk);
    if (at >= end || postingChunks[at] !== chunk) return [];
    return [{ term: names[term] as string, contribution: weight * (model.impacts[at] as number) }];
  });
}

/** One fixed order of summing for a query, whether pruned or not: by falling upper bound, then by term. */
function planTerms(model: ImpactModel, terms: readonly QueryTerm[]): QueryTerm[] {
  const bound = ({ term, weight }: QueryTerm) => weight * (model.bounds[term] as number);
  return terms.filter((term) => bound(term) > 0).sort((a, b) => bound(b) - bound(a) || a.term - b.term);
}

/** For each place of the plan: the most that its term and all later ones can add to a chunk. */
function restBounds(model: ImpactModel, plan: readonly QueryTerm[]): Float64Array {
  const rest = new Float64Array(plan.length + 1);
  for (let at = plan.length - 1; at >= 0; at -= 1) {
    const { term, weight } = plan[at] as QueryTerm;
    rest[at] = (rest[at + 1] as number) + weight * (model.bounds[term] as number);
  }
  return rest;
}

/** Adds a term to every chunk that holds it; returns how many chunks have been touched by now. */
function addTerm(model: ImpactModel, { term, weight }: QueryTerm, seen: number): number {
  const { impacts } = model;
  const { postingStarts, postingChunks } = model.index;
  const { scores, touched } = model.scratch;
  const end = postingStarts[term + 1] as number;
  let count = seen;
  for (let i = postingStarts[term] as number; i < end; i += 1) {
    const chunk = postingChunks[i] as number;
    const score = scores[chunk] as number;
    const gain = weight * (impacts[i] as number);
    if (score === 0 && gain > 0) {
      touched[count] = chunk;
      count += 1;
    }
    scores[chunk] = score + gain;
  }
  return count;
}

/** The touched chunks whose score is at least `needed`, ascending. */
function keepHopeful(scores: Float64Array, touched: Uint32Array, seen: number, needed: number): Uint32Array {
  const hopeful = new Uint32Array(seen);
  let count = 0;
  for (let i = 0; i < seen; i += 1) {
    const chunk = touched[i] as number;
    if ((scores[chunk] as number) < needed) continue;
    hopeful[count] = chunk;
    count += 1;
  }
  return hopeful.subarray(0, count).sort();
}

/** Adds a term to those of `chunks` (ascending) that hold it. */
function finishTerm(model: ImpactModel, { term, weight }: QueryTerm, chunks: Uint32Array): void {
  const { postingStarts, postingChunks } = model.index;
  const { scores } = model.scratch;
  const end = postingStarts[term + 1] as number;
  let at = postingStarts[term] as number;
  for (let i = 0; i < chunks.length && at < end; i += 1) {
    const chunk = chunks[i] as number;
    at = seek(postingChunks, at, end, chunk);
    if (at < end && postingChunks[at] === chunk) {
      (scores[chunk] as number) += weight * (model.impacts[at] as number);
    }
  }
}

/** First place in [from, end) whose chunk is not before `chunk`, or `end`: by leaps that double, then by halving. */
function seek(postingChunks: Uint32Array, from: number, end: number, chunk: number): number {
  let low = from;
  let leap = 1;
  while (low + leap < end && (postingChunks[low + leap] as number) < chunk) {
    low += leap;
    leap *= 2;
  }
  let high = Math.min(low + leap, end);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((postingChunks[middle] as number) < chunk) low = middle + 1;
    else high = middle;
  }
  return low;
}
