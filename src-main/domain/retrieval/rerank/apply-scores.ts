// Scores and rejections that were made elsewhere, applied to the head of a ranked list.
import type { RankedChunk } from '../ranked-chunk.ts';

export interface RerankedChunk extends RankedChunk {
  /** The step that ordered this list did not score the chunk: its score is still that of an earlier step. */
  readonly unscored?: true;
}

/** What is known about one candidate. */
export interface Verdict {
  /** false: rejected, the chunk leaves the list. */
  readonly kept: boolean;
  /** More is better; null: there is none, because the step only filters or because this one judgement failed. */
  readonly score: number | null;
}

/**
 * Applies one verdict to each of the first hits of a list, in its order. Rejected hits are dropped. Those with a score come
 * first, by score, ties in the order they had; then those without one, in the order they had; then the hits behind, which
 * nobody looked at: **they stay, below, in their order, also where verdicts drop everything before them.** Whoever wants
 * only what was judged asks for as many `candidates` as the list is long.
 *
 * Where no verdict has a score the step is a filter: scores, and which hits are `unscored`, remain as they were. Otherwise
 * every hit without a score of this step is marked `unscored`.
 * @param verdicts at most as many as there are hits
 */
export function applyScores(hits: readonly RerankedChunk[], verdicts: readonly Verdict[]): RerankedChunk[] {
  const behind = hits.slice(verdicts.length);
  const kept = hits
    .slice(0, verdicts.length)
    .map((hit, index) => ({ hit, verdict: verdicts[index] as Verdict }))
    .filter(({ verdict }) => verdict.kept);
  if (verdicts.every(({ score }) => score === null)) return [...kept.map(({ hit }) => hit), ...behind];
  const scored = kept.flatMap(({ hit, verdict: { score } }) =>
    score === null ? [] : [{ chunk: hit.chunk, score }],
  );
  const unscored = [...kept.flatMap(({ hit, verdict }) => (verdict.score === null ? [hit] : [])), ...behind];
  return [
    ...scored.sort((a, b) => b.score - a.score),
    ...unscored.map(({ chunk, score }) => ({ chunk, score, unscored: true as const })),
  ];
}
