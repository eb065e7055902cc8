// Judgements of a model into a list: what is kept, in which order, and what must be said about those that failed.
import type { Judgement } from '#contract/items';
import type { RankedChunk } from '#domain/retrieval/ranked-chunk';
import type { JudgeMode } from '#domain/retrieval/judge/judge-prompt';
import type { ChunkJudgement, Judged } from './judge.ts';
import type { Found } from './query.ts';

export interface Keeping {
  readonly mode: JudgeMode;
  /** Lowest score kept, 1 to 10; mode `score` alone. */
  readonly threshold: number;
  /** Whether a chunk stays of which nothing could be read: it does where it was retrieved before it was judged. */
  readonly keepUnjudged: boolean;
}

export function keep(judgement: ChunkJudgement, { mode, threshold, keepUnjudged }: Keeping): Judgement {
  const { relevant, score, problem } = judgement;
  const passes = mode === 'boolean' ? relevant === true : score !== null && score >= threshold;
  return { ...judgement, kept: problem === null ? passes : keepUnjudged };
}

/**
 * The list of a judging retriever: the chunks kept, by score, ties in corpus order; in mode `boolean` every score is 1, so
 * that the order is that of the corpus.
 * @param chunks places in corpus order of the chunks judged, ascending
 */
export function listJudged(
  name: string,
  chunks: readonly number[],
  judged: Judged,
  keeping: Omit<Keeping, 'keepUnjudged'>,
): Found {
  const judgements = judged.judgements.map((judgement) =>
    keep(judgement, { ...keeping, keepUnjudged: false }),
  );
  const hits: RankedChunk[] = judgements.flatMap(({ kept, score }, index) => {
    const chunk = chunks[index];
    return kept && chunk !== undefined ? [{ chunk, score: score ?? 1 }] : [];
  });
  return {
    hits: hits.sort((a, b) => b.score - a.score || a.chunk - b.chunk),
    ...reportJudged(name, judged, judgements),
  };
}

/** What a search tells of its judgements. Failed ones are named in words: they are no sign that a chunk is irrelevant. */
export function reportJudged(
  name: string,
  judged: Judged,
  judgements: readonly Judgement[],
): Omit<Found, 'hits'> {
  const counts = new Map<string, number>();
  for (const { problem } of judgements)
    if (problem !== null) counts.set(problem, (counts.get(problem) ?? 0) + 1);
  if (judged.unknown > 0) counts.set('unknown', judged.unknown);
  const said = [...counts].map(([problem, count]) => `${count} ${problemWords[problem] ?? problem}`);
  return {
    judgements,
    usage: judged.usage,
    providerError: judged.providerError,
    warnings:
      said.length === 0
        ? []
        : [
            `${name}: of ${judgements.length} judgements ${said.join(', ')}. They count as not judged, not as irrelevant.`,
          ],
  };
}

const problemWords: Readonly<Record<string, string>> = {
  unreadable: 'could not be read',
  duplicate: 'were given twice',
  missing: 'are missing',
  unknown: 'are about chunks that were not asked about',
  provider: 'failed at the provider',
};
