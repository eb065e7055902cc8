// Maximal marginal relevance: what is relevant and not yet said.
import { createScale } from '../fusion/weighted-sum.ts';
import { applyScores, type RerankedChunk } from './apply-scores.ts';

/** How alike two chunks are, by their places in corpus order; 1 = the same, 0 and below = nothing in common. */
export type Similarity = (left: number, right: number) => number;

/**
 * Reorders the first `candidates` hits greedily: next comes the one with the largest lambda x relevance - (1 - lambda) x its
 * likeness to the most similar one already taken, 0 for the first (Carbonell and Goldstein, 'The use of MMR', SIGIR
 * 1998). Relevance is the hit's score, brought to [0, 1] over the candidates (`min-max`), so that it can be weighed against
 * a likeness. Ties go to the better placed hit. A hit's new score is what it was chosen for, so scores never rise.
 * Hits behind the candidates keep their order below.
 * @param lambda in [0, 1]: 1 = relevance alone, 0 = difference alone
 */
export function rerankByMmr(
  hits: readonly RerankedChunk[],
  { lambda, candidates }: { readonly lambda: number; readonly candidates: number },
  similarity: Similarity,
): RerankedChunk[] {
  const head = hits.slice(0, candidates);
  const scale = createScale(head, 'min-max');
  const relevance = head.map(({ score }) => lambda * scale.place(score));
  const likeness = head.map(() => 0);
  const scores = head.map((): number | null => null);
  for (let taken = 0; taken < head.length; taken += 1) {
    const { place, value } = findBest(relevance, likeness, scores, 1 - lambda);
    scores[place] = value;
    const { chunk } = head[place] as RerankedChunk;
    for (const [other, hit] of head.entries()) {
      if (scores[other] !== null) continue;
      likeness[other] = Math.max(likeness[other] as number, similarity(hit.chunk, chunk));
    }
  }
  return applyScores(
    hits,
    scores.map((score) => ({ kept: true, score })),
  );
}

/** The best of the hits not taken yet, the first of several. */
function findBest(
  relevance: readonly number[],
  likeness: readonly number[],
  taken: readonly (number | null)[],
  weight: number,
): { readonly place: number; readonly value: number } {
  let best = { place: -1, value: -Infinity };
  for (const [place, relevant] of relevance.entries()) {
    if (taken[place] !== null) continue;
    const value = relevant - weight * (likeness[place] as number);
    if (best.place < 0 || value > best.value) best = { place, value };
  }
  return best;
}
